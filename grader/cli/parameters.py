"""Parameters of the commands that are stricter than click's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TypeVar

import click

NO_SHORTCUT = "--no-shortcut"
F = TypeVar("F", bound=Callable[..., Any])


def _store_in_context(ctx: click.Context, param: click.Parameter, value: object) -> None:
    ctx.meta[param.opts[0]] = value


no_shortcut = click.option(
    NO_SHORTCUT,
    is_flag=True,
    callback=_store_in_context,
    expose_value=False,
    help="Run every search in full: the same marks in many times the time.",
)
"""The option as a decorator."""


def shortcut_disabled() -> bool:
    """Return whether the running command was given `--no-shortcut`; False outside a command."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(NO_SHORTCUT))


class GivenPath(click.Path):
    """A path that is not empty: a script passes an empty text for an unset variable, not for the working directory."""

    def __init__(self) -> None:
        """Convert to `Path`."""
        super().__init__(path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path (click.BadParameter when it is empty)."""
        if not str(value):
            self.fail("the path is empty.", param, ctx)
        return Path(str(value))


def path_option(name: str, metavar: str, text: str) -> Callable[[F], F]:
    """Return the option `name`, explained by `text`, whose path is not handed to the command: see `given_path`."""
    return click.option(
        name, metavar=metavar, type=GivenPath(), callback=_store_in_context, expose_value=False, help=text
    )


def given_path(name: str) -> Path | None:
    """Return the path that the running command was given by the option `name`, None if it was not given."""
    path: Path | None = click.get_current_context().meta[name]
    return path


def percentage(ctx: click.Context, param: click.Parameter, value: str | None) -> Decimal | None:
    """Return an option's text as an exact number from 0 to 100 (click.BadParameter when it is none)."""
    if value is None:
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= 100):  # noqa: PLR2004 - percent
        raise click.BadParameter(f"{value!r} is not a number from 0 to 100.", ctx, param)
    return number


class LateChoice(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no such argument
    """A choice whose names are looked up only for another value than the `usual` one, for help and for messages."""

    name = "choice"

    def __init__(self, usual: str, names: Callable[[], Sequence[str]]) -> None:
        """Allow what `names` returns, among it the `usual` value."""
        self._usual, self._names = usual, names

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return all names, as `click.Choice` shows them."""
        del param, ctx
        return f"[{'|'.join(self._names())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return `value` (click.BadParameter if it is none of the names)."""
        return value if value == self._usual else click.Choice(self._names()).convert(value, param, ctx)
