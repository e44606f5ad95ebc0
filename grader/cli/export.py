"""`grader export`: the marks of a class in the files of a learning platform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click

from grader.capabilities.by_hand.capability import open_items
from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath, read_given
from grader.cli.stored_results import find_results, read_stored
from grader.errors import UserError
from grader.model.class_row import ClassRow
from grader.model.result import Result
from grader.model.sanitize import sanitize, shown_path
from grader.model.submission import decoded
from grader.platforms.grade_file import ROUNDING, ColumnNames
from grader.platforms.mark_tables import Content, Exported, choose_marks, fill_in, full_marks, grade_list
from grader.platforms.registry import FEEDBACK, FOLDERS, GRADEBOOKS, Gradebook, ids_of
from grader.platforms.registry import FEEDBACK_ZIP as PAGES
from grader.platforms.zips import dolos_zip, feedback_zip
from grader.store.report_files import page_of
from grader.store.safe_files import refuse_existing, write_new_file
from grader.text.number_text import count_text

DOLOS = "dolos"
MAX_FILE = 16 << 20
"""Bytes read of a platform's file: a course of 5,000 with 200 columns has 5 MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExportOptions:
    reports: Path
    target: str
    into: Path | None
    out: Path
    column: str
    id_column: str
    feedback_column: str
    points: str | None
    pending: str | None
    zero: str | None
    platform: str | None
    base: Path | None


@click.command("export")
@click.argument("reports", metavar="REPORTS", type=GivenPath())
@click.option(
    "--to", "target", required=True, type=click.Choice([*GRADEBOOKS, PAGES, DOLOS]), help="What the file is for."
)
@click.option("--into", metavar="CSV", type=GivenPath(), help="The file that the platform wrote, to be filled in.")
@click.option("--out", metavar="FILE", required=True, type=GivenPath(), help="Where to write; no file is overwritten.")
@click.option("--column", metavar="NAME", default="", help="The column of the marks, if there are several.")
@click.option("--id-column", metavar="NAME", default="", help="moodle-worksheet: the column such as Participant 301.")
@click.option("--feedback-column", metavar="NAME", default="", help="The column of texts for the students.")
@click.option(
    "--points",
    type=click.Choice(["earned", "scaled", "column", "percent"]),
    help="Which marks: the points, those on the rubric's scale, in proportion to the column's points, or in percent.",
)
@click.option(
    "--pending",
    type=click.Choice(["skip", "so-far"]),
    help="If points are still to be marked by hand: leave such students out, or take their points so far.",
)
@click.option(
    "--zero",
    type=click.Choice(["missing"]),
    help="With --into: enter 0 for students who handed in nothing, as `zero: missing` in the rubric does.",
)
@click.option("--for", "platform", type=click.Choice([*FEEDBACK]), help="With feedback-zip.")
@click.option("--base", metavar="STARTER", type=GivenPath(), help="With dolos: the file that was handed out.")
def command(**values: Any) -> int:  # noqa: ANN401 - the fields of `_ExportOptions`
    """
    Enter the marks in REPORTS into a file of your platform, or write a new file for it.

    \b
    grader export reports --to canvas --into grades.csv --column "Tic-Tac-Toe (8123)" --out filled.csv
    grader export reports --to moodle-worksheet --into worksheet.csv --out filled.csv
    grader export reports --to feedback-zip --for moodle --out feedback.zip
    grader export reports --to dolos --base tictactoe.py --out dolos.zip

    Only the cells of marks and feedback change. Students are found by id, login or e-mail address, never by name.
    Students who are not found are listed, and the exit status is 2. Marks are rounded half up to 2 decimals.
    """
    given = _ExportOptions(**values)
    _require_fitting(given)
    refuse_existing(given.out)
    stored = find_results(given.reports)
    results = tuple(map(read_stored, stored.folders))
    if given.target == DOLOS:
        return _code_file(results, given)
    _refuse_open(results, given.pending)
    so_far = given.pending == "so-far"
    found = _Class((*results, *stored.not_graded), results, stored.info.layout, given.points or "", so_far)
    if given.platform is not None:
        exported, done = _pages_file(found, given.platform)
    elif given.into is not None:
        exported, done = _filled_file(found, given, given.into)
    else:
        exported, done = _new_list(found, GRADEBOOKS[given.target], given.column)
    if exported.entered:
        write_new_file(given.out, exported.data)
        click.echo(f"{shown_path(given.out)}: {done}")
    _tell(exported)
    if not exported.entered:
        raise UserError(f"nothing could be entered, so {shown_path(given.out)} is not written")
    return ExitCode.BAD_INPUT if exported.lost or exported.strangers else ExitCode.OK


def _code_file(results: Sequence[Result], given: _ExportOptions) -> int:
    """Write the code of a class for Dolos; UserError if no result has code."""
    with_code = [one for one in results if one.source]
    if not with_code:
        raise UserError("these results keep no code; grade them again with this version of grader")
    remedy = "--base takes the file that was handed out"
    starter = None if given.base is None else decoded(read_given(given.base, MAX_FILE, remedy))
    write_new_file(given.out, dolos_zip(with_code, starter))
    click.echo(f"{shown_path(given.out)}: the code of {count_text(len(with_code), 'student')}, with their names")
    return ExitCode.OK


class _Class(NamedTuple):
    rows: tuple[ClassRow, ...]
    results: tuple[Result, ...]
    layout: str
    points: str  # one of the choices of marks; empty for the grader's choice
    so_far: bool
    """Whether marks with missing points count."""


def _filled_file(found: _Class, given: _ExportOptions, into: Path) -> tuple[Exported, str]:
    """Return the platform's file, filled in, and a sentence about it."""
    data = read_given(into, MAX_FILE, "name the file that the platform wrote")
    names = ColumnNames(marks=given.column, person=given.id_column, feedback=given.feedback_column)
    zeros = given.zero is not None or any(one.rubric.zero_missing for one in found.results)
    try:
        file = GRADEBOOKS[given.target].read(data, names)
        choice = choose_marks(full_marks(found.results), file.possible, found.points)
        filled = fill_in(file, found.rows, choice, ids_of(found.layout), so_far=found.so_far, zeros=zeros)
    except ValueError as error:
        raise UserError(f"{shown_path(into)}: {error}") from error
    others = f", {filled.replaced} in place of another mark" if filled.replaced else ""
    return filled, f'{count_text(filled.entered, "mark")} in "{file.column_name}"{others}; {choice.text}, {ROUNDING}'


def _new_list(found: _Class, gradebook: Gradebook, title: str) -> tuple[Exported, str]:
    """Return a new list of marks, and a sentence about it."""
    if found.points and gradebook.in_points:
        raise click.UsageError(f"--to {gradebook.name} has the points of the rubric; leave out --points.")
    try:
        choice = choose_marks(full_marks(found.results), None, "earned" if gradebook.in_points else found.points)
        content = Content(title=title or found.results[0].rubric.title, choice=choice, ids=ids_of(found.layout))
        listed = grade_list(found.rows, gradebook.write, content, so_far=found.so_far)
    except ValueError as error:
        raise UserError(str(error)) from error
    return listed, f"{count_text(listed.entered, 'mark')}; {choice.text}, {ROUNDING}"


def _pages_file(found: _Class, platform: str) -> tuple[Exported, str]:
    """Return a zip with all students' pages, and a sentence about it; UserError for a class of another platform."""
    if platform != FOLDERS and found.layout not in ("", platform):
        raise UserError(FEEDBACK[platform].missing)
    pages = feedback_zip(found.rows, FEEDBACK[platform], ids_of(found.layout), page_of, so_far=found.so_far)
    return pages, count_text(pages.entered, "page")


def _tell(exported: Exported) -> None:
    """Write to standard error what was changed for the platform or left out."""
    if exported.note and exported.entered:
        say(f"note: {exported.note}")
    _name("No mark", exported.without_mark)
    _name("Feedback by a person stays as it is", exported.kept_texts)
    _name("Not entered", exported.lost)
    _name("Only in the platform's file", exported.strangers)


def _require_fitting(given: _ExportOptions) -> None:
    target, gradebook = given.target, GRADEBOOKS.get(given.target)
    if given.into is None and gradebook and not gradebook.writer:
        raise click.UsageError(f"--to {target} fills in the file that the platform wrote: name it by --into.")
    if given.into is not None and not (gradebook and gradebook.reader):
        raise click.UsageError(f"--to {target} writes a new file and takes no --into.")
    if bool(given.platform) != (target == PAGES):
        first, *others = FEEDBACK
        choice = f"{first} (or {', '.join(others)})"
        raise click.UsageError(f"--to {PAGES} and --for belong together: --to {PAGES} --for {choice}.")
    if given.zero and given.into is None:
        raise click.UsageError("--zero is for the file of a platform that --into names.")
    if given.base and target != DOLOS:
        raise click.UsageError("--base is for --to dolos.")


def _refuse_open(results: Sequence[Result], pending: str | None) -> None:
    """Raise UserError if points wait for a person and no option decides about them."""
    waiting = [sanitize(one.submission.label) for one in results if one.score is not None and any(open_items(one))]
    if waiting and not pending:
        _name("Points are still to be marked by hand", waiting)
        raise UserError(
            f"{len(waiting)} of {len(results)} students have points still to be marked by hand: give them first"
            " (`grader report --manual`), or say --pending skip to leave these students out, or --pending so-far to"
            " enter what they have so far"
        )


def _name(title: str, sentences: Sequence[str]) -> None:
    if sentences:
        say("\n".join([f"{title} ({len(sentences)}):", *(f"  {sentence}" for sentence in sentences)]))
