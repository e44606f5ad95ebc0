"""The isolation that a command requires: the option, the refusal, and the command that accepts less isolation."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from grader.errors import IsolationRefused
from grader.model.isolation import Isolation, Level
from grader.model.sanitize import shell_command

Command = TypeVar("Command", bound=Callable[..., Any])

OPTION = "--require-isolation"
LEVELS = [level.value for level in Level]


class Requirement(NamedTuple):
    """The isolation that a command requires."""

    level: Level
    reason: str
    """Why, for the message of the refusal; empty for the lowest level, which every machine offers."""


CLASS = Requirement(Level.FULL, "a class is other people's code")
CI = Requirement(Level.FULL, "CI is set, so it may be other people's code")
OWN_FILE = Requirement(Level.BASIC, "")


def require_isolation(what: str, default: str) -> Callable[[Command], Command]:
    """Return the option as a decorator; its help begins with `what` and ends with `default`."""
    return click.option(
        OPTION,
        metavar="LEVEL",
        type=click.Choice(LEVELS),
        callback=_store_in_context,
        expose_value=False,
        help=f"{what} than LEVEL, one of {', '.join(LEVELS)}. Default: {default}.",
    )


def given_level() -> Level | None:
    """Return what the running command's option says."""
    level: Level | None = click.get_current_context().meta[OPTION]
    return level


def requirement_for_class() -> Requirement:
    """Return what `batch` requires."""
    return _given_or(CLASS)


def requirement_for_one() -> Requirement:
    """Return what `check` requires: in CI, where ``CI`` is ``true`` or ``1``, more than for a student's own file."""
    in_ci = os.environ.get("CI", "").strip().lower() in {"true", "1"}
    return _given_or(CI if in_ci else OWN_FILE)


def refuse_below(required: Requirement, isolation: Isolation) -> None:
    """Raise IsolationRefused if `isolation` is less than required."""
    level, reason = required
    if isolation.level.reaches(level):
        return
    found = isolation.level
    lines = [
        f"isolation {level.value} is required ({reason}), and this machine offers {found.value}: nothing was graded",
        f"open here: {_what_is_open(isolation)}",
        "`grader doctor` explains what is missing and how to get it. To go on knowingly, with code you trust:",
        command_with(found),
    ]
    raise IsolationRefused("\n".join(lines))


def command_with(level: Level) -> str:
    """Return the command line that was given, to paste, with `level` as the required one."""
    return shell_command([*_program_words(), *_argument_words(sys.argv[1:], level)])


def _store_in_context(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    del param
    # In the context and not a parameter: the commands have as many parameters as a function should have.
    ctx.meta[OPTION] = None if value is None else Level(value)


def _given_or(default: Requirement) -> Requirement:
    given = given_level()
    return default if given is None else Requirement(given, f"{OPTION} says so")


def _what_is_open(isolation: Isolation) -> str:
    from grader.text.isolation_text import possible_actions
    from grader.text.number_text import join_words

    possible = possible_actions(isolation)
    if possible:
        return f"a submission's code can {join_words(possible)}"
    return (
        "nothing that was tried, but not every layer holds" if isolation.self_test else "not known, nothing was tried"
    )


def _program_words() -> Sequence[str]:
    from shutil import which

    called = Path(sys.argv[0])
    if called.name == "__main__.py":  # python -m grader
        return sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    # A shell that found `grader` on PATH passes the full path.
    return [called.name if which(called.name) == sys.argv[0] else sys.argv[0]]


def _argument_words(given: Sequence[str], level: Level) -> Sequence[str]:
    end = given.index("--") if "--" in given else len(given)
    options = [word for word in given[:end] if not word.startswith(f"{OPTION}=")]
    while OPTION in options:
        at = options.index(OPTION)
        del options[at : at + 2]
    return [*options, OPTION, level.value, *given[end:]]
