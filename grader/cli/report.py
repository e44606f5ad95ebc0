"""`grader report`: write the reports again from the results on disk, with marks by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from grader.capabilities.by_hand.capability import DEALT_WITH, MarkChange
from grader.capabilities.by_hand.marks_file import MarksTable, parse_manual
from grader.capabilities.by_hand.several_people import second_sample
from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath, read_given
from grader.cli.stored_results import StoredMarks, find_results
from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result
from grader.model.sanitize import shown_path
from grader.store.marks_journal import journal_folder
from grader.store.marks_template import marks_template, share_of
from grader.store.safe_files import only_run_in, refuse_existing, write_new_file
from grader.story.classes.attention import Need
from grader.text.number_text import count_text

MAX_MARKS = 2 << 20
"""Bytes read of the table of marks: more than a table may have, so that a larger one is noticed."""

MAX_CONFLICTS = 100


@click.command("report")
@click.argument("folder", metavar="DIR", type=GivenPath())
@click.option(
    "--manual",
    metavar="CSV",
    type=GivenPath(),
    multiple=True,
    help="Points given by hand, to items and checks: student,item,points,comment,by. May be given several times.",
)
@click.option("--replace", is_flag=True, help="With --manual: its points count in place of what another person gave.")
@click.option(
    "--template",
    metavar="CSV",
    type=GivenPath(),
    help="Write a table of what is to be marked by hand, to fill in for --manual; no file is overwritten.",
)
@click.option("--mine", metavar="SECTION|K/N", default="", help="With --template: a section, or the Kth of N shares.")
@click.option(
    "--second",
    metavar="N",
    type=click.IntRange(1),
    help="With --template: N students who are marked already, for somebody else to mark again.",
)
@click.option("--wide", is_flag=True, help="With --template: one row per student, with columns for each item.")
def command(  # noqa: PLR0913 - one per option
    folder: Path,
    manual: tuple[Path, ...],
    template: Path | None,
    *,
    replace: bool,
    mine: str,
    second: int | None,
    wide: bool,
) -> int:
    """
    Make all reports in DIR again from the result.json files there; nothing is run.

    \b
    grader report reports
    grader report reports --template marks.csv
    grader report reports --template kim.csv --mine 1/2
    grader report reports --manual marks.csv
    grader report reports --manual kim.csv --manual lee.csv

    All marks are checked before any is taken over. marks.jsonl keeps each change, which `grader marks` shows and
    undoes. Different points of two people are named and change nothing, and the exit status is 2.
    """
    if (wide or mine or second) and template is None:
        raise click.UsageError("--wide, --mine and --second are for the table that --template writes.")
    if template is not None:
        refuse_existing(template)
    found = find_results(folder)
    with only_run_in(journal_folder(folder)):
        stored = StoredMarks(folder, found)
        conflicts = _take_over(manual, stored, replace=replace) if manual else []
        stored.write(new_pages=not (manual or template))
        if template is not None:
            _write_template(list(stored.results.values()), template, wide=wide, mine=mine, second=second)
    return tell_conflicts(conflicts)


def tell_conflicts(conflicts: Sequence[str]) -> int:
    """Name the conflicts between people; return the exit status."""
    for conflict in conflicts[:MAX_CONFLICTS]:
        say(f"conflict: {conflict}")
    if len(conflicts) > MAX_CONFLICTS:
        say(f"and {len(conflicts) - MAX_CONFLICTS:,} more")
    if not conflicts:
        return ExitCode.OK
    say(
        f"grader: {count_text(len(conflicts), 'conflict')}: these points stay as they were. Agree, and give the same;"
        " with --replace new points count in place of earlier ones"
    )
    return ExitCode.BAD_INPUT


def _take_over(paths: Iterable[Path], stored: StoredMarks, *, replace: bool) -> list[str]:
    """Record the changes by the tables at `paths`; return the conflicts between people."""
    tables = [_read_marks(path, stored.by_id, stored.found.not_graded) for path in paths]
    looked_at = list(_newly_looked_at(tables, stored))
    joint = stored.take_over(tables, looked_at, replace=replace)
    # A person notices rows without points by the number of marks.
    every = [mark for marks in joint.marks.values() for mark in marks.values()]
    given = sum(mark is not None for mark in every)
    back = f", {len(every) - given:,} taken back" if given < len(every) else ""
    ticked = f", {len(looked_at):,} cases dealt with or open again" if looked_at else ""
    click.echo(f"{count_text(given, 'mark')} by hand{back}{ticked}\n")
    return joint.conflicts


def _newly_looked_at(tables: Iterable[MarksTable], stored: StoredMarks) -> Iterator[MarkChange]:
    """Yield the cases that people dealt with and that the journal lacks."""
    rows: dict[str, ClassRow] = {**stored.by_id, **{one.id: one for one in stored.found.not_graded}}
    for one in (one for table in tables for one in table.looked_at):
        if stored.journal.has_dealt_with(rows[one.student], one.item) != (one.action == DEALT_WITH):
            yield one


def _write_template(results: Sequence[Result], path: Path, *, wide: bool, mine: str, second: int | None) -> None:
    chosen = share_of(results, mine) if mine else results
    chosen = second_sample(chosen)[:second] if second else chosen
    data = marks_template(chosen, wide=wide, second=bool(second))
    if data:
        write_new_file(path, data)
        say(f"written: {shown_path(path)}; fill in points and comments, then give it to --manual")
    else:
        nothing = "nobody is marked by hand yet" if second else "nothing is left to be marked by hand"
        say(f"{nothing}, so {shown_path(path)} is not written")


def _read_marks(path: Path, results: dict[str, Result], not_graded: tuple[NotGraded, ...]) -> MarksTable:
    data = read_given(path, MAX_MARKS, "--manual takes a CSV file: student,item,points,comment")
    return parse_manual(data, shown_path(path), results, not_graded, [need.code for need in Need])
