"""Options of several commands, stricter than those of click, and their values in the running command."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from grader.cli.message import say
from grader.errors import IsolationRefused
from grader.model.isolation import Isolation, Level
from grader.model.sanitize import shown_path

if TYPE_CHECKING:
    from grader.intake.git.checkout import WantedCommit
    from grader.intake.roster.roster_file import Roster
    from grader.model.rubric import Rubric
    from grader.model.submission import Submission
    from grader.sandbox.launching.interpreter import Interpreter

NO_SHORTCUT = "--no-shortcut"
F = TypeVar("F", bound=Callable[..., Any])


def _store_in_context(ctx: click.Context, param: click.Parameter, value: object) -> None:
    # The command does not get the value: the functions that need it ask for it.
    ctx.meta[param.opts[0]] = value


def _option(name: str, **settings: Any) -> Callable[[F], F]:  # noqa: ANN401 - as `click.option` takes them
    """Return an option of which `_given` returns the value."""
    return click.option(name, callback=_store_in_context, expose_value=False, **settings)


def _given(name: str) -> Any:  # noqa: ANN401 - by the type of the option
    """Return the value of an option of the running command, None without that option and outside a command."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(name)


no_shortcut = _option(
    NO_SHORTCUT, is_flag=True, help="Run every search in full: the same marks in many times the time."
)


def shortcut_disabled() -> bool:
    return bool(_given(NO_SHORTCUT))


class GivenPath(click.Path):
    """A path that is not empty: an empty text from a script is an unset variable, not the working directory."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value):
            self.fail("the path is empty.", param, ctx)
        return Path(str(value))


MAX_DIGITS = 6


def share(text: str) -> tuple[int, int]:
    """Return the part of a class that an option names: ``2/3`` is the second of three (else click.BadParameter)."""
    words = text.partition("/")[::2]
    is_part = all(word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS for word in words)
    number, of = map(int, words) if is_part else (0, 0)
    if not 1 <= number <= of:
        raise click.BadParameter(f"{text!r} is not K/N, such as 1/3 for the first of three.")
    return number, of


def percentage(text: str) -> Decimal:
    """Return an option's text as an exact number from 0 to 100 (else click.BadParameter)."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= 100):  # noqa: PLR2004 - percent
        raise click.BadParameter(f"{text!r} is not a number from 0 to 100.")
    return number


class LateChoice(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no such argument
    """A choice that looks up its names only for help, for messages, and for other values than the `usual` one."""

    name = "choice"

    def __init__(self, usual: str, names: Callable[[], Sequence[str]]) -> None:
        self._usual, self._names = usual, names

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self._names())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if value == self._usual else click.Choice(self._names()).convert(value, param, ctx)


def read_given(path: Path, most: int, remedy: str) -> bytes:
    """Return the bytes of the file at `path`; UserError, with `remedy`, if it is unreadable or longer than `most`."""
    from grader.errors import UserError
    from grader.store.safe_files import read_file

    try:
        return read_file(path, most, of_anybody=True)
    except OSError as error:
        raise UserError(f"{shown_path(path)}: {error.strerror}; {remedy}") from error


PYTHON = "--python"


python_option = _option(
    PYTHON,
    metavar="PATH",
    type=GivenPath(),
    help="Run the code with this Python, 3.10 or newer. Default: the one that runs the grader.",
)


def given_interpreter() -> Interpreter:
    """Return the Python for students' code (UserError if the given one cannot run it)."""
    from grader.sandbox.launching.interpreter import OWN, interpreter_at

    path = _given(PYTHON)
    return OWN if path is None else interpreter_at(path)


AT = "--at"
DEADLINE = "--deadline"


def choose_commit(command: F) -> F:
    at = _option(
        AT,
        metavar="NAME",
        type=_name,
        help="Where a submission is a git repository: grade this tag, branch or commit.",
    )
    deadline = _option(
        DEADLINE,
        metavar="TIME",
        type=_instant,
        help="When work is due (2026-09-01T23:59+02:00): of a git repository the last commit until then is graded.",
    )
    return at(deadline(command))


def given_deadline() -> datetime | None:
    deadline: datetime | None = _given(DEADLINE)
    return deadline


def wanted_commit(*, deadline_has_other_use: bool = False) -> WantedCommit | None:
    """Return the commit to grade, None for the files as they lie. A name counts before a deadline."""
    name, deadline = _given(AT) or "", given_deadline()
    if not name and deadline is None:
        return None
    from grader.intake.git.checkout import WantedCommit

    return WantedCommit(name=name, deadline=deadline, deadline_has_other_use=deadline_has_other_use)


def _name(text: str) -> str:
    if not text.strip():
        raise click.BadParameter("the name is empty.")
    return text.strip()


def _instant(text: str) -> datetime:
    from grader.model.instant import parse_instant

    try:
        return parse_instant(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r}: {error}.") from None


rubric_option = click.option(
    "--rubric", metavar="NAME|FILE", help="cs3081 (the default), cs50, elearning, lab4, or a YAML file of your own."
)


pages_option = click.option(
    "--pages",
    type=click.Choice(["all", "none"]),
    default="all",
    show_default=True,
    help="Pages of students: none writes only results; `grader report DIR/STUDENT` makes one later.",
)


roster_option = click.option(
    "--roster",
    metavar="CSV",
    type=GivenPath(),
    multiple=True,
    help="The class's students, exported from the platform or as id,name,email,login: who handed in nothing is named."
    " May be given several times, such as for each section.",
)


def read_rosters(paths: Sequence[Path], due: datetime | None) -> Roster:
    """Return the rosters in the files at `paths` as one (UserError for an unreadable file)."""
    from grader.intake.roster.roster_file import MAX_FILE_BYTES, parse_roster, together

    remedy = "--roster takes a CSV file: id,name,email,login"
    return together([parse_roster(read_given(path, MAX_FILE_BYTES, remedy), shown_path(path), due) for path in paths])


METADATA = "--metadata"


metadata_option = _option(
    METADATA, metavar="FILE", type=GivenPath(), help="Gradescope's submission_metadata.json: who handed in, and when."
)


def with_given_metadata(submission: Submission, rubric: Rubric) -> Submission:
    """Return `submission` with the facts in the file of `--metadata` (UserError if it cannot be read)."""
    path = _given(METADATA)
    if path is None:
        return submission
    from grader.platforms.gradescope_metadata import read_metadata, with_metadata

    metadata = read_metadata(path)
    points, own = metadata.total_points, (rubric.automatic, rubric.total)
    if points is not None and points not in own:  # the instructor alone sees standard error there
        from grader.text.number_text import decimal_text

        say(
            f"warning: the assignment has {decimal_text(points)} points on Gradescope, and the rubric gives"
            f" {' or '.join(dict.fromkeys(map(decimal_text, own)))}: change the assignment's points, or those of the"
            " rubric"
        )
    return with_metadata(submission, metadata)


ISOLATION = "--require-isolation"
LEVELS = [level.value for level in Level]


class Requirement(NamedTuple):
    level: Level
    reason: str


CLASS = Requirement(Level.FULL, "a class is other people's code")
CI = Requirement(Level.FULL, "CI is set, so it may be other people's code")
OWN_FILE = Requirement(Level.BASIC, "")


def require_isolation(what: str, default: str) -> Callable[[F], F]:
    """Return the option as a decorator; its help begins with `what` and ends with `default`."""
    return _option(
        ISOLATION,
        metavar="LEVEL",
        type=click.Choice(LEVELS),
        help=f"{what} than LEVEL, one of {', '.join(LEVELS)}. Default: {default}.",
    )


def given_level() -> Level | None:
    level = _given(ISOLATION)
    return None if level is None else Level(level)


def requirement_for_class() -> Requirement:
    return _given_or(CLASS)


def requirement_for_one() -> Requirement:
    """Return the level for `check`: higher in CI, where ``CI`` is ``true`` or ``1``, than for a student's own file."""
    in_ci = os.environ.get("CI", "").strip().lower() in {"true", "1"}
    return _given_or(CI if in_ci else OWN_FILE)


def refuse_below(required: Requirement, isolation: Isolation) -> None:
    level, reason = required
    if isolation.level.reaches(level):
        return
    found = isolation.level
    lines = [
        f"isolation {level.value} is required ({reason}), and this machine offers {found.value}: nothing was graded",
        f"open here: {_what_is_open(isolation)}",
        "`grader doctor` explains what is missing and how to get it",
        f"to go on knowingly, with code you trust, add {ISOLATION} {found.value}",
    ]
    raise IsolationRefused("\n".join(lines))


def _given_or(default: Requirement) -> Requirement:
    given = given_level()
    return default if given is None else Requirement(given, f"{ISOLATION} says so")


def _what_is_open(isolation: Isolation) -> str:
    from grader.text.isolation_text import possible_actions
    from grader.text.number_text import join_words

    possible = possible_actions(isolation)
    if possible:
        return f"a submission's code can {join_words(possible)}"
    return (
        "nothing that was tried, but not every layer holds" if isolation.self_test else "not known, nothing was tried"
    )
