"""`grader compare`: whose mark differs between two folders of reports, in which items, and why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import click

from grader.capabilities.lateness.capability import LateRules
from grader.capabilities.registry import completed
from grader.cli.message import ExitCode
from grader.cli.options import GivenPath
from grader.cli.rubric_choice import chosen_rubric
from grader.cli.stored_results import find_results, read_stored
from grader.errors import UserError
from grader.marking.rescore import rescored
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.store.marks_journal import journal_folder, read_journal
from grader.store.result_folder import with_earlier_marks
from grader.story.classes.comparison import compared, comparison_csv, comparison_json, tell_comparison


@click.command("compare")
@click.argument("old", metavar="OLD", type=GivenPath())
@click.argument("new", metavar="[NEW]", type=GivenPath(), required=False)
@click.option("--rubric", metavar="NAME|FILE", help="In place of NEW: OLD with the points of another rubric.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("--fail-on-drop", is_flag=True, help="Exit with 1 if somebody has fewer points, or no mark any more.")
def command(old: Path, new: Path | None, *, rubric: str | None, form: str, fail_on_drop: bool) -> int:
    """
    Print whose mark differs between OLD and NEW: in which items and checks, and why.

    \b
    grader compare reports-may reports-june
    grader compare reports --rubric draft.yaml
    grader compare reports-may reports-june --format csv > changed.csv

    Students are found by their ids. A mark changes because of the file, the rubric, the grader, points that a person
    gave, or the time of the hand-in; "unknown" means that none of these differs. Nothing is run or written.
    """
    if (new is None) == (rubric is None):
        raise click.UsageError("Name a second folder of reports, or a rubric after --rubric.")
    before = _results(old)
    after = _results(new) if new else _by_rubric(old, rubric or "")
    changes = compared(before, after)
    if form == "csv":
        click.echo(comparison_csv(changes), nl=False)
    elif form == "json":
        click.echo(comparison_json(changes))
    else:
        students = len({one.submission.id for one in (*before, *after)})
        story = tell_comparison(changes, students)
        if form == "markdown":
            from grader.render.markdown import markdown

            click.echo(markdown(story), nl=False)
        else:
            from rich.console import Console

            from grader.render.terminal import write

            write(story, Console())
    return ExitCode.POINTS_LOST if fail_on_drop and any(one.is_lower for one in changes) else ExitCode.OK


def _results(folder: Path) -> list[Result]:
    return [read_stored(at) for at in find_results(folder).folders]


def _by_rubric(folder: Path, name: str) -> list[Result]:
    """Return the results in `folder` with the points of another rubric; UserError if the rubric asks more."""
    rubric, journal_in = chosen_rubric(name), cache(read_journal)
    if (late := rubric.section(LateRules)) is not None and not late.due:
        raise UserError(f"{rubric.source}: says no due time, so late work cannot be compared; add `due:` to `late`")
    found = []
    for at in find_results(folder).folders:
        before = read_stored(at)
        after = before if before.no_mark else rescored(before, rubric)
        if after is None:
            raise UserError(
                f"{rubric.source}: asks something else than the results hold (first {sanitize(before.submission.id)});"
                " grade the class by it into another folder, and compare the two"
            )
        journal = journal_in(journal_folder(at)).journal
        found.append(with_earlier_marks(completed(after, rubric), before, journal.of(before.submission.id)))
    return found
