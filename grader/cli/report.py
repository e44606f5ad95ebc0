"""`grader report`: write the reports again from the results on disk, with marks that a person gave."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.message import say
from grader.cli.options import GivenPath, read_given
from grader.cli.stored_results import find_results, read_stored, show_class
from grader.model.sanitize import sanitize, shown_path

if TYPE_CHECKING:
    from grader.model.class_row import ClassRow, NotGraded
    from grader.model.result import ManualMark, Result

MAX_MARKS = 2 << 20
"""Bytes read of the table of marks: more than it may have, so that a larger one is noticed."""


@click.command("report", short_help="Make the reports again, with marks given by hand.")
@click.argument("folder", metavar="DIR", type=GivenPath())
@click.option(
    "--manual",
    metavar="CSV",
    type=GivenPath(),
    help="Points given by hand, to items and checks: student,item,points,comment.",
)
@click.option(
    "--template",
    metavar="CSV",
    type=GivenPath(),
    help="Write a table of what is to be marked by hand, to fill in for --manual; no file is overwritten.",
)
@click.option("--wide", is_flag=True, help="With --template: one row per student, with columns for each item.")
def command(folder: Path, manual: Path | None, template: Path | None, *, wide: bool) -> int:
    """
    Make all reports in DIR again from the result.json files there; nothing is run.

    \b
    grader report reports
    grader report reports --template marks.csv
    grader report reports --manual marks.csv

    Marks are checked as a whole before any is taken over, and are kept in result.json.
    """
    from rich.console import Console

    from grader.capabilities.by_hand.marks import with_manual
    from grader.render.terminal import write
    from grader.store.class_record import FILE_NAME
    from grader.store.report_files import PAGE, write_class_reports, write_student_reports
    from grader.store.safe_files import refuse_existing
    from grader.story.student import tell_student

    if wide and template is None:
        raise click.UsageError("--wide is for the table that --template writes.")
    if template is not None:
        refuse_existing(template)
    found = find_results(folder)
    in_class = found.folders != (folder,) or os.path.lexists(folder.parent / FILE_NAME)
    results = {at: read_stored(at) for at in found.folders}
    by_id = {result.submission.id: result for result in results.values()}
    marks = _read_marks(manual, by_id, found.not_graded) if manual else {}
    for at, result in results.items():
        own_marks = marks.get(result.submission.id, {})
        if own_marks and result.score is None:
            say(
                f"grader: {sanitize(result.submission.id)}: no mark yet ({result.no_mark}), so its points by"
                " hand were not taken over; grade it again, then give them again"
            )
        results[at] = with_manual(result, own_marks) if own_marks else result
        write_student_reports(results[at], at, in_class=in_class)
    if manual:
        click.echo(_taken_over(mark for own_marks in marks.values() for mark in own_marks.values()))
    if found.folders == (folder,):
        write(tell_student(results[folder]), Console(), page=shown_path(folder / PAGE.file_name))
        _write_template(results.values(), template, wide=wide)
        return 0
    rows: list[ClassRow] = [*results.values(), *found.not_graded]
    write_class_reports(rows, folder, found.info)
    show_class(rows, found.info, folder)
    _write_template(results.values(), template, wide=wide)
    return 0


def _write_template(results: Iterable[Result], path: Path | None, *, wide: bool) -> None:
    """Write the table to fill in, if there is a `path` for it, and say what to do with it."""
    from grader.store.marks_template import marks_template
    from grader.store.safe_files import write_new_file

    if path is None:
        return
    data = marks_template(results, wide=wide)
    if data:
        write_new_file(path, data)
        say(f"written: {shown_path(path)}; fill in points and comments, then give it to --manual")
    else:
        say(f"nothing is left to be marked by hand, so {shown_path(path)} is not written")


def _taken_over(marks: Iterable[ManualMark | None]) -> str:
    """Return how many marks were in the file, so that rows without points are noticed."""
    from grader.text.number_text import count_text

    every = list(marks)
    given = sum(mark is not None for mark in every)
    back = f", {len(every) - given:,} taken back" if given < len(every) else ""
    return f"{count_text(given, 'mark')} by hand{back}\n"


def _read_marks(
    path: Path, results: dict[str, Result], not_graded: tuple[NotGraded, ...]
) -> dict[str, dict[str, ManualMark | None]]:
    from grader.capabilities.by_hand.marks_file import parse_manual

    data = read_given(path, MAX_MARKS, "--manual takes a CSV file: student,item,points,comment")
    return parse_manual(data, shown_path(path), results, not_graded)
