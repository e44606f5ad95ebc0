"""`grader export`: the marks of a class in the files of a learning platform."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.exit_codes import ExitCode
from grader.cli.message import say
from grader.cli.parameters import GivenPath
from grader.cli.stored_results import find_results, read_stored
from grader.model.sanitize import sanitize, shown_path

if TYPE_CHECKING:
    from grader.exports.grade_file import ColumnNames
    from grader.model.class_row import ClassRow
    from grader.model.result import Result

TO_FILL = ("canvas", "moodle-worksheet", "moodle-gradebook", "blackboard")
"""Platforms whose own file is filled in."""
NEW = ("moodle-gradebook", "nbgrader", "otter")
"""Formats that are written anew."""
PAGES = "feedback-zip"
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


class Wishes(NamedTuple):
    """What the user says about marks and columns."""

    names: ColumnNames
    points: str
    """One of the choices of marks; empty if the grader chooses."""
    so_far: bool
    """Whether marks count that some points are missing from."""


class _Class(NamedTuple):
    """The results of a class."""

    rows: tuple[ClassRow, ...]
    results: tuple[Result, ...]
    layout: str


@click.command("export", short_help="Enter the marks into a file of Canvas, Moodle or Blackboard.")
@click.argument("reports", metavar="REPORTS", type=GivenPath())
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice([*dict.fromkeys([*TO_FILL, *NEW, PAGES])]),
    help="What the file is for.",
)
@click.option("--into", metavar="CSV", type=GivenPath(), help="The file that the platform wrote, to be filled in.")
@click.option("--out", metavar="FILE", required=True, type=GivenPath(), help="Where to write; no file is overwritten.")
@click.option("--column", metavar="NAME", default="", help="The column of the marks, if there are several.")
@click.option("--id-column", metavar="NAME", default="", help="moodle-worksheet: the column such as Participant 301.")
@click.option("--feedback-column", metavar="NAME", default="", help="The column of texts for the students.")
@click.option(
    "--points",
    type=click.Choice(["earned", "scaled", "column", "percent"]),
    default=None,
    help="Which marks: the points, those on the rubric's scale, in proportion to the column's points, or in percent.",
)
@click.option(
    "--pending",
    type=click.Choice(["skip", "so-far"]),
    default=None,
    help="If points are still to be marked by hand: leave such students out, or take their points so far.",
)
@click.option("--for", "platform", type=click.Choice(["moodle", "canvas"]), default=None, help="With feedback-zip.")
def command(  # noqa: PLR0913 - one per option
    reports: Path,
    *,
    target: str,
    into: Path | None,
    out: Path,
    column: str,
    id_column: str,
    feedback_column: str,
    points: str | None,
    pending: str | None,
    platform: str | None,
) -> int:
    """
    Enter the marks in REPORTS into the file that your platform gave you, or write one for it.

    \b
    grader export reports --to canvas --into grades.csv --column "Tic-Tac-Toe (8123)" --out filled.csv
    grader export reports --to moodle-worksheet --into worksheet.csv --out filled.csv
    grader export reports --to feedback-zip --for moodle --out feedback.zip

    Only the cells of marks and feedback change. Students are found by id, login or e-mail address, never by name;
    whoever is not found is listed, and the exit status is 2. Marks are rounded half up to 2 decimals.
    """
    from grader.errors import UserError
    from grader.exports.grade_file import ColumnNames
    from grader.store.safe_write import refuse_existing, write_new_file

    _require_fitting(target, into, platform)
    refuse_existing(out)
    found = _class(reports)
    if target != PAGES:
        _refuse_open(found.results, pending)
    wishes = Wishes(
        names=ColumnNames(marks=column, person=id_column, feedback=feedback_column),
        points=points or "",
        so_far=pending == "so-far",
    )
    if target == PAGES:
        exported = _pages(found, platform or "")
    elif into is not None:
        exported = _filled(found, target, into, wishes)
    else:
        exported = _listed(found, target, wishes)
    if exported.entered:
        write_new_file(out, exported.data)
        click.echo(f"{shown_path(out)}: {exported.done}")
    _name("No mark, so nothing is entered", exported.without_mark)
    _name("Feedback by a person stays as it is", exported.kept_texts)
    _name("Not entered", exported.lost)
    _name("Only in the platform's file", exported.strangers)
    if not exported.entered:
        raise UserError(f"nothing could be entered, so {shown_path(out)} is not written")
    return ExitCode.BAD_INPUT if exported.lost or exported.strangers else ExitCode.OK


def _require_fitting(target: str, into: Path | None, platform: str | None) -> None:
    """Raise click.UsageError if options contradict each other."""
    if into is None and target in TO_FILL and target not in NEW:
        raise click.UsageError(f"--to {target} fills in the file that the platform wrote: name it by --into.")
    if into is not None and target not in TO_FILL:
        raise click.UsageError(f"--to {target} writes a new file and takes no --into.")
    if bool(platform) != (target == PAGES):
        raise click.UsageError(f"--to {PAGES} and --for belong together: --to {PAGES} --for moodle (or canvas).")


def _class(folder: Path) -> _Class:
    stored = find_results(folder)
    results = tuple(map(read_stored, stored.folders))
    return _Class((*results, *stored.missing), results, stored.info.layout)


def _refuse_open(results: Sequence[Result], pending: str | None) -> None:
    """Raise UserError if points wait for a person and nothing says what is to be done then."""
    from grader.errors import UserError
    from grader.exports.mark_choice import is_open

    waiting = [sanitize(one.submission.id) for one in results if one.score is not None and is_open(one)]
    if waiting and not pending:
        _name("Points are still to be marked by hand", waiting)
        raise UserError(
            f"{len(waiting)} of {len(results)} students have points still to be marked by hand: give them first"
            " (`grader report --manual`), or say --pending skip to leave these students out, or --pending so-far to"
            " enter what they have so far"
        )


def _filled(found: _Class, target: str, into: Path, wishes: Wishes) -> Exported:
    """Fill in the file of a platform."""
    from grader.errors import UserError
    from grader.exports.filling import fill_in
    from grader.exports.mark_choice import choose_marks, full_marks
    from grader.exports.numbers import ROUNDING
    from grader.exports.platforms import PLATFORM_FILES
    from grader.reports.text.number_text import count_text

    try:
        file = PLATFORM_FILES[target](_read(into), wishes.names)
        choice = choose_marks(full_marks(found.results), file.possible, wishes.points)
        filled = fill_in(file, found.rows, choice, found.layout, so_far=wishes.so_far)
    except ValueError as error:
        raise UserError(f"{shown_path(into)}: {error}") from error
    others = f", {filled.replaced} in place of another mark" if filled.replaced else ""
    done = f'{count_text(filled.entered, "mark")} in "{file.column_name}"{others}; {choice.text}, {ROUNDING}'
    return Exported(
        filled.data, filled.entered, done, filled.lost, filled.without_mark, filled.strangers, filled.kept_texts
    )


def _listed(found: _Class, target: str, wishes: Wishes) -> Exported:
    """Write a new list of marks."""
    from grader.errors import UserError
    from grader.exports.grade_lists import IN_POINTS, Content, grade_list
    from grader.exports.mark_choice import choose_marks, full_marks
    from grader.exports.numbers import ROUNDING
    from grader.reports.text.number_text import count_text

    if wishes.points and target in IN_POINTS:
        raise click.UsageError(f"--to {target} has the points of the rubric; leave out --points.")
    try:
        choice = choose_marks(full_marks(found.results), None, "earned" if target in IN_POINTS else wishes.points)
        title = wishes.names.marks or found.results[0].rubric.title
        listed = grade_list(
            found.rows, target, Content(title=title, choice=choice, layout=found.layout), so_far=wishes.so_far
        )
    except ValueError as error:
        raise UserError(str(error)) from error
    done = f"{count_text(listed.entered, 'mark')}; {choice.text}, {ROUNDING}"
    return Exported(listed.data, listed.entered, done, listed.lost, listed.without_mark)


def _pages(found: _Class, platform: str) -> Exported:
    """Write a zip with the page of each student."""
    from grader.exports.feedback_zip import feedback_zip
    from grader.reports.text.number_text import count_text
    from grader.store.report_files import PAGE

    pages = feedback_zip(found.rows, platform, found.layout, PAGE.render)
    return Exported(pages.data, pages.pages, count_text(pages.pages, "page"), pages.lost, pages.without_mark)


def _read(path: Path) -> bytes:
    from grader.errors import UserError
    from grader.store.safe_read import read_file

    try:
        return read_file(path, MAX_FILE, of_anybody=True)
    except OSError as error:
        raise UserError(f"{shown_path(path)}: {error.strerror}; name the file that the platform wrote") from error


def _name(title: str, sentences: Sequence[str]) -> None:
    """Write each of `sentences` to standard error, under a title."""
    if sentences:
        say("\n".join([f"{title} ({len(sentences)}):", *(f"  {sentence}" for sentence in sentences)]))
