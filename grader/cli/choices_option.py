"""`--choices` and `--choices-template`: a person's decisions about students before a class is graded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from grader.cli.message import say
from grader.cli.options import GivenPath, read_given
from grader.intake.class_folder import ClassIntake
from grader.intake.roster.choices import Choices, parse_choices
from grader.intake.roster.roster_file import Roster
from grader.model.class_row import NotGraded
from grader.model.sanitize import shown_path
from grader.store.choices_file import MAX_FILE_BYTES, choices_template, lines_to_accept, read_recorded
from grader.store.safe_files import write_new_file
from grader.text.number_text import count_text

F = TypeVar("F", bound=Callable[..., Any])
MAX_LINES = 20  # printed lines that a person can paste


def choices_options(command: F) -> F:
    choices = click.option(
        "--choices",
        metavar="CSV",
        type=GivenPath(),
        multiple=True,
        help="What you decided: student,file,commit,time,extension,group,reason. It is kept in --out, for later runs.",
    )
    template = click.option(
        "--choices-template",
        metavar="CSV",
        type=GivenPath(),
        help="Write a table to fill in for --choices, and grade nothing; no file is overwritten.",
    )
    return choices(template(command))


def read_choices(paths: Sequence[Path], out: Path, due: datetime | None, roster: Roster | None) -> Choices:
    """Return the choices in the files at `paths` and of earlier runs (UserError for an unreadable file)."""
    remedy = "--choices takes a CSV file: student,file,commit,time,extension,group,reason"
    given = [parse_choices(read_given(path, MAX_FILE_BYTES, remedy), shown_path(path), due) for path in paths]
    return Choices(given=tuple(one for rows in given for one in rows), earlier=read_recorded(out, due), roster=roster)


def write_template(path: Path, intake: ClassIntake) -> None:
    write_new_file(path, choices_template(intake))
    waiting = sum(not one.missing for one in intake.problems)
    say(f"written: {shown_path(path)}; {count_text(waiting, 'student')} not graded, first in it. Fill it in, then")
    say("give it to --choices: file (its name or path), commit, time, extension or group; `auto` takes a choice back")


def say_what_can_be_accepted(problems: Iterable[NotGraded]) -> None:
    """Print the lines that accept wrongly named files, ready to paste."""
    header, *lines = lines_to_accept(problems) or [""]
    if lines:
        say("To grade a file with a wrong name as it is, give --choices a table with these lines:")
        click.echo("\n".join([header, *lines[:MAX_LINES]]))
    if lines[MAX_LINES:]:
        say(f"and {len(lines) - MAX_LINES:,} more: --choices-template writes all of them")
