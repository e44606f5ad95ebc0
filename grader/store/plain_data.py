"""Frozen values to what JSON can hold and back; nothing that is read may be of another shape, or be lost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, TypeVar

import msgspec

from grader.model.sanitize import sanitize

LARGEST_MARK = 10**12
"""Far above any mark, and small enough that sums stay exact with the 28 digits of a Decimal."""

Value = TypeVar("Value")


class PlainDataError(ValueError):
    """Plain data of the wrong shape; the message names the place."""

    def __init__(self, place: str, problem: str) -> None:
        """Report `problem` at `place`, a path such as ``criteria[3].points``; empty for the whole."""
        super().__init__(f"{place}: {problem}" if place else problem)


def to_plain(value: object) -> Any:  # noqa: ANN401 - dicts, lists and scalars, as JSON has them
    """Return `value` as dicts, tuples, strings, numbers (a Decimal stays one), booleans and None."""
    return msgspec.to_builtins(value, builtin_types=(Decimal,))


def from_plain(kind: type[Value], plain: object, place: str = "") -> Value:
    """
    Return plain data, a part of a file that is found at `place`, as a value of type `kind`.

    Parts of it may be values already. PlainDataError when it has another shape.
    """
    try:
        value = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        inner, problem = _place_and_problem(str(error))
        raise PlainDataError(f"{place}.{inner}" if place and inner else place or inner, problem) from None
    _require_kept(plain, to_plain(value), place)
    return value


def _place_and_problem(message: str) -> tuple[str, str]:
    """Return the parts of ``Expected `int`, got `str` - at `$.wrong` ``; the last part is missing for the whole."""
    problem, found, place = message.rpartition(" - at `$")
    if not found:
        problem, place = message, ""
    # The problem may quote the file; the place consists of names of ours and of numbers.
    return place.rstrip("`").removeprefix("."), sanitize(problem[:1].lower() + problem[1:])


def _require_kept(plain: object, kept: Any, place: str) -> None:  # noqa: ANN401 - the plain form of a value
    """Raise PlainDataError where `plain` says what its value `kept` does not: msgspec skips keys that no class has."""
    if isinstance(plain, dict):
        for key, item in plain.items():
            if key not in kept:
                raise PlainDataError(place, f"unknown key {sanitize(str(key), 40)!r}")
            _require_kept(item, kept[key], f"{place}.{key}" if place else key)
    elif isinstance(plain, list):
        for index, item in enumerate(plain):
            _require_kept(item, kept[index], f"{place}[{index}]")
    elif isinstance(kept, Decimal) and (isinstance(plain, str) or not abs(kept) < LARGEST_MARK):
        raise PlainDataError(place, "expected a number no larger than any mark")
