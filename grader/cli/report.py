"""`grader report`: write the reports again from the results on disk, with marks that a person gave."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.parameters import GivenPath
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from grader.model.class_row import NotGraded, Row
    from grader.model.result import ManualMark, Result

MAX_MARKS = (1 << 20) + 1
"""Bytes read of the table of marks: one more than it may have, so that a larger one is noticed."""


@click.command("report", short_help="Make the reports again, with marks given by hand.")
@click.argument("folder", metavar="DIR", type=GivenPath())
@click.option(
    "--manual",
    metavar="CSV",
    type=GivenPath(),
    help="Marks for the lines a person fills in: student,line,points,comment.",
)
def command(folder: Path, manual: Path | None) -> int:
    """
    Make all reports in DIR again from the result.json files there; nothing is run.

    \b
    grader report reports
    grader report reports --manual marks.csv

    Marks are checked as a whole before any is taken over, and are kept in result.json.
    """
    from rich.console import Console

    from grader.batch.run import write_class_reports, written
    from grader.reports.classes.summary import render_class
    from grader.reports.student.terminal import render_terminal
    from grader.scoring import with_manual
    from grader.store import result_folder

    found = _find_results(folder)
    results = {at: _read_result(at) for at in found.folders}
    by_id = {result.submission.id: result for result in results.values()}
    marks = _read_marks(manual, by_id, found.missing) if manual else {}
    for at, result in results.items():
        own = marks.get(result.submission.id, {})
        if own and result.score is None:
            click.echo(
                f"grader: {sanitize(result.submission.id)}: no mark yet through a fault of the grader, so its points by"
                " hand were not taken over; grade it again, then give them again",
                err=True,
            )
        results[at] = with_manual(result, own) if own else result
        result_folder.write(results[at], at)
    if found.folders == (folder,):
        render_terminal(results[folder], Console())
        return 0
    rows: list[Row] = [*results.values(), *found.missing]
    write_class_reports(rows, folder)
    render_class(rows, Console())
    click.echo(f"\n{written(folder)}")
    return 0


class _Found(NamedTuple):
    """The results below a folder."""

    folders: tuple[Path, ...]
    """The folders with a result."""
    missing: tuple[NotGraded, ...] = ()
    """The students of the class without a result."""


def _find_results(folder: Path) -> _Found:
    from grader.errors import UserError
    from grader.store import result_folder

    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise UserError(f"{folder}: {what}; name the folder that `grader batch --out` or `grader check --out` wrote")
    if (folder / result_folder.RESULT).is_file():
        return _Found((folder,))
    record = result_folder.read_class_record(folder)
    if record is not None:
        ids, missing = record
        return _Found(tuple(folder / one for one in ids if one != ".." and Path(one).name == one), missing)
    folders = tuple(sorted(path.parent for path in folder.glob(f"*/{result_folder.RESULT}")))
    if not folders:
        raise UserError(
            f"{folder}: no result.json in it or in its sub-folders; name the folder that `grader batch --out` wrote"
        )
    return _Found(folders)


def _read_result(folder: Path) -> Result:
    from grader.errors import UserError
    from grader.store import result_folder
    from grader.store.result_json import from_json

    path = folder / result_folder.RESULT
    try:
        return from_json(path.read_bytes(), str(path))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; grade the class again") from error


def _read_marks(
    path: Path, results: dict[str, Result], missing: tuple[NotGraded, ...]
) -> dict[str, dict[str, ManualMark]]:
    from grader.errors import UserError
    from grader.store.manual_marks import parse_manual

    try:
        with path.open("rb") as file:
            data = file.read(MAX_MARKS)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; --manual takes a CSV file: student,line,points,comment") from error
    return parse_manual(data, str(path), results, missing)
