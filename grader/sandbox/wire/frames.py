"""
Frames as they cross the wall: two lengths, a JSON message, an array of numbers.

What arrives is hostile until proven otherwise: sizes are capped before anything is read.
"""

from __future__ import annotations

import array
import itertools
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn, TypeVar

from grader.model.answer import Call, Value
from grader.model.call_batch import CallBatch

T = TypeVar("T")

HEADER = struct.Struct("<II")
MAX_JSON = 4 << 20
MAX_NUMBERS = 1 << 20
MAX_CONTAINERS = 1 << 17
"""Lists and objects in a message: two bytes each as text, but sixty and some of our time once they are built."""
MAX_DIGITS = 20
NOTHING_NEW = b'{"type":"answers","fresh":[]}'
"""The message of most frames: they hold no new answer, and the numbers name known ones."""
MAX_KEPT = 64
"""Packed requests that are kept: each assignment has a few that every submission gets."""


class MalformedFrame(Exception):
    """What arrived is no message of this protocol. The inside sent it: the call ends as garbled."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message and the numbers that travel beside it."""

    message: Mapping[str, Any]
    numbers: bytes = b""
    size: int = 0
    """How many bytes the message took."""


class FrameBuffer:
    """Collects bytes and cuts them into frames."""

    def __init__(self) -> None:
        """Start empty."""
        self._data = bytearray()

    def add(self, data: bytes) -> None:
        """Take what a pipe gave."""
        self._data += data

    @property
    def begun(self) -> bool:
        """Whether there are bytes of a frame that has not been taken."""
        return bool(self._data)

    def take(self) -> Frame | None:
        """Return the next whole frame, None when it has not all come (MalformedFrame when it never can)."""
        if len(self._data) < HEADER.size:
            return None
        size, extra = HEADER.unpack_from(self._data)
        if size > MAX_JSON or extra > MAX_NUMBERS:
            raise MalformedFrame(f"a frame of {size} + {extra} bytes")
        end = HEADER.size + size + extra
        if len(self._data) < end:
            return None
        text, numbers = bytes(self._data[HEADER.size : HEADER.size + size]), bytes(self._data[end - extra : end])
        del self._data[:end]
        return Frame(_message(text), numbers, size)


def _refused(number: str) -> NoReturn:
    raise MalformedFrame(f"{number[:MAX_DIGITS]} in a frame")


def _integer(digits: str) -> int:
    # Turning a million digits into a number takes minutes.
    return int(digits) if len(digits) <= MAX_DIGITS else _refused(digits)


JSON = json.JSONDecoder(parse_int=_integer, parse_float=_refused, parse_constant=_refused)
"""Floats travel as text, so that there is one way to write each."""


def _message(text: bytes) -> Mapping[str, Any]:
    if text == NOTHING_NEW:
        return {"type": "answers", "fresh": []}
    if text.count(b"[") + text.count(b"{") > MAX_CONTAINERS:
        raise MalformedFrame("too many lists in a frame")
    try:
        message = JSON.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise MalformedFrame("not JSON") from error
    if type(message) is not dict or type(message.get("type")) is not str:
        raise MalformedFrame("not a message")
    return message


def packed(message: Mapping[str, Any], numbers: bytes = b"") -> bytes:
    """Return a frame to send inside."""
    text = json.dumps(message, separators=(",", ":")).encode()
    return HEADER.pack(len(text), len(numbers)) + text + numbers


def encoded(value: Value) -> Any:  # noqa: ANN401 - JSON
    """Encode an argument as tagged JSON. It is data of ours: tuples and lists of numbers, texts and None."""
    if isinstance(value, (list, tuple)):
        return ["l" if isinstance(value, list) else "t", *map(encoded, value)]
    return value


def packed_calls(calls: Sequence[Call], *, one_by_one: bool) -> bytes:
    """Return the frame that asks for `calls`; `CallBatch` that were asked for lately are not packed again."""
    if isinstance(calls, CallBatch):
        return _packed_once(calls, one_by_one)
    functions, boards = [call.function for call in calls], [call.board for call in calls]
    return _packed(CallBatch(functions, boards, [call.extra for call in calls]), one_by_one)


def _packed(calls: CallBatch, one_by_one: bool) -> bytes:  # noqa: FBT001 - a key
    """Pack them; functions, boards and further arguments travel once each."""
    functions, boards, extras = _places(calls.functions), _places(calls.boards), _places(calls.extras)
    columns = (
        map(functions.__getitem__, calls.functions),
        map(boards.__getitem__, calls.boards),
        map(extras.__getitem__, calls.extras),
    )
    numbers = array.array("H", itertools.chain.from_iterable(zip(*columns, strict=True)))
    message = {
        "functions": list(functions),
        "boards": "".join(boards),
        "extras": [encoded(extra) for extra in extras],
        "single": one_by_one,
    }
    return packed(message, numbers.tobytes())


_packed_once = lru_cache(MAX_KEPT)(_packed)


def _places(items: Iterable[T]) -> dict[T, int]:
    return {item: at for at, item in enumerate(dict.fromkeys(items))}
