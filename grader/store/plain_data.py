"""Frozen values as plain data and back, strictly: by their own type hints, every refusal with its place."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal

from grader.model.sanitize import sanitize

NAMES: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Decimal: "a number that is not negative, nor larger than any mark",
}
LARGEST_MARK = 10**12
"""Marks are reckoned with exactly, to 28 digits."""


Read = Callable[[object], object]


class WireError(ValueError):
    """Plain data that does not have the shape it should; the message names the place."""

    def __init__(self, place: str, problem: str) -> None:
        """Say what is wrong where, such as ``criteria[3].points``."""
        super().__init__(f"{place}: {problem}" if place else problem)
        self._place, self._problem = place, problem

    def within(self, outer: str) -> WireError:
        """Return the same of what holds it: a field, or an item such as ``[3]``."""
        dot = "." if self._place and not self._place.startswith("[") else ""
        return WireError(f"{outer}{dot}{self._place}", self._problem)


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


def from_plain(kind: object, value: object) -> object:
    """Return plain data as a value of type `kind` (WireError when it is none)."""
    return reader(kind)(value)


@functools.cache
def reader(kind: object) -> Read:
    """Return what reads values of type `kind`, made once: a class has hundreds of thousands of them."""
    choices = alternatives(kind)
    inner = next(choice for choice in choices if choice is not types.NoneType)
    read = _tuples(typing.get_args(inner)) if typing.get_origin(inner) is tuple else _reader(inner)
    return (lambda value: None if value is None else read(value)) if types.NoneType in choices else read


def _reader(kind: object) -> Read:
    if not isinstance(kind, type):  # pragma: no cover - the model holds no other types; its tests would show one
        raise TypeError(f"no plain form for {kind}")
    if dataclasses.is_dataclass(kind):
        return _instances(kind)
    if issubclass(kind, enum.Enum):
        return _members(kind)
    return _numbers(kind) if kind in {float, Decimal} else _exactly(kind)


def _instances(kind: Callable[..., object]) -> Read:
    types_of, fields = hints(typing.cast("type", kind)), dataclasses.fields(typing.cast("type", kind))
    wanted = {field.name: (reader(types_of[field.name]), optional(field)) for field in fields}

    def read(plain: object) -> object:
        value = _object_of(plain, wanted)
        found = {}
        for name, (read_field, left_out) in wanted.items():
            if name in value:
                try:
                    found[name] = read_field(value[name])
                except WireError as error:
                    raise error.within(name) from None
            elif not left_out:
                raise WireError("", f"key {name!r} is missing")
        return kind(**found)

    return read


def _object_of(value: object, wanted: Collection[str]) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise WireError("", "expected an object")
    for key in value:
        if key not in wanted:
            raise WireError("", f"unknown key {sanitize(str(key), 40)!r}")
    return value


def _tuples(inner: tuple[object, ...]) -> Read:
    readers = [reader(kind) for kind in inner if kind is not ...]
    alike = readers[0] if inner[-1] is ... else None

    def read(value: object) -> object:
        if not isinstance(value, list):
            raise WireError("", "expected a list")
        if alike is None and len(readers) != len(value):
            raise WireError("", f"expected {len(readers)} items, got {len(value)}")
        found = []
        for index, item in enumerate(value):
            try:
                found.append((alike or readers[index])(item))
            except WireError as error:  # noqa: PERF203 - it names the item
                raise error.within(f"[{index}]") from None
        return tuple(found)

    return read


def _members(kind: type[enum.Enum]) -> Read:
    members = {member.value: member for member in kind}

    def read(value: object) -> object:
        found = members.get(value) if isinstance(value, str) else None
        if found is None:
            raise WireError("", f"expected one of {', '.join(map(str, members))}")
        return found

    return read


def _numbers(kind: type) -> Read:
    def read(value: object) -> object:
        number = value if type(value) in {int, Decimal} else None
        if kind is float and isinstance(number, int | Decimal):
            return float(number)
        if kind is Decimal and isinstance(number, int | Decimal) and 0 <= number < LARGEST_MARK:
            return Decimal(number)
        raise WireError("", f"expected {NAMES[kind]}")

    return read


def _exactly(kind: type) -> Read:
    def read(value: object) -> object:
        if type(value) is kind:
            return value
        raise WireError("", f"expected {NAMES[kind]}")

    return read
