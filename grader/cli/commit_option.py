"""The options that choose a commit of a repository."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from grader.intake.git.wanted_commit import WantedCommit

AT = "--at"
DEADLINE = "--deadline"
Command = TypeVar("Command", bound=Callable[..., Any])


def choose_commit(command: Command) -> Command:
    """Add the options to `command`; `wanted_commit` and `given_deadline` return what they say."""
    at = click.option(
        AT,
        metavar="NAME",
        callback=_name_in_context,
        expose_value=False,
        help="Where a submission is a git repository: grade this tag, branch or commit.",
    )
    deadline = click.option(
        DEADLINE,
        metavar="TIME",
        callback=_instant_in_context,
        expose_value=False,
        help="When work is due (2026-09-01T23:59+02:00): of a git repository the last commit until then is graded.",
    )
    return at(deadline(command))


def given_deadline() -> datetime | None:
    """Return what the running command was given with `--deadline`, None if nothing or outside a command."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(DEADLINE)


def wanted_commit(*, deadline_has_other_use: bool = False) -> WantedCommit | None:
    """Return the commit that the running command must grade, None if there is none; a name counts before a deadline."""
    from grader.intake.git.wanted_commit import WantedCommit

    context = click.get_current_context(silent=True)
    name = "" if context is None else context.meta.get(AT, "")
    deadline = given_deadline()
    if not name and deadline is None:
        return None
    return WantedCommit(name=name, deadline=deadline, deadline_has_other_use=deadline_has_other_use)


def _name_in_context(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    if not value.strip():
        raise click.BadParameter("the name is empty.", ctx, param)
    ctx.meta[AT] = value.strip()


def _instant_in_context(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    from grader.model.instant import parse_instant

    try:
        ctx.meta[DEADLINE] = parse_instant(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r}: {error}.", ctx, param) from None
