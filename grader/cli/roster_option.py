"""`--roster`: the list of a class's students."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.given_file import read_given
from grader.cli.parameters import GivenPath
from grader.model.sanitize import shown_path

if TYPE_CHECKING:
    from grader.intake.roster import Roster

roster_option = click.option(
    "--roster",
    metavar="CSV",
    type=GivenPath(),
    help="The class's students, exported from the platform or as id,name,email,login: who handed in nothing is named.",
)
"""The option as a decorator."""


def read_roster(path: Path) -> Roster:
    """Return the roster in the file at `path`; UserError if it is none."""
    from grader.intake.roster import MAX_FILE_BYTES, parse_roster

    data = read_given(path, MAX_FILE_BYTES, "--roster takes a CSV file: id,name,email,login")
    return parse_roster(data, shown_path(path))
