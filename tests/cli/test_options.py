"""`--at` and `--deadline` choose a commit; what they cannot mean is refused before anything is read."""

from __future__ import annotations

from datetime import datetime

import click
import pytest
from click.testing import CliRunner

from grader.cli.options import choose_commit, given_deadline, wanted_commit
from grader.intake.git.checkout import WantedCommit

DEADLINE = datetime.fromisoformat("2026-09-01T23:59:00+02:00")


@click.command()
@choose_commit
def command() -> None:
    """Write what was understood."""
    click.echo(repr(wanted_commit()))
    click.echo(repr(given_deadline()))


@pytest.mark.parametrize(
    ("arguments", "commit"),
    [
        ((), None),
        (("--at", " v1\n"), WantedCommit(name="v1")),
        (("--deadline", "2026-09-01T23:59+02:00"), WantedCommit(deadline=DEADLINE)),
        (("--at", "main", "--deadline", "2026-09-01 23:59 +02:00"), WantedCommit(name="main", deadline=DEADLINE)),
    ],
)
def test_the_options_say_which_commit_is_wanted(arguments: tuple[str, ...], commit: WantedCommit | None) -> None:
    """None without them; outside a command there is none either."""
    done = CliRunner().invoke(command, arguments)

    assert f"{commit!r}\n{commit and commit.deadline!r}\n" == done.output
    assert (0, None) == (done.exit_code, wanted_commit())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--at", ""), "Invalid value for '--at': the name is empty."),
        (("--deadline", "2026-09-01T23:59"), "without an offset from UTC; write it like 2026-09-01T23:59+02:00"),
        (("--deadline", "tomorrow"), "not a date and time; write it like 2026-09-01T23:59+02:00."),
        (("--deadline", "2026-02-30T10:00Z"), "there is no such date and time"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_an_example(arguments: tuple[str, ...], message: str) -> None:
    """With the exit status of bad input."""
    done = CliRunner().invoke(command, arguments)

    assert done.exit_code == 2
    assert message in done.output
