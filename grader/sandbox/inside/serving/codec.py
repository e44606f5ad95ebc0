"""
Frames and values as they leave the wall.

A frame is two little-endian lengths, that many bytes of JSON and that many bytes of numbers. A value is encoded by its
exact type into a closed set of tags, and its size, depth and number of items are limited; no method of a student's
object is ever called. The other half is `grader/sandbox/wire`. The two share no code, since this side is within a
student's reach.
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
"""Characters of a text; a longer one is described."""
MAX_DEPTH = 8
"""Containers inside each other."""
MAX_ITEMS = 400
"""Items of one answer, those of inner containers included."""
MAX_INT = 1 << 53
"""All JSON readers keep whole numbers below this exact (RFC 8259, section 6)."""
MAX_TYPE_NAME = 80
TAGS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "F", dict: "d"}


def _refuse(value: object) -> object:
    message = f"{type(value)} in a message"
    raise TypeError(message)


# What `json` keeps behind `dumps` and `loads`, made before any code of a student's could replace a part of it.
_parts = c_make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, True)  # noqa: FBT003
_scan = JSONDecoder().scan_once  # type: ignore[attr-defined] # unknown to typeshed


_write_parts = getattr(os, "writev", None)


def header(size: int, extra: int) -> bytes:
    """Return the header of a frame with `size` bytes of JSON and `extra` bytes of numbers."""
    return HEADER.pack(size, extra)


def to_json(value: Any) -> bytes:
    """Return plain data as JSON."""
    return "".join(_parts(value, 0)).encode()


class Frame(NamedTuple):
    """One message and the numbers that travel beside it."""

    message: dict[str, Any]
    numbers: bytes = b""


class Channel:
    """The probe's two pipes: requests in, answers out."""

    def __init__(self, requests: int, answers: int) -> None:
        """Use these two file descriptors."""
        self._requests = requests
        self._answers = answers
        self._input = FileIO(requests, closefd=False)

    def receive(self) -> Frame | None:
        """Return the next request, None if the marker has closed its end."""
        head = self._read_exactly(HEADER.size)
        if head is None:
            return None
        size, extra = HEADER.unpack(head)
        text = self._read_exactly(size)
        numbers = self._read_exactly(extra)
        if text is None or numbers is None:
            return None
        return Frame(_scan(text.decode(), 0)[0], numbers)

    def send(self, message: dict[str, Any], numbers: bytes = b"") -> None:
        """Write one whole frame."""
        text = to_json(message)
        self.write([header(len(text), len(numbers)), text, numbers], HEADER.size + len(text) + len(numbers))

    def write(self, parts: Sequence[bytes | memoryview], size: int) -> None:
        """Write all `parts` of a frame, the header first; `size` is the number of their bytes."""
        done = 0 if _write_parts is None else _write_parts(self._answers, parts)
        if done < size:  # a signal came, or the system has no such call
            rest = memoryview(b"".join(parts))[done:]
            while rest:
                rest = rest[write(self._answers, rest) :]

    def _read_exactly(self, size: int) -> bytes | None:
        """Return `size` bytes, None if the pipe ends before."""
        # In how many parts they come is up to the kernel: it must not decide what is allocated, and where.
        received = bytearray(size)
        rest = memoryview(received)
        while rest:
            count = self._input.readinto(rest)
            if not count:
                return None
            rest = rest[count:]
        return bytes(received)


def decode(value: Any) -> Any:
    """Turn an argument from the marker, which is trusted, into the object that a student's function gets."""
    if isinstance(value, list):
        tag, *items = value
        return [decode(item) for item in items] if tag == "l" else tuple(decode(item) for item in items)
    return value


class Encoder:
    """
    Encodes what a student's code returned.

    None, booleans, texts and whole numbers stay as they are. Everything else becomes a list that begins with a tag:
    ``B`` a board (nine symbols), ``l t s F d`` list, tuple, set, frozenset, dict (pairs of key and value), ``f`` a
    float as text, ``m`` a cell constant by its symbol, ``?`` a description of what is no plain data or too large.
    """

    def __init__(self, constants: Mapping[str, object]) -> None:
        """Take the module's cell constants by symbol (``X``, ``O``, ``.``)."""
        self._by_type_and_value = {(type(value), value): symbol for symbol, value in constants.items()}
        plain = all(type(value) in TEXT_CELLS for value in constants.values())
        self._by_value = {value: symbol for symbol, value in constants.items()} if plain else {}
        """A faster table for most modules, which write cells as texts or None."""
        self._by_identity = {id(value): symbol for symbol, value in constants.items()}

    def encode(self, value: object) -> Any:
        """Return `value` as tagged JSON; what is not plain data becomes a description of itself."""
        board = self.board(value)
        if board is not None:
            return ["B", board]
        try:
            return self._encode(value, 0, [MAX_ITEMS])
        except Exception:  # a container that changes while it is read, a type that lies about its length
            return ["?", f"an object of type {type_name(value)}"]

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
            return ["?", f"an object of type {type_name(value)}"]
        if depth >= MAX_DEPTH:
            return ["?", "too deeply nested"]
        # Subtracted before the items are encoded: the quota is one for the whole answer, not one for each part.
        quota[0] -= len(value)
        if quota[0] < 0:
            return ["?", f"{type_name(value)} of {len(value)} items, more than an answer has"]
        items = value.items() if tag == "d" else value
        return [
            tag,
            # Most items are whole numbers: encode them here and save the call.
            *[
                item if type(item) is int and -MAX_INT < item < MAX_INT else self._encode(item, depth + 1, quota)
                for item in list(items)
            ],
        ]


def _without_field_names(value: Any) -> Any:
    """Return a named tuple as a plain tuple, read by tuple's own methods; return all else as it is."""
    kind = type(value)
    named = "_fields" in type.__dict__["__dict__"].__get__(kind) and tuple in type.__dict__["__mro__"].__get__(kind)
    return (*tuple.__iter__(value),) if named else value


def type_name(value: object) -> str:
    """Return the name of the value's exact type, even if its class pretends to be another."""
    name = type.__dict__["__name__"].__get__(type(value))
    return name[:MAX_TYPE_NAME] if type(name) is str else "?"
