"""How far apart a submission's code must run: the option, the refusal, and the command that goes on knowingly."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, TypeVar

import click

from grader.errors import IsolationRefused
from grader.model.isolation import Isolation, Level
from grader.model.sanitize import sanitize

Command = TypeVar("Command", bound=Callable[..., Any])

OPTION = "--require-isolation"
LEVELS = [level.value for level in Level]
HARMLESS = frozenset(f"{ascii_letters}{digits}/._-")
CLASS, CLASS_REASON = Level.FULL, "a class is other people's code"
CI, CI_REASON = Level.FULL, "CI is set, so it may be other people's code"
OWN = Level.BASIC
"""A student's own file is checked anywhere."""


def require_isolation(what: str, default: str) -> Callable[[Command], Command]:
    """Return the option as a decorator; its help says what it does, and what holds without it."""
    return click.option(
        OPTION,
        metavar="LEVEL",
        type=click.Choice(LEVELS),
        callback=_keep_aside,
        expose_value=False,
        help=f"{what} than LEVEL, one of {', '.join(LEVELS)}. Default: {default}.",
    )


def given_level() -> Level | None:
    """Return what the running command's option says."""
    level: Level | None = click.get_current_context().meta[OPTION]
    return level


def level_for_class() -> tuple[Level, str]:
    """Return the level that `batch` requires, and why."""
    return _given_or(CLASS, CLASS_REASON)


def level_for_one() -> tuple[Level, str]:
    """Return the level that `check` requires, and why."""
    in_ci = os.environ.get("CI", "").strip().lower() in {"true", "1"}
    return _given_or(CI, CI_REASON) if in_ci else _given_or(OWN, "")


def refuse_below(required: tuple[Level, str], isolation: Isolation) -> None:
    """Raise IsolationRefused where `isolation` is less than required."""
    level, reason = required
    if isolation.level.reaches(level):
        return
    found = isolation.level
    lines = [
        f"isolation {level.value} is required ({reason}), and this machine offers {found.value}: nothing was graded",
        f"open here: {_open(isolation)}",
        "`grader doctor` explains what is missing and how to get it. To go on knowingly, with code you trust:",
        command_with(found),
    ]
    raise IsolationRefused("\n".join(lines))


def command_with(level: Level) -> str:
    """Return the command line that was given, to paste, with `level` as the required one."""
    words = [*_program(), *_arguments(sys.argv[1:], level)]
    return quoted(words, windows=sys.platform == "win32")


def quoted(words: Sequence[str], *, windows: bool) -> str:
    """Return words as a command line for the system's shell; what a terminal must not be sent is written as escapes."""
    if windows:
        from subprocess import list2cmdline

        return list2cmdline(words)
    return " ".join(map(_word, words))


def _keep_aside(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    del param
    # Not passed on: the commands have as many parameters already as a function should.
    ctx.meta[OPTION] = None if value is None else Level(value)


def _given_or(level: Level, reason: str) -> tuple[Level, str]:
    given = given_level()
    return (level, reason) if given is None else (given, f"{OPTION} says so")


def _open(isolation: Isolation) -> str:
    from grader.reports.text.isolation_text import join_words, possible_actions

    possible = possible_actions(isolation)
    if possible:
        return f"a submission's code can {join_words(possible)}"
    return (
        "nothing that was tried, but not every layer holds" if isolation.self_test else "not known, nothing was tried"
    )


def _program() -> Sequence[str]:
    from shutil import which

    called = Path(sys.argv[0])
    if called.name == "__main__.py":  # python -m grader
        return sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    # A shell that looked `grader` up passes the place where it was found.
    return [called.name if which(called.name) == sys.argv[0] else sys.argv[0]]


def _arguments(given: Sequence[str], level: Level) -> Sequence[str]:
    end = given.index("--") if "--" in given else len(given)
    options = [word for word in given[:end] if not word.startswith(f"{OPTION}=")]
    while OPTION in options:
        at = options.index(OPTION)
        del options[at : at + 2]
    return [*options, OPTION, level.value, *given[end:]]


def _word(word: str) -> str:
    if sanitize(word, len(word) + 1) == word:
        return shlex.quote(word)
    shown = (chr(byte) if chr(byte) in HARMLESS else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(shown)}'"
