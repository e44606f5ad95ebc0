"""What the commands take, where click has nothing as strict."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path

import click


class GivenPath(click.Path):
    """A path that is not empty: what a script passes for an unset variable must not mean the working directory."""

    def __init__(self) -> None:
        """Convert to `Path`."""
        super().__init__(path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Refuse the empty text."""
        if not str(value):
            self.fail("the path is empty.", param, ctx)
        return Path(str(value))


def percentage(ctx: click.Context, param: click.Parameter, value: str | None) -> Decimal | None:
    """Return an option's text as an exact number from 0 to 100: what a script compares with is not rounded."""
    if value is None:
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= 100):  # noqa: PLR2004 - percent
        raise click.BadParameter(f"{value!r} is not a number from 0 to 100.", ctx, param)
    return number
