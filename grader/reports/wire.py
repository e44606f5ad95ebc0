"""Frozen values as plain data and back, strictly: by their own type hints, every refusal with its place."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Iterator, Mapping
from decimal import Decimal

from grader.model.text import clean

NAMES: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Decimal: "a number that is not negative, nor larger than any mark",
}
LARGEST_MARK = 10**12
"""Marks are reckoned with exactly, to 28 digits."""


class WireError(ValueError):
    """Plain data that does not have the shape it should; the message names the place."""

    def __init__(self, place: str, problem: str) -> None:
        """Say what is wrong where, such as ``criteria[3].points``."""
        super().__init__(f"{place}: {problem}" if place else problem)


@functools.cache
def hints(kind: type) -> Mapping[str, object]:
    """Return the fields of a frozen value with their types, in order."""
    return typing.get_type_hints(kind)


def optional(field: dataclasses.Field[object]) -> bool:
    """Return whether a file may leave `field` out."""
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def alternatives(kind: object) -> tuple[object, ...]:
    """Return the types that `kind` is a union of, or `kind` alone."""
    return typing.get_args(kind) if typing.get_origin(kind) in {types.UnionType, typing.Union} else (kind,)


def to_plain(value: object) -> object:
    """Return `value` as dicts, lists, text, numbers (Decimal among them), booleans and None."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value.value if isinstance(value, enum.Enum) else value


def from_plain(kind: object, value: object, place: str = "") -> object:
    """Return plain data as a value of type `kind` (WireError when it is none)."""
    choices = alternatives(kind)
    if value is None and types.NoneType in choices:
        return None
    kind = next(choice for choice in choices if choice is not types.NoneType)
    if typing.get_origin(kind) is tuple:
        return tuple(_items(typing.get_args(kind), value, place))
    if not isinstance(kind, type):  # pragma: no cover - the model holds no other types; its tests would show one
        raise TypeError(f"no plain form for {kind}")
    if dataclasses.is_dataclass(kind):
        return _instance(kind, value, place)
    return _member(kind, value, place) if issubclass(kind, enum.Enum) else _scalar(kind, value, place)


def _instance(kind: type, value: object, place: str) -> object:
    if not isinstance(value, dict):
        raise WireError(place, "expected an object")
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key in value:
        if key not in fields:
            raise WireError(place, f"unknown key {clean(str(key), 40)!r}")
    found = {}
    for name, field in fields.items():
        if name in value:
            found[name] = from_plain(hints(kind)[name], value[name], f"{place}.{name}" if place else name)
        elif not optional(field):
            raise WireError(place, f"key {name!r} is missing")
    made: object = kind(**found)
    return made


def _items(inner: tuple[object, ...], value: object, place: str) -> Iterator[object]:
    if not isinstance(value, list):
        raise WireError(place, "expected a list")
    kinds = (inner[0],) * len(value) if inner[-1] is ... else inner
    if len(kinds) != len(value):
        raise WireError(place, f"expected {len(kinds)} items, got {len(value)}")
    for index, (kind, item) in enumerate(zip(kinds, value, strict=True)):
        yield from_plain(kind, item, f"{place}[{index}]")


def _member(kind: type[enum.Enum], value: object, place: str) -> enum.Enum:
    for member in kind:
        if member.value == value:
            return member
    raise WireError(place, f"expected one of {', '.join(str(member.value) for member in kind)}")


def _scalar(kind: type, value: object, place: str) -> object:
    number = value if type(value) in {int, Decimal} else None
    if kind is float and isinstance(number, int | Decimal):
        return float(number)
    if kind is Decimal and isinstance(number, int | Decimal) and 0 <= number < LARGEST_MARK:
        return Decimal(number)
    if kind not in {float, Decimal} and type(value) is kind:
        return value
    raise WireError(place, f"expected {NAMES[kind]}")
