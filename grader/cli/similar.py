"""`grader similar`: who may have worked together, in one class and with the classes of other years."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from grader.blocks import Detail, PageLink, Word
from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath, read_given
from grader.cli.stored_results import find_results, read_stored
from grader.errors import UserError
from grader.model.result import Result
from grader.model.sanitize import did_you_mean, quoted, shown_path
from grader.model.submission import decoded
from grader.python_text import without_strings
from grader.render.pages.story_page import similar_page
from grader.render.terminal import shown_at, write
from grader.similarity.comparison import AlikePair, ComparedWork, Comparison, compared
from grader.similarity.fingerprints import fingerprints
from grader.similarity.story import EACH, LISTED, tell_similar
from grader.similarity.works import (
    LEAST_KEY_BYTES,
    MAX_KEY_BYTES,
    MAX_PRINTS_BYTES,
    code_of,
    new_key,
    prints_file,
    work_of,
    works_in,
)
from grader.store.report_files import has_pages
from grader.store.safe_files import only_run_in, refuse_existing, write_file, write_new_file
from grader.story.classes.student_table import student_links

PAGE = "similar.html"
MAX_STARTER = 1 << 20
SAVED = "--against takes a file that `grader similar --save` wrote"
LEAST = 2  # students


@click.command("similar")
@click.argument("reports", metavar="REPORTS", type=GivenPath())
@click.option("--base", metavar="STARTER", multiple=True, type=GivenPath(), help="A file that was handed out.")
@click.option("--against", metavar="FILE", multiple=True, type=GivenPath(), help="Another class, as --save wrote it.")
@click.option("--save", metavar="FILE", type=GivenPath(), help="Write the fingerprints of this class; no text, no ids.")
@click.option(
    "--key", metavar="FILE", type=GivenPath(), help="For these two: the course's key; --save makes a new one."
)
@click.option("--pair", metavar="ID ID", nargs=2, help="Show only these two students.")
@click.option("--anonymous", is_flag=True, help="Hide names, comments and texts in the code.")
def command(  # noqa: PLR0913 - one per option
    reports: Path,
    *,
    base: Sequence[Path],
    against: Sequence[Path],
    save: Path | None,
    key: Path | None,
    pair: tuple[str, str] | None,
    anonymous: bool,
) -> int:
    """
    Print which files in REPORTS are most alike, and write a page that shows them side by side: similar.html.

    \b
    grader similar reports --base tictactoe.py
    grader similar reports --save 2026.json --key course.key
    grader similar reports --against 2025.json --key course.key
    grader similar reports --pair 301 317 --anonymous

    Names, comments, the order of functions and code of many files do not count. Rare wrong answers and rare moves
    count, too. No points depend on the comparison. Nothing is run.
    """
    if (save or against) and key is None:
        raise click.UsageError("--save and --against need --key: the file with the key that the course keeps.")
    results = {one.submission.id: one for one in map(read_stored, find_results(reports).folders)}
    with only_run_in(reports):
        found = _compared(results, base, _Years(against, save, key), frozenset(pair or ()))
        pairs = found.most_alike(LISTED, EACH)
        if pair:  # a page for two students names no others
            pairs, found = _of_two(found, pair, results), replace(found, groups=())
        names = _ShownNames(results, reports, is_hidden=anonymous)
        story = tell_similar(found, names.name_of, names.codes, pairs)
        write_file(reports / PAGE, similar_page(story))
    write(shown_at(Detail.NORMAL, story), Console(), shown_path(reports / PAGE))
    return ExitCode.OK


class _Years(NamedTuple):
    against: Sequence[Path]
    save: Path | None
    key: Path | None


def _compared(results: Mapping[str, Result], base: Sequence[Path], years: _Years, asked: frozenset[str]) -> Comparison:
    """Compare the class, and save its fingerprints if wanted; UserError if there is nothing to compare."""
    starters = [read_given(path, MAX_STARTER, "--base takes the Python file that was handed out") for path in base]
    handed_out = [fingerprints(decoded(data)) for data in starters]
    works = [work for one in results.values() if (work := work_of(one))]
    if without := sum(not one.source for one in results.values()):
        say(f"{without:,} of {len(results):,} results keep no code; grade them again with this version of grader")
    key = _key(years.key, is_new=years.save is not None) if years.key else b""
    if years.save:
        refuse_existing(years.save)
        write_new_file(years.save, prints_file(works, key))
        say(f"written: {shown_path(years.save)}, without text and names; keep the key, {shown_path(years.key)}, apart")
    others = [
        work for path in years.against for work in works_in(read_given(path, MAX_PRINTS_BYTES, SAVED), path, key, works)
    ]
    if not works or len(works) + len(others) < LEAST:
        raise UserError("fewer than two students with code of their own, so there is nothing to compare")
    return compared([*works, *others], frozenset().union(*handed_out), asked)


def _key(path: Path, *, is_new: bool) -> bytes:
    """Return the key in the file at `path`; with `is_new` a missing file is made."""
    if is_new and not os.path.lexists(path):
        write_new_file(path, new_key())
    key = read_given(path, MAX_KEY_BYTES, "name the file with the key that was made by --save")
    if len(key.strip()) < LEAST_KEY_BYTES:
        raise UserError(f"{shown_path(path)}: no key; name a file that is not there, and --save makes one")
    return key


def _of_two(found: Comparison, ids: tuple[str, str], results: Mapping[str, Result]) -> list[AlikePair]:
    """Return the pair of students with `ids`; UserError if they cannot be compared."""
    for one in ids:
        if one not in results:
            remedy = did_you_mean(one, results, "the column id of gradebook.csv has all of them")
            raise UserError(f"{quoted(one)}: nobody in these reports has this id; {remedy}")
    pairs = [pair for pair in found.pairs if {pair.first.id, pair.second.id} == {*ids} and not pair.second.source]
    if not pairs:
        raise UserError(f"{' and '.join(map(quoted, ids))}: handed in together, or one has no code of its own")
    return pairs


class _ShownNames:
    """The names of the students on the page, and their code. Hidden names are numbers in order of appearance."""

    def __init__(self, results: Mapping[str, Result], reports: Path, *, is_hidden: bool) -> None:
        """Name the students of `results`; links lead to the pages in the folder `reports`."""
        self._results, self._is_hidden, self._reports = results, is_hidden, reports
        self._links = student_links(list(results.values()))
        self._numbers: dict[tuple[str, str], int] = {}
        shown = without_strings if is_hidden else str
        self.codes = {name: shown(code_of(one)) for name, one in results.items()}

    def name_of(self, work: ComparedWork) -> Word:
        """Return the name of a student of this class, or the hashed id of a student of another year."""
        if self._is_hidden:
            number = self._numbers.setdefault((work.source, work.id), len(self._numbers) + 1)
            return f"student {number}{f' of {work.source}' if work.source else ''}"
        if work.source:
            return f"{work.id} of {work.source}"
        link = self._links[id(self._results[work.id])]
        return PageLink(link.text, link.href if has_pages(self._reports / work.id) else "")
