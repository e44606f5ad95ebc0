"""
Frames and values as they leave the wall.

A frame is two little-endian lengths, that many bytes of JSON and that many bytes of numbers. A value is encoded by its
exact type into a closed set of tags, capped in size, depth and items; no method of a student's object is ever called.
The other half stands in `grader/sandbox/protocol.py`; the two share no code, since this side belongs to the student.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping
from typing import Any

HEADER = struct.Struct("<II")
MAX_TEXT = 1_000
MAX_DEPTH = 8
MAX_ITEMS = 400
MAX_INT = 1 << 53
SIDE = 3
USUAL = frozenset([str, type(None)])
TAGS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "F", dict: "d"}


class Channel:
    """The probe's two pipes: requests in, answers out."""

    def __init__(self, requests: int, answers: int) -> None:
        """Take the two descriptors over."""
        self._requests = requests
        self._answers = answers

    def receive(self) -> tuple[dict[str, Any], bytes] | None:
        """Return the next request, or None when the marker has closed its end."""
        header = self._exactly(HEADER.size)
        if header is None:
            return None
        size, extra = HEADER.unpack(header)
        text = self._exactly(size)
        numbers = self._exactly(extra)
        if text is None or numbers is None:
            return None
        return json.loads(text), numbers

    def send(self, message: dict[str, Any], numbers: bytes = b"") -> None:
        """Write one frame, whole."""
        text = json.dumps(message, separators=(",", ":")).encode()
        rest = memoryview(HEADER.pack(len(text), len(numbers)) + text + numbers)
        while rest:
            rest = rest[os.write(self._answers, rest) :]

    def _exactly(self, size: int) -> bytes | None:
        parts = []
        while size:
            part = os.read(self._requests, size)
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def decoded(value: Any) -> Any:
    """Turn an argument from the marker (trusted) into the object a student's function gets."""
    if isinstance(value, list):
        tag, *items = value
        return [decoded(item) for item in items] if tag == "l" else tuple(decoded(item) for item in items)
    return value


class Encoder:
    """Encodes what a student's code returned, knowing how that module writes its cells."""

    def __init__(self, marks: Mapping[str, object]) -> None:
        """Take the module's constants by symbol (``X``, ``O``, ``.``)."""
        self._symbols = {(type(value), value): symbol for symbol, value in marks.items()}
        usual = all(type(value) in USUAL for value in marks.values())
        self._usual = {value: symbol for symbol, value in marks.items()} if usual else {}
        """The same where a cell's type need not be part of the key: most boards are texts and None."""
        self._objects = {id(value): symbol for symbol, value in marks.items()}

    def encode(self, value: object) -> Any:
        """Return `value` as tagged JSON; what is not plain data becomes a description of itself."""
        board = self._board(value)
        if board is not None:
            return ["B", board]
        try:
            return self._encode(value, 0, [MAX_ITEMS])
        except Exception:  # a container that changes while it is read, a type that lies about its length
            return ["?", f"an object of type {type_name(value)}"]

    def _board(self, value: Any) -> str | None:
        """Return the nine symbols of a list of three lists of three cells, or None."""
        if type(value) is not list or len(value) != SIDE:
            return None
        if any(type(row) is not list or len(row) != SIDE for row in value):
            return None
        cells = [cell for row in value for cell in row]
        try:
            if self._usual and USUAL.issuperset(map(type, cells)):
                return "".join(map(self._usual.__getitem__, cells))
            return "".join([self._symbols[type(cell), cell] for cell in cells])
        except Exception:  # a cell that is no constant of the module, or cannot be hashed
            return None

    def _encode(self, value: Any, depth: int, quota: list[int]) -> object:
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if -MAX_INT < value < MAX_INT else ["?", f"int of {value.bit_length()} bits"]
        if kind is str:
            return value if len(value) <= MAX_TEXT else ["?", f"str of {len(value)} characters"]
        if kind is float:
            return ["f", repr(value)]
        if id(value) in self._objects:
            return ["m", self._objects[id(value)]]
        return self._container(value if kind in TAGS else _plain(value), depth, quota)

    def _container(self, value: Any, depth: int, quota: list[int]) -> object:
        tag = TAGS.get(type(value))
        if tag is None:
            return ["?", f"an object of type {type_name(value)}"]
        if depth >= MAX_DEPTH:
            return ["?", "too deeply nested"]
        # Taken off before going down, so that the whole answer, not each part of it, has room for so many.
        quota[0] -= len(value)
        if quota[0] < 0:
            return ["?", f"{type_name(value)} of {len(value)} items, more than an answer has"]
        items = value.items() if tag == "d" else value
        return [
            tag,
            # A whole number, of which answers are full, is what it is.
            *[
                item if type(item) is int and -MAX_INT < item < MAX_INT else self._encode(item, depth + 1, quota)
                for item in list(items)
            ],
        ]


def _plain(value: Any) -> Any:
    """Return a named tuple as the tuple (row, column) it is, read by tuple's own methods; all else as it is."""
    kind = type(value)
    named = "_fields" in type.__dict__["__dict__"].__get__(kind) and tuple in type.__dict__["__mro__"].__get__(kind)
    return (*tuple.__iter__(value),) if named else value


def type_name(value: object) -> str:
    """Return the name of the value's exact type, whatever its class says of itself."""
    name = type.__dict__["__name__"].__get__(type(value))
    return name[:80] if type(name) is str else "?"
