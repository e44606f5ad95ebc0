"""Results of `grader batch` or `grader check`: found in a folder, and shown as a class."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from grader.blocks import Detail, Story
from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import changes_between
from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.by_hand.marks_file import MarksTable
from grader.capabilities.by_hand.several_people import JointMarks, agreements, joined
from grader.cli.message import say
from grader.errors import UserError
from grader.intake.student_ids import is_safe_id
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, NotGraded
from grader.model.result import Result
from grader.model.sanitize import sanitize, shown_path
from grader.platforms.registry import export_commands
from grader.render.terminal import shown_at, write
from grader.store.class_record import FILE_NAME, read_class_record
from grader.store.marks_journal import add_to_journal, journal_folder, read_journal
from grader.store.report_files import CLASS_PAGE, PAGE, RECORD, class_files, write_class_reports, write_student_reports
from grader.store.result_folder import as_recorded, folder_of, load_result, not_in_journal
from grader.story.student import tell_student

CODE = (".py", ".ipynb")
"""The endings of files that no folder of reports holds."""


class StoredResults(NamedTuple):
    folders: tuple[Path, ...]  # folders with a result
    not_graded: tuple[NotGraded, ...] = ()  # students of the class without a result
    info: ClassInfo = NOTHING_KNOWN

    @property
    def have_pages(self) -> bool:
        """Whether every result has a page: `--pages none` writes none."""
        return all(os.path.lexists(folder / PAGE) for folder in self.folders)


def find_results(folder: Path) -> StoredResults:
    """Return the results in `folder`; UserError if it is no folder of reports."""
    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise UserError(
            f"{shown_path(folder)}: {what}; name the folder that `grader batch --out` or `grader check --out` wrote"
        )
    if os.path.lexists(folder / RECORD):  # a link counts, too: reading the result refuses it
        return StoredResults((folder,))
    record = read_class_record(folder)
    if record is None:
        names = sorted(path.parent.name for path in folder.glob(f"*/{RECORD}"))
    else:
        names = [name for name in record.graded if is_safe_id(name)]
    folders = tuple(folder_of(folder, name) for name in names)
    problem = "" if record or folders else "no result.json in it or in its sub-folders"
    if any(map(_holds_a_submission, folders if record else (path for path in folder.iterdir() if path.is_dir()))):
        problem = "holds submissions, not reports"
    if problem:
        raise UserError(f"{shown_path(folder)}: {problem}; name the folder that `grader batch --out` wrote")
    return StoredResults(folders, record.not_graded, record.info) if record else StoredResults(folders)


def _holds_a_submission(folder: Path) -> bool:
    """Return whether `folder` has code: then a student handed in the result.json beside it."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.lower().endswith(CODE) for entry in entries)
    except OSError:
        return False  # reading the result reports the problem


def read_stored(folder: Path) -> Result:
    try:
        return load_result(folder)
    except OSError as error:
        raise UserError(f"{shown_path(folder / RECORD)}: {error.strerror}; grade the class again") from error


def show_class(story: Story, folder: Path | None, *, pages: bool) -> None:
    """Write the story of a class on the terminal, and the places of its reports and `pages` in `folder`."""
    page = shown_path(folder / CLASS_PAGE) if folder else ""
    write(shown_at(Detail.NORMAL, story), Console(), page)
    if folder:
        click.echo(class_files(pages=pages))


class StoredMarks:
    """The results in a folder with their valid marks by hand, and the changes to these."""

    def __init__(self, folder: Path, found: StoredResults) -> None:
        """Read the results `found` in `folder`, and the journal (UserError if that is impossible)."""
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
        return {result.submission.id: result for result in self.results.values()}

    def record(self, changes: Iterable[MarkChange]) -> None:
        """Add `changes` to the journal, after marks that an older grader wrote only into results."""
        if add_to_journal(self.place, (*self._unwritten, *changes)):
            self._unwritten = []
            self.journal = read_journal(self.place).journal

    def take_over(
        self, tables: Sequence[MarksTable], also: Iterable[MarkChange] = (), *, replace: bool = False
    ) -> JointMarks:
        """Record the changes by `tables`, and `also` others; return the marks of all tables together."""
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

    def write(self, only: str = "", *, new_pages: bool = False) -> None:
        """Write all reports, or those of `only` one student, and show the class; `new_pages` adds missing pages."""
        in_class = self.found.folders != (self.folder,) or os.path.lexists(self.folder.parent / FILE_NAME)
        self.record(())
        self.results = {at: as_recorded(result, self.journal) for at, result in self.results.items()}
        for at, result in self.results.items():
            if only in ("", result.submission.id):
                pages = new_pages or at == self.folder or os.path.lexists(at / PAGE)
                write_student_reports(result, at, in_class=in_class, pages=pages)
        if self.found.folders == (self.folder,):
            write(tell_student(self.results[self.folder]), Console(), page=shown_path(self.folder / PAGE))
            return
        rows: list[ClassRow] = [*self.results.values(), *self.found.not_graded]
        commands = export_commands(self.found.info.layout, self.folder)
        pages = self.found.have_pages
        story = write_class_reports(rows, self.folder, self.found.info, commands, pages=pages)
        show_class(story, self.folder, pages=pages)
