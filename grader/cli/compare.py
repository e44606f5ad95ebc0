"""`grader compare`: whose mark differs between two folders of reports, in which items, and why."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.message import ExitCode
from grader.cli.options import GivenPath


@click.command("compare", short_help="Whose mark changed between two folders of reports.")
@click.argument("old", metavar="OLD", type=GivenPath())
@click.argument("new", metavar="NEW", type=GivenPath())
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("--fail-on-drop", is_flag=True, help="Exit with 1 if somebody has fewer points, or no mark any more.")
def command(old: Path, new: Path, *, form: str, fail_on_drop: bool) -> int:
    """
    Print whose mark in NEW is not the one in OLD: by which items and checks, and why.

    \b
    grader compare reports-may reports-june
    grader compare reports-may reports-june --format csv > changed.csv

    Students are found by their ids. A mark changes because of the file, the rubric, the grader, points that a person
    gave, or the time of the hand-in; "unknown" means that none of these differs. Nothing is run or written.
    """
    from grader.cli.stored_results import find_results, read_stored
    from grader.story.classes.comparison import compared, comparison_csv, comparison_json, tell_comparison

    before, after = ([read_stored(at) for at in find_results(folder).folders] for folder in (old, new))
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
