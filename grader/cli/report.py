"""`grader report`: write the reports again from the results on disk, with marks that a person gave."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath, read_given
from grader.cli.stored_results import StoredResults, find_results, read_stored, show_class
from grader.model.sanitize import sanitize, shown_path
from grader.text.number_text import count_text

if TYPE_CHECKING:
    from grader.capabilities.by_hand.capability import MarkChange
    from grader.capabilities.by_hand.marks_file import MarksTable
    from grader.capabilities.by_hand.several_people import JointMarks
    from grader.model.class_row import ClassRow, NotGraded
    from grader.model.result import ManualMark, Result

MAX_MARKS = 2 << 20
"""Bytes read of the table of marks: more than it may have, so that a larger one is noticed."""

MAX_CONFLICTS = 100


@click.command("report", short_help="Make the reports again, with marks given by hand.")
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

    Marks are checked as a whole before any is taken over. Each change is written down in marks.jsonl: `grader marks`
    shows and undoes it. What two people say differently is named, stays as it is, and the exit status is 2.
    """
    from grader.store.marks_journal import journal_folder
    from grader.store.safe_files import only_run_in, refuse_existing

    if (wide or mine or second) and template is None:
        raise click.UsageError("--wide, --mine and --second are for the table that --template writes.")
    if template is not None:
        refuse_existing(template)
    found = find_results(folder)
    with only_run_in(journal_folder(folder)):
        stored = StoredMarks(folder, found)
        conflicts = _take_over(manual, stored, replace=replace) if manual else []
        stored.write()
        if template is not None:
            _write_template(list(stored.results.values()), template, wide=wide, mine=mine, second=second)
    return tell_conflicts(conflicts)


def tell_conflicts(conflicts: Sequence[str]) -> int:
    """Say about what people do not agree; return the exit status."""
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


class StoredMarks:
    """The results in a folder with the marks that hold by their journal, and what is changed of these."""

    def __init__(self, folder: Path, found: StoredResults) -> None:
        """Read what was `found` in `folder`, and its journal (UserError if that is impossible)."""
        from grader.store.marks_journal import journal_folder, read_journal
        from grader.store.result_folder import as_recorded, not_in_journal

        self.folder, self.found, self.place = folder, found, journal_folder(folder)
        self.journal, problems = read_journal(self.place)
        for problem in problems:
            say(problem)
        on_disk = {at: read_stored(at) for at in found.folders}
        self.results = {at: as_recorded(result, self.journal) for at, result in on_disk.items()}
        self.is_behind = self.results != on_disk
        every = self.results.values()
        self._unwritten = [
            one for result in every for one in not_in_journal(result.submission.id, result, self.journal)
        ]
        self.journal = self.journal.and_these(self._unwritten)

    @property
    def by_id(self) -> dict[str, Result]:
        """The results by the ids of their students."""
        return {result.submission.id: result for result in self.results.values()}

    def record(self, changes: Iterable[MarkChange]) -> None:
        """Write `changes` into the journal, and before them what an older grader wrote nowhere but into results."""
        from grader.store.marks_journal import add_to_journal, read_journal

        if add_to_journal(self.place, (*self._unwritten, *changes)):
            self._unwritten = []
            self.journal = read_journal(self.place).journal

    def take_over(
        self, tables: Sequence[MarksTable], also: Iterable[MarkChange] = (), *, replace: bool = False
    ) -> JointMarks:
        """Record what `tables` change, and what `also` changed; return what they say together."""
        from grader.capabilities.by_hand.journal import changes_between
        from grader.capabilities.by_hand.marks import with_manual
        from grader.capabilities.by_hand.several_people import agreements, joined

        results, conflicts = self.by_id, self.journal.conflicts
        joint = joined(tables, results, conflicts, replace=replace)
        changes = [*joint.disputed, *also]
        for name, marks in joint.marks.items():
            result = results[name]
            if result.score is None:
                say(
                    f"grader: {sanitize(name)}: no mark yet ({result.no_mark}), so its points by"
                    " hand were not taken over; grade it again, then give them again"
                )
            elif marks:
                settled = {item for item in marks if (name, item) in conflicts}
                changes += changes_between(result, with_manual(result, marks), joint.sources[name], settled)
        known = [one for name in joint.marks for one in self.journal.of(name)]
        self.record([*changes, *agreements(joint, results, [*known, *changes])])
        return joint

    def write(self, only: str = "") -> None:
        """Write the reports with the marks that hold now, of students those of `only` one if given; show the whole."""
        from rich.console import Console

        from grader.platforms.registry import export_commands
        from grader.render.terminal import write
        from grader.store.class_record import FILE_NAME
        from grader.store.report_files import PAGE, write_class_reports, write_student_reports
        from grader.store.result_folder import as_recorded
        from grader.story.student import tell_student

        in_class = self.found.folders != (self.folder,) or os.path.lexists(self.folder.parent / FILE_NAME)
        self.record(())
        self.results = {at: as_recorded(result, self.journal) for at, result in self.results.items()}
        for at, result in self.results.items():
            if only in ("", result.submission.id):
                write_student_reports(result, at, in_class=in_class)
        if self.found.folders == (self.folder,):
            write(tell_student(self.results[self.folder]), Console(), page=shown_path(self.folder / PAGE.file_name))
            return
        rows: list[ClassRow] = [*self.results.values(), *self.found.not_graded]
        info = self.found.info
        story = write_class_reports(rows, self.folder, info, export_commands(info.layout, self.folder))
        show_class(story, self.folder)


def _take_over(paths: Iterable[Path], stored: StoredMarks, *, replace: bool) -> list[str]:
    """Record what the tables at `paths` change; return about what people do not agree."""
    tables = [_read_marks(path, stored.by_id, stored.found.not_graded) for path in paths]
    looked_at = list(_newly_looked_at(tables, stored))
    joint = stored.take_over(tables, looked_at, replace=replace)
    ticked = f", {len(looked_at):,} cases dealt with or open again\n" if looked_at else "\n"
    click.echo(_taken_over(mark for marks in joint.marks.values() for mark in marks.values()) + ticked)
    return joint.conflicts


def _newly_looked_at(tables: Iterable[MarksTable], stored: StoredMarks) -> Iterator[MarkChange]:
    """Yield what people have dealt with that the journal does not say already."""
    from grader.capabilities.by_hand.capability import DEALT_WITH

    rows: dict[str, ClassRow] = {**stored.by_id, **{one.id: one for one in stored.found.not_graded}}
    for one in (one for table in tables for one in table.looked_at):
        if stored.journal.has_dealt_with(rows[one.student], one.item) != (one.action == DEALT_WITH):
            yield one


def _write_template(results: Sequence[Result], path: Path, *, wide: bool, mine: str, second: int | None) -> None:
    """Write the table to fill in, and say what to do with it."""
    from grader.store.marks_template import marks_template, second_sample, share_of
    from grader.store.safe_files import write_new_file

    chosen = share_of(results, mine) if mine else results
    chosen = second_sample(chosen, second) if second else chosen
    data = marks_template(chosen, wide=wide, second=bool(second))
    if data:
        write_new_file(path, data)
        say(f"written: {shown_path(path)}; fill in points and comments, then give it to --manual")
    else:
        nothing = "nobody is marked by hand yet" if second else "nothing is left to be marked by hand"
        say(f"{nothing}, so {shown_path(path)} is not written")


def _taken_over(marks: Iterable[ManualMark | None]) -> str:
    """Return how many marks were in the file, so that rows without points are noticed."""
    every = list(marks)
    given = sum(mark is not None for mark in every)
    back = f", {len(every) - given:,} taken back" if given < len(every) else ""
    return f"{count_text(given, 'mark')} by hand{back}"


def _read_marks(path: Path, results: dict[str, Result], not_graded: tuple[NotGraded, ...]) -> MarksTable:
    from grader.capabilities.by_hand.marks_file import parse_manual
    from grader.story.classes.attention import Need

    data = read_given(path, MAX_MARKS, "--manual takes a CSV file: student,item,points,comment")
    return parse_manual(data, shown_path(path), results, not_graded, [need.value for need in Need])
