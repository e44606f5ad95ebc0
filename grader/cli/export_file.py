"""The file that `grader export` writes: made from the results of a class, and what could not go into it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.options import read_given
from grader.cli.stored_results import find_results, read_stored
from grader.model.sanitize import shown_path

if TYPE_CHECKING:
    from grader.model.class_row import ClassRow
    from grader.model.result import Result
    from grader.platforms.gradebooks.grade_file import ColumnNames
    from grader.platforms.platform import Gradebook

MAX_FILE = 16 << 20
"""Bytes read of a platform's file: a course of 5,000 with 200 columns has 5 MiB."""


class Exported(NamedTuple):
    """A file to write, and what to say about it."""

    data: bytes
    entered: int
    done: str
    lost: tuple[str, ...]
    """Marks that are not in it, a sentence for each."""
    without_mark: tuple[str, ...]
    strangers: tuple[str, ...] = ()
    """Rows of the platform's file that are nobody's."""
    kept_texts: tuple[str, ...] = ()
    """Whose text by a person was not replaced."""
    note: str = ""


class Wishes(NamedTuple):
    """What the user says about marks and columns."""

    names: ColumnNames
    points: str
    """One of the choices of marks; empty if the grader chooses."""
    so_far: bool
    """Whether marks count that some points are missing from."""


class ClassResults(NamedTuple):
    """The results of a class."""

    rows: tuple[ClassRow, ...]
    results: tuple[Result, ...]
    layout: str


def read_class_results(folder: Path) -> ClassResults:
    """Return the results in a folder of reports; UserError if the folder holds no reports."""
    stored = find_results(folder)
    results = tuple(map(read_stored, stored.folders))
    return ClassResults((*results, *stored.not_graded), results, stored.info.layout)


def filled_file(found: ClassResults, gradebook: Gradebook, into: Path, wishes: Wishes) -> Exported:
    """Fill in the file of a platform."""
    from grader.errors import UserError
    from grader.platforms.gradebooks.filling import fill_in
    from grader.platforms.gradebooks.grade_file import ROUNDING
    from grader.platforms.gradebooks.mark_choice import choose_marks, full_marks
    from grader.platforms.registry import ids_of
    from grader.text.number_text import count_text

    data = read_given(into, MAX_FILE, "name the file that the platform wrote")
    try:
        file = gradebook.read(data, wishes.names)
        choice = choose_marks(full_marks(found.results), file.possible, wishes.points)
        filled = fill_in(file, found.rows, choice, ids_of(found.layout), so_far=wishes.so_far)
    except ValueError as error:
        raise UserError(f"{shown_path(into)}: {error}") from error
    others = f", {filled.replaced} in place of another mark" if filled.replaced else ""
    done = f'{count_text(filled.entered, "mark")} in "{file.column_name}"{others}; {choice.text}, {ROUNDING}'
    return Exported(
        filled.data,
        filled.entered,
        done,
        filled.lost,
        filled.without_mark,
        filled.strangers,
        filled.kept_texts,
        filled.note,
    )


def new_list(found: ClassResults, gradebook: Gradebook, wishes: Wishes) -> Exported:
    """Write a new list of marks."""
    from grader.errors import UserError
    from grader.platforms.gradebooks.grade_file import ROUNDING
    from grader.platforms.gradebooks.mark_choice import choose_marks, full_marks
    from grader.platforms.gradebooks.new_gradebook import Content, grade_list
    from grader.platforms.registry import ids_of
    from grader.text.number_text import count_text

    if wishes.points and gradebook.in_points:
        raise click.UsageError(f"--to {gradebook.name} has the points of the rubric; leave out --points.")
    try:
        choice = choose_marks(full_marks(found.results), None, "earned" if gradebook.in_points else wishes.points)
        title = wishes.names.marks or found.results[0].rubric.title
        content = Content(title=title, choice=choice, ids=ids_of(found.layout))
        listed = grade_list(found.rows, gradebook.write, content, so_far=wishes.so_far)
    except ValueError as error:
        raise UserError(str(error)) from error
    done = f"{count_text(listed.entered, 'mark')}; {choice.text}, {ROUNDING}"
    return Exported(listed.data, listed.entered, done, listed.lost, listed.without_mark)


def pages_file(found: ClassResults, platform: str, *, so_far: bool) -> Exported:
    """Write a zip with the page of each student; UserError if the class comes from another platform."""
    from grader.errors import UserError
    from grader.platforms.feedback_zip import feedback_zip
    from grader.platforms.registry import FEEDBACK, ids_of
    from grader.store.report_files import PAGE
    from grader.text.number_text import count_text

    if found.layout not in ("", platform):
        raise UserError(FEEDBACK[platform].missing)
    pages = feedback_zip(found.rows, FEEDBACK[platform], ids_of(found.layout), PAGE.render, so_far=so_far)
    return Exported(pages.data, pages.pages, count_text(pages.pages, "page"), pages.lost, pages.without_mark)
