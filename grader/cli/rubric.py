"""`grader rubric`: help for people who write their own rubric files."""

from __future__ import annotations

import json

import click

from grader.capabilities.hand_in.capability import FileRules
from grader.cli.command_line import SuggestingGroup
from grader.cli.message import ExitCode
from grader.cli.rubric_choice import built_in_file, rubric_in_file, write_notes
from grader.rubric_file.shape import rubric_schema
from grader.text.number_text import count_text, decimal_text


@click.group("rubric", cls=SuggestingGroup)
def command() -> None:
    """
    Work with rubric files.

    \b
    grader rubric show cs3081 > mine.yaml
    grader rubric check mine.yaml
    grader rubric schema > rubric.schema.json
    """


@command.command("check", short_help="Check a rubric file: every problem at once.")
@click.argument("file", metavar="FILE")
def check(file: str) -> int:
    """
    Check FILE: shape, points, checks, limits. Prints each problem as file:line:column.

    For a file without problems it prints the hashes of the files that were handed out to students.
    """
    rubric = rubric_in_file(file)
    by_hand = sum(1 for item in rubric.criteria if item.by_hand)
    click.echo(
        f"{rubric.source}: OK: {rubric.title}: {count_text(len(rubric.criteria), 'item')} ({by_hand} by hand),"
        f" {decimal_text(rubric.total)} points, {decimal_text(rubric.automatic)} of them automatic"
    )
    write_notes(rubric)
    rules = rubric.section(FileRules)
    for handed_out in () if rules is None else rules.unchanged:
        click.echo(f"{handed_out.path}: sha256:{handed_out.sha256}")
    return ExitCode.OK


@command.command("show", short_help="Print a built-in rubric, to edit a copy.")
@click.argument("name", metavar="NAME", default="cs3081")
def show(name: str) -> int:
    """Print the built-in rubric NAME: cs3081 (the default), cs50, elearning or lab4."""
    click.echo(built_in_file(name).read_bytes(), nl=False)
    return ExitCode.OK


@command.command("schema", short_help="Print the JSON Schema of rubric files.")
def schema() -> int:
    """Print the JSON Schema of rubric files, for editors."""
    click.echo(json.dumps(rubric_schema(), indent=2))
    return ExitCode.OK
