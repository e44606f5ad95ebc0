"""
Turns values as they arrive from inside the wall, tagged JSON, into plain data of exact types.

Sizes and types are checked before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.model.answer import CellConstant, Opaque, Value, unordered
from grader.sandbox.wire.frames import CONTAINER_COST, MAX_INT, MalformedFrame
from grader.sandbox.wire.source_text import type_name

MAX_DEPTH = 10
MAX_ITEMS = 1_000
MAX_TEXT = 1_000
CELLS = 9

OBJECT = "an object"
"""A value that is no plain data has a description: one of a closed set of phrases, with the name of a class at most."""
FIXED = frozenset({OBJECT, "too deeply nested", "one of too many different answers"})
OF_TYPE = f"{OBJECT} of type "
COUNTED = re.compile(r"int of \d{1,12} bits|str of \d{1,12} characters")
TOO_LONG = re.compile(r"(\w{1,80}) of (\d{1,12} items, more than an answer has)")


def decode_value(entry: object, constants: Mapping[str, Value]) -> Value:
    """Decode a tagged value into plain data of exact types (MalformedFrame for what the encoder never writes)."""
    return ValueDecoder(constants).decode(entry)


class _Rows(dict[str, list[Value]]):
    """Rows of three cells by their symbols. Answers share them: the marker never changes one."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._constants = constants

    def __missing__(self, symbols: str) -> list[Value]:
        row = self[symbols] = [self._constants[symbol] for symbol in symbols]
        return row


class ValueDecoder:
    """Decodes values, each within its budget of items."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        """Take the module's cells by symbol."""
        self._constants = constants
        self._rows = _Rows(constants)
        self._items_left = MAX_ITEMS
        self._built = 0

    def take_cost(self) -> int:
        """Return the units of building that values have cost since the last call of this method."""
        cost, self._built = self._built, 0
        return cost

    def decode(self, entry: object) -> Value:
        self._items_left = MAX_ITEMS
        return self._value(entry, 0)

    def _value(self, entry: object, depth: int) -> Value:
        kind = type(entry)
        self._items_left -= 1
        self._built += CONTAINER_COST if kind is list else 1
        if depth > MAX_DEPTH or self._items_left < 0:
            raise MalformedFrame("a value that is too deep or too long")
        if kind is list and entry and type(entry[0]) is str:  # type: ignore[index]
            return self._tagged(entry[0], entry[1:], depth + 1)  # type: ignore[index]
        if entry is None or kind is bool:
            return entry  # type: ignore[return-value]
        if kind is int and -MAX_INT < entry < MAX_INT:  # type: ignore[operator]
            return entry  # type: ignore[return-value]
        if kind is str and len(entry) <= MAX_TEXT:  # type: ignore[arg-type]
            return entry  # type: ignore[return-value]
        raise MalformedFrame("not a value")

    def _tagged(self, tag: str, items: list[object], depth: int) -> Value:
        match tag:
            case "l":
                return [self._value(item, depth) for item in items]
            case "t":
                return tuple(self._value(item, depth) for item in items)
            case "s" | "F":
                members = [self._value(item, depth) for item in items]
                return unordered("set" if tag == "s" else "frozenset", map(_require_hashable, members))
            case "d":
                return unordered("dict", [self._pair(item, depth) for item in items])
            case _:
                return self._leaf(tag, items)

    def _pair(self, entry: object, depth: int) -> tuple[Value, Value]:
        pair = self._value(entry, depth)
        if type(pair) is not tuple or len(pair) != 2:  # noqa: PLR2004 - key and value
            raise MalformedFrame("not a pair")
        return _require_hashable(pair[0]), pair[1]

    def _leaf(self, tag: str, items: list[object]) -> Value:
        text = items[0] if len(items) == 1 else None
        if type(text) is not str or len(text) > MAX_TEXT:
            raise MalformedFrame(f"not a value: {tag[:20]!r}")
        if tag == "?":
            return Opaque(opaque_text(text))
        if tag == "m" and text in self._constants:
            return CellConstant(text)
        if tag == "B" and len(text) == CELLS:
            try:
                return [self._rows[text[0:3]], self._rows[text[3:6]], self._rows[text[6:9]]]
            except KeyError:
                pass
        if tag == "f":
            try:
                return float(text)
            except ValueError:
                pass
        raise MalformedFrame(f"not a value: {tag[:20]!r}")


def _require_hashable(value: Value) -> Value:
    """Return a member of a set or a key of a dict (MalformedFrame if Python could not put it there)."""
    try:
        hash(value)
    except TypeError as error:
        raise MalformedFrame("a set of values that cannot be in a set") from error
    return value


def opaque_text(text: str) -> str:
    """Return a description that the inside sent, or the phrase for any object if the inside never writes such a one."""
    if text in FIXED or COUNTED.fullmatch(text):
        return text
    if text.startswith(OF_TYPE) and type_name(text.removeprefix(OF_TYPE)):
        return text
    found = TOO_LONG.fullmatch(text)
    return text if found is not None and type_name(found[1]) else OBJECT
