"""Frozen dataclasses to plain data and back, by their type hints; data of any other shape is refused with its place."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from typing import NamedTuple

from grader.model.lateness import SignedPoints
from grader.model.sanitize import sanitize

SCALAR_NAMES: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Decimal: "a number that is not negative, nor larger than any mark",
    SignedPoints: "a number no larger than any mark",
}
"""The kinds of scalars, as a message names them."""
LARGEST_MARK = 10**12
"""Far above any mark, and small enough that sums stay exact with the 28 digits of a Decimal."""


Reader = Callable[[object], object]
"""From plain data to a value of one type; PlainDataError when the data has another shape."""


class PlainDataError(ValueError):
    """Plain data of the wrong shape; the message names the place."""

    def __init__(self, place: str, problem: str) -> None:
        """Report `problem` at `place`, a path such as ``criteria[3].points``; empty for the whole."""
        super().__init__(f"{place}: {problem}" if place else problem)
        self._place, self._problem = place, problem

    def within(self, outer: str) -> PlainDataError:
        """Return the same error with a longer path: `outer` is a field, or an item such as ``[3]``."""
        dot = "." if self._place and not self._place.startswith("[") else ""
        return PlainDataError(f"{outer}{dot}{self._place}", self._problem)


class _FieldReader(NamedTuple):
    read: Reader
    optional: bool


@functools.cache
def field_types(kind: type) -> Mapping[str, object]:
    """Return the types of the fields of a dataclass by name, in order."""
    return typing.get_type_hints(kind, include_extras=True)


def is_optional(field: dataclasses.Field[object]) -> bool:
    """Return whether plain data may leave `field` out."""
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def union_members(kind: object) -> tuple[object, ...]:
    """Return the types that `kind` is a union of, or `kind` alone."""
    return typing.get_args(kind) if typing.get_origin(kind) in {types.UnionType, typing.Union} else (kind,)


def to_plain(value: object) -> object:
    """Return `value` as dicts, lists, strings, numbers (a Decimal stays one), booleans and None."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value.value if isinstance(value, enum.Enum) else value


def from_plain(kind: object, value: object) -> object:
    """Return plain data as a value of type `kind`; PlainDataError when it has another shape."""
    return reader(kind)(value)


@functools.cache
def reader(kind: object) -> Reader:
    """Return the reader of `kind`; cached, because the results of a class have hundreds of thousands of values."""
    members = union_members(kind)
    inner = next(member for member in members if member is not types.NoneType)
    read = _tuple_reader(typing.get_args(inner)) if typing.get_origin(inner) is tuple else _class_reader(inner)
    return (lambda value: None if value is None else read(value)) if types.NoneType in members else read


def _class_reader(kind: object) -> Reader:
    if kind == SignedPoints:
        return _signed_reader
    if not isinstance(kind, type):  # pragma: no cover - the model has no other types; its tests would show one
        raise TypeError(f"no plain form for {kind}")
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(kind)
    if issubclass(kind, enum.Enum):
        return _enum_reader(kind)
    return _number_reader(kind) if kind in {float, Decimal} else _exact_reader(kind)


def _dataclass_reader(kind: Callable[..., object]) -> Reader:
    types_of, fields = field_types(typing.cast("type", kind)), dataclasses.fields(typing.cast("type", kind))
    wanted = {field.name: _FieldReader(reader(types_of[field.name]), is_optional(field)) for field in fields}

    def read(plain: object) -> object:
        value = _require_object(plain, wanted)
        found = {}
        for name, (read_field, optional) in wanted.items():
            if name in value:
                try:
                    found[name] = read_field(value[name])
                except PlainDataError as error:
                    raise error.within(name) from None
            elif not optional:
                raise PlainDataError("", f"key {name!r} is missing")
        return kind(**found)

    return read


def _require_object(value: object, wanted: Collection[str]) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise PlainDataError("", "expected an object")
    for key in value:
        if key not in wanted:
            raise PlainDataError("", f"unknown key {sanitize(str(key), 40)!r}")
    return value


def _tuple_reader(inner: tuple[object, ...]) -> Reader:
    """Return the reader of a tuple whose items have the types `inner`; after ``...`` any number of the first."""
    readers = [reader(kind) for kind in inner if kind is not ...]
    read_each = readers[0] if inner[-1] is ... else None

    def read(value: object) -> object:
        if not isinstance(value, list):
            raise PlainDataError("", "expected a list")
        if read_each is None and len(readers) != len(value):
            raise PlainDataError("", f"expected {len(readers)} items, got {len(value)}")
        found = []
        for index, item in enumerate(value):
            try:
                found.append((read_each or readers[index])(item))
            except PlainDataError as error:  # noqa: PERF203 - it names the item
                raise error.within(f"[{index}]") from None
        return tuple(found)

    return read


def _enum_reader(kind: type[enum.Enum]) -> Reader:
    members = {member.value: member for member in kind}

    def read(value: object) -> object:
        found = members.get(value) if isinstance(value, str) else None
        if found is None:
            raise PlainDataError("", f"expected one of {', '.join(map(str, members))}")
        return found

    return read


def _number_reader(kind: type) -> Reader:
    def read(value: object) -> object:
        number = value if type(value) in {int, Decimal} else None
        if kind is float and isinstance(number, int | Decimal):
            return float(number)
        if kind is Decimal and isinstance(number, int | Decimal) and 0 <= number < LARGEST_MARK:
            return Decimal(number)
        raise PlainDataError("", f"expected {SCALAR_NAMES[kind]}")

    return read


def _signed_reader(value: object) -> object:
    if type(value) in {int, Decimal} and -LARGEST_MARK < typing.cast("Decimal", value) < LARGEST_MARK:
        return Decimal(typing.cast("Decimal", value))
    raise PlainDataError("", f"expected {SCALAR_NAMES[SignedPoints]}")


def _exact_reader(kind: type) -> Reader:
    def read(value: object) -> object:
        if type(value) is kind:
            return value
        raise PlainDataError("", f"expected {SCALAR_NAMES[kind]}")

    return read
