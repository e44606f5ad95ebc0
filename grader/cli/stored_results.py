"""Results that `grader batch` or `grader check` wrote: found in a folder, and shown as a class."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.model.class_row import NOTHING_KNOWN, ClassInfo
from grader.model.sanitize import shown_path

if TYPE_CHECKING:
    from grader.blocks import Story
    from grader.model.class_row import NotGraded
    from grader.model.result import Result

CODE = (".py", ".ipynb")
"""Endings of files that no folder of reports holds."""


class StoredResults(NamedTuple):
    """The results below a folder."""

    folders: tuple[Path, ...]
    """The folders with a result."""
    not_graded: tuple[NotGraded, ...] = ()
    """The students of the class without a result."""
    info: ClassInfo = NOTHING_KNOWN


def find_results(folder: Path) -> StoredResults:
    """Return what `folder` holds; UserError if it is no folder of reports."""
    from grader.errors import UserError
    from grader.intake.student_ids import is_safe_id
    from grader.store.class_record import read_class_record
    from grader.store.result_folder import RESULT, folder_of

    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise UserError(
            f"{shown_path(folder)}: {what}; name the folder that `grader batch --out` or `grader check --out` wrote"
        )
    if os.path.lexists(folder / RESULT):  # also a link, which reading it refuses
        return StoredResults((folder,))
    record = read_class_record(folder)
    if record is None:
        names = sorted(path.parent.name for path in folder.glob(f"*/{RESULT}"))
    else:
        names = [name for name in record.graded if is_safe_id(name)]
    folders = tuple(folder_of(folder, name) for name in names)
    if any(map(_holds_a_submission, folders if record else (path for path in folder.iterdir() if path.is_dir()))):
        raise UserError(
            f"{shown_path(folder)}: holds submissions, not reports; name the folder that `grader batch --out` wrote"
        )
    if record is None and not folders:
        raise UserError(
            f"{shown_path(folder)}: no result.json in it or in its sub-folders; name the folder that"
            " `grader batch --out` wrote"
        )
    return StoredResults(folders, record.not_graded, record.info) if record else StoredResults(folders)


def _holds_a_submission(folder: Path) -> bool:
    """Return whether `folder` has code: then a student handed in the result.json beside it."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.lower().endswith(CODE) for entry in entries)
    except OSError:
        return False  # reading the result reports the problem


def read_stored(folder: Path) -> Result:
    """Return the result in `folder`; UserError if it cannot be read."""
    from grader.errors import UserError
    from grader.store.result_folder import RESULT, load_result

    try:
        return load_result(folder)
    except OSError as error:
        raise UserError(f"{shown_path(folder / RESULT)}: {error.strerror}; grade the class again") from error


def show_class(story: Story, folder: Path | None) -> None:
    """Write the story of a class on the terminal, and where its reports are if they are in `folder`."""
    from rich.console import Console

    from grader.blocks import Detail
    from grader.render.detail import shown_at
    from grader.render.terminal import write
    from grader.store.report_files import CLASS_PAGE, class_files

    page = shown_path(folder / CLASS_PAGE.file_name) if folder else ""
    write(shown_at(Detail.NORMAL, story), Console(), page)
    if folder:
        click.echo(class_files())
