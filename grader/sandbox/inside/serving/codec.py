"""
Encodes frames and values that leave the wall.

A frame is two little-endian lengths, that many bytes of JSON and that many bytes of numbers. A value is encoded by its
exact type into a closed set of tags, with limits for size, depth and number of items. No method of a student's object
is ever called. `grader/sandbox/wire` decodes; the two share no code, since a student's code can reach this module.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import FileIO
from json.decoder import JSONDecoder
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined] # written in C
from os import write
from struct import Struct
from typing import Any, NamedTuple

from ..boards import TEXT_CELLS, nine_cells

HEADER = Struct("<II")
MAX_TEXT = 1_000
"""The most characters of a text; a longer text is described instead."""
MAX_DEPTH = 8
"""The most containers inside each other."""
MAX_ITEMS = 400
"""The most items of one answer, with the items of inner containers."""
MAX_INT = 1 << 53
"""All JSON readers keep whole numbers below this limit exact (RFC 8259, section 6)."""
MAX_TYPE_NAME = 80
TAGS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "F", dict: "d"}


def _refuse(value: object) -> object:
    message = f"{type(value)} in a message"
    raise TypeError(message)


# The parts of `json` behind `dumps` and `loads`, taken before a student's code can replace them.
_parts = c_make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, True)  # noqa: FBT003
_scan = JSONDecoder().scan_once  # type: ignore[attr-defined] # unknown to typeshed


_write_parts = getattr(os, "writev", None)


def header(size: int, extra: int) -> bytes:
    return HEADER.pack(size, extra)


def to_json(value: Any) -> bytes:
    return "".join(_parts(value, 0)).encode()


class FrameContent(NamedTuple):
    message: dict[str, Any]
    numbers: bytes = b""


class Channel:
    """The probe's two pipes, one for requests and one for answers."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests = requests
        self._answers = answers
        self._input = FileIO(requests, closefd=False)

    def receive(self) -> FrameContent | None:
        """Return the next request, None if the marker has closed its end."""
        head = self._read_exactly(HEADER.size)
        if head is None:
            return None
        size, extra = HEADER.unpack(head)
        text = self._read_exactly(size)
        numbers = self._read_exactly(extra)
        if text is None or numbers is None:
            return None
        return FrameContent(_scan(text.decode(), 0)[0], numbers)

    def send(self, message: dict[str, Any], numbers: bytes = b"") -> None:
        text = to_json(message)
        self.write([header(len(text), len(numbers)), text, numbers], HEADER.size + len(text) + len(numbers))

    def write(self, parts: Sequence[bytes | memoryview], size: int) -> None:
        """Write all `parts` of a frame, the header first; `size` is the number of their bytes."""
        done = 0 if _write_parts is None else _write_parts(self._answers, parts)
        if done < size:  # a signal interrupted the write, or the system cannot write parts
            rest = memoryview(b"".join(parts))[done:]
            while rest:
                rest = rest[write(self._answers, rest) :]

    def _read_exactly(self, size: int) -> bytes | None:
        # The kernel decides in how many parts the bytes come: the number of parts must not change the memory.
        received = bytearray(size)
        rest = memoryview(received)
        while rest:
            count = self._input.readinto(rest)
            if not count:
                return None
            rest = rest[count:]
        return bytes(received)


def decode(value: Any) -> Any:
    """Turn an argument from the marker, which is trusted, into an object for a student's function."""
    if isinstance(value, list):
        tag, *items = value
        return [decode(item) for item in items] if tag == "l" else tuple(decode(item) for item in items)
    return value


class Encoder:
    """
    Encodes the values that a student's code returns.

    None, booleans, texts and whole numbers stay as they are. Every other value becomes a list that begins with a tag:
    ``B`` a board (nine symbols), ``l t s F d`` list, tuple, set, frozenset, dict (pairs of key and value), ``f`` a
    float as text, ``m`` a cell constant by its symbol, ``?`` a description of any other or too large value.
    """

    def __init__(self, constants: Mapping[str, object]) -> None:
        """Take the module's cell constants by symbol (``X``, ``O``, ``.``)."""
        self._by_type_and_value = {(type(value), value): symbol for symbol, value in constants.items()}
        plain = all(type(value) in TEXT_CELLS for value in constants.values())
        self._by_value = {value: symbol for symbol, value in constants.items()} if plain else {}
        """A faster table for most modules, which write cells as texts or None."""
        self._by_identity = {id(value): symbol for symbol, value in constants.items()}

    def encode(self, value: object) -> Any:
        board = self.board(value)
        if board is not None:
            return ["B", board]
        try:
            return self._encode(value, 0, [MAX_ITEMS])
        except Exception:  # a container that changes while it is read, or a type that lies about its length
            return ["?", _described(value)]

    def board(self, value: Any) -> str | None:
        """Return the nine symbols of a list of three lists of three cell constants, None for anything else."""
        cells = nine_cells(value)
        if cells is None:
            return None
        try:
            if self._by_value and TEXT_CELLS.issuperset(map(type, cells)):
                return "".join(map(self._by_value.__getitem__, cells))
            return "".join([self._by_type_and_value[type(cell), cell] for cell in cells])
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
        if id(value) in self._by_identity:
            return ["m", self._by_identity[id(value)]]
        return self._container(value if kind in TAGS else _without_field_names(value), depth, quota)

    def _container(self, value: Any, depth: int, quota: list[int]) -> object:
        tag = TAGS.get(type(value))
        if tag is None:
            return ["?", _described(value)]
        if depth >= MAX_DEPTH:
            return ["?", "too deeply nested"]
        # Subtracted before the items are encoded: one quota limits the whole answer, not each part.
        quota[0] -= len(value)
        if quota[0] < 0:
            return ["?", f"{type_name(value)} of {len(value)} items, more than an answer has"]
        items = value.items() if tag == "d" else value
        return [
            tag,
            # Most items are whole numbers: encoding them here saves a call.
            *[
                item if type(item) is int and -MAX_INT < item < MAX_INT else self._encode(item, depth + 1, quota)
                for item in list(items)
            ],
        ]


def _without_field_names(value: Any) -> Any:
    """Return a named tuple as a plain tuple, any other value unchanged; use only methods of tuple itself."""
    kind = type(value)
    named = "_fields" in type.__dict__["__dict__"].__get__(kind) and tuple in type.__dict__["__mro__"].__get__(kind)
    return (*tuple.__iter__(value),) if named else value


def type_name(value: object) -> str:
    """Return the name of the exact type of `value`, even if its class pretends to be another."""
    return _name_of(type(value))


def _name_of(kind: type) -> str:
    name = type.__dict__["__name__"].__get__(kind)
    return name[:MAX_TYPE_NAME] if type(name) is str else "?"


def _described(value: object) -> str:
    """Return ``the class NAME`` or ``an object of type NAME``: ``return NotImplementedError`` gives a class."""
    return f"the class {_name_of(value)}" if type(value) is type else f"an object of type {type_name(value)}"
