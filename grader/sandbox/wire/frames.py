"""
Frames as they cross the wall (two lengths, a JSON message, an array of numbers), and the pipes that carry them.

Arriving bytes may be hostile: sizes are checked before anything is read. Pipes are read and written with a time limit,
on systems with and without `poll`.
"""

from __future__ import annotations

import array
import contextlib
import json
import os
import queue
import select
import struct
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NoReturn, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from grader.model.answer import Call, CallBatch, Pairing, Value

T = TypeVar("T")

HEADER = struct.Struct("<II")
MAX_JSON = 4 << 20
MAX_NUMBERS = 1 << 20
MAX_CONTAINERS = 1 << 17
"""The most lists and objects in a message: each takes two bytes as text, but sixty in memory and some of our time."""
MAX_DIGITS = 20
MAX_INT = 1 << 53
"""All JSON readers keep whole numbers below this limit exact (RFC 8259, section 6)."""
SHORT, MAX_SHORT = 1_000, 256
"""The most bytes of a message that is read only once however often it comes, and how many such messages are kept."""
MAX_KEPT = 64
"""Packed requests that are kept: each assignment sends the same few to every submission."""


MAX_RECEIVED = 32 << 20
"""The most bytes of all frames of one submission: reading costs our time, not the submission's."""
MAX_BUILT = 3_000_000
"""Units for building all values of one submission: a number or a text takes 1, a container `CONTAINER_COST`."""
CONTAINER_COST = 8
"""A list or an object takes some sixty bytes, and more of our time than a number."""
MAX_FRAGMENTS = 20_000
"""The most arrivals that complete no frame: writing byte by byte costs us more work than the writer."""


class MalformedFrame(Exception):
    """The bytes are no message of this protocol. The inside sent them, so the call ends as garbled."""


class Frame(Struct, frozen=True):
    message: Mapping[str, Any]
    numbers: bytes = b""
    size: int = 0  # bytes of the message as it arrived


class Quota:
    """What one submission may still send; reading so much takes the marker less than some five CPU seconds."""

    def __init__(self, share: float = 1) -> None:
        self._received, self._built, self._fragments = share * MAX_RECEIVED, share * MAX_BUILT, share * MAX_FRAGMENTS

    @property
    def used_up(self) -> bool:
        return min(self._received, self._built, self._fragments) < 0

    def spend(self, *, received: int = 0, built: int = 0, fragments: int = 0) -> None:
        """Spend bytes, units of building and fragments (MalformedFrame if not enough is left)."""
        self._received -= received
        self._built -= built
        self._fragments -= fragments
        if self.used_up:
            raise MalformedFrame("more than a submission may send")


class FrameBuffer:
    """Collects bytes and cuts them into frames."""

    def __init__(self) -> None:
        self._data = bytearray()
        self.begun_at: float | None = None
        """When the present incomplete frame was first seen; None without one."""

    def add(self, data: bytes) -> None:
        self._data += data

    def take(self) -> Frame | None:
        """Return the next frame, None if it is incomplete (MalformedFrame if it is too long or no message)."""
        size, extra = HEADER.unpack_from(self._data) if len(self._data) >= HEADER.size else (0, 0)
        if size > MAX_JSON or extra > MAX_NUMBERS:
            raise MalformedFrame(f"a frame of {size} + {extra} bytes")
        end = HEADER.size + size + extra
        if len(self._data) < end:
            if self._data and self.begun_at is None:
                self.begun_at = time.monotonic()
            return None
        self.begun_at = None
        text, numbers = bytes(self._data[HEADER.size : HEADER.size + size]), bytes(self._data[end - extra : end])
        del self._data[:end]
        return Frame(_known_message(text) if size <= SHORT else _message(text), numbers, size)


def _refused(number: str) -> NoReturn:
    raise MalformedFrame(f"{number[:MAX_DIGITS]} in a frame")


def _integer(digits: str) -> int:
    # Turning a million digits into a number takes minutes.
    return int(digits) if len(digits) <= MAX_DIGITS else _refused(digits)


def checked(entry: object, shape: Any) -> Any:  # noqa: ANN401 - of the shape that is given
    """
    Return a part of a message as a `shape` of msgspec, a type with limits (MalformedFrame for any other part).

    No shape may be a union of a tuple and a type with limits: for these, msgspec 0.22 reads outside of its memory.
    """
    try:
        return msgspec.convert(entry, shape)
    except ValueError as error:
        raise MalformedFrame("not what the inside writes") from error


JSON = json.JSONDecoder(parse_int=_integer, parse_float=_refused, parse_constant=_refused)
"""Numbers with a fraction are refused: floats travel as text, so that each float has one spelling."""


def _message(text: bytes) -> Mapping[str, Any]:
    if text.count(b"[") + text.count(b"{") > MAX_CONTAINERS:
        raise MalformedFrame("too many lists in a frame")
    try:
        message = JSON.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise MalformedFrame("not JSON") from error
    if type(message) is not dict or type(message.get("type")) is not str:
        raise MalformedFrame("not a message")
    return message


_known_message = lru_cache(MAX_SHORT)(_message)


def as_json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def packed(message: Mapping[str, Any], numbers: bytes = b"", known_answers: bytes = b"") -> bytes:
    """Return a frame to send inside; `known_answers`, if not empty, is a field in JSON."""
    text = as_json(message)
    if known_answers:
        text = text[:-1] + b',"known_answers":' + known_answers + b"}"
    return HEADER.pack(len(text), len(numbers)) + text + numbers


def encoded(value: Value) -> Any:  # noqa: ANN401 - JSON
    """Encode an argument, which is our own data, as tagged JSON: tuples and lists of numbers, texts and None."""
    if isinstance(value, (list, tuple)):
        return ["l" if isinstance(value, list) else "t", *map(encoded, value)]
    return value


def packed_calls(calls: Sequence[Call], *, one_by_one: bool, pairing: Pairing = Pairing.NONE) -> bytes:
    """Return the frame that asks for `calls`; a `CallBatch` that was asked for recently is not packed again."""
    if isinstance(calls, CallBatch):
        return _packed_once(calls, one_by_one, pairing)
    return _packed(CallBatch.of(calls), one_by_one, pairing)


def packed_count(calls: Sequence[Call]) -> bytes:
    """Return the frame that asks how many events each of `calls` has."""
    return _packed(CallBatch.of(calls), one_by_one=False, pairing=Pairing.NONE, count=True)


def packed_recording(what: Literal["trace", "lines"], call: Call) -> bytes:
    """Return the frame that asks for one call whose search, or whose lines, are recorded."""
    return packed({what: call.function, "board": call.board, "extra": [*map(encoded, call.extra)]})


def packed_loop(calls: Sequence[Call], after: float, inside: Mapping[str, float]) -> bytes:
    """
    Return the frame that asks whether the call that runs after so many CPU seconds is in an endless loop.

    If functions are named, with CPU seconds, it asks whether the call stays `inside` one of them for longer.
    """
    functions, boards = [call.function for call in calls], "".join(call.board for call in calls)
    extras = [[*map(encoded, call.extra)] for call in calls]
    return packed({"loop": functions, "boards": boards, "extras": extras, "after": after, "inside": {**inside}})


def _packed(calls: CallBatch, one_by_one: bool, pairing: Pairing, count: bool = False) -> bytes:  # noqa: FBT001, FBT002 - the cache's key
    """Pack calls; each function, board and tuple of further arguments is sent once."""
    functions, boards, extras = _places(calls.functions), _places(calls.boards), _places(calls.extras)
    numbers = array.array("H", bytes(2 * 3 * len(calls)))
    # From lists, which takes a third of the time of other iterables.
    numbers[0::3] = array.array("H", [*map(functions.__getitem__, calls.functions)])
    numbers[1::3] = array.array("H", [*map(boards.__getitem__, calls.boards)])
    numbers[2::3] = array.array("H", [*map(extras.__getitem__, calls.extras)])
    message = {
        "functions": list(functions),
        "boards": "".join(boards),
        "extras": [encoded(extra) for extra in extras],
        "one_by_one": one_by_one,
        "count": count,
        "pairing": pairing.value,
    }
    return packed(message, numbers.tobytes())


_packed_once = lru_cache(MAX_KEPT)(_packed)


def _places(items: Iterable[T]) -> dict[T, int]:
    return {item: at for at, item in enumerate(dict.fromkeys(items))}


CHUNK = 1 << 16
BACKLOG = 64
"""The most chunks that reader threads hold; the rest of a flood stays in its pipe."""


Arrival: TypeAlias = tuple[int, bytes]
"""A descriptor and the bytes that arrived on it; none, once, if the other side closed it."""


class PolledInbox:
    """Asks the kernel which pipes have data; unlike `select`, `poll` serves more than a thousand descriptors."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        """Read `descriptors`; the caller closes them."""
        self._poll = select.poll()
        for descriptor in descriptors:
            self._poll.register(descriptor, select.POLLIN)

    def wait(self, seconds: float) -> Sequence[Arrival]:
        """Return what arrived within `seconds`: one read from each descriptor that is ready."""
        found = []
        for descriptor, _event in self._poll.poll(seconds * 1000):
            data = os.read(descriptor, CHUNK)
            if not data:  # closed: otherwise every poll would report the descriptor as ready
                self._poll.unregister(descriptor)
            found.append((descriptor, data))
        return found

    def close(self) -> None:
        """Do nothing: the descriptors are the caller's."""


class ThreadedInbox:
    """Reads with a thread per pipe, on systems that cannot poll pipes (Windows)."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        """Read duplicates of `descriptors`: their numbers may be reused while a thread still reads."""
        self._arrived: queue.Queue[Arrival] = queue.Queue(BACKLOG)
        self._over = False
        for descriptor in descriptors:
            threading.Thread(target=self._read, args=(descriptor, os.dup(descriptor)), daemon=True).start()

    def wait(self, seconds: float) -> Sequence[Arrival]:
        """Return what arrived within `seconds`: of one descriptor at most."""
        try:
            return [self._arrived.get(timeout=seconds)]
        except queue.Empty:
            return []

    def close(self) -> None:
        """Drop what has arrived, and so release threads that wait for space; each ends when its pipe is closed."""
        self._over = True
        with contextlib.suppress(queue.Empty):
            while True:
                self._arrived.get_nowait()

    def _read(self, descriptor: int, duplicate: int) -> None:
        """Read `duplicate`, a copy of `descriptor`, until the other side closes."""
        data = b"."
        while data and not self._over:
            try:
                data = os.read(duplicate, CHUNK)
            except OSError:
                data = b""
            self._arrived.put((descriptor, data))
        os.close(duplicate)


def inbox(descriptors: Sequence[int]) -> PolledInbox | ThreadedInbox:
    return PolledInbox(descriptors) if hasattr(select, "poll") else ThreadedInbox(descriptors)


def read(descriptor: int, size: int, seconds: float) -> bytes:
    """Read `size` bytes; fewer if the other side closes or, on systems with `poll`, is silent for `seconds`."""
    poll = select.poll() if hasattr(select, "poll") else None
    if poll is not None:
        poll.register(descriptor, select.POLLIN)
    data = b""
    while len(data) < size and (poll is None or poll.poll(seconds * 1000)):
        part = os.read(descriptor, size - len(data))
        if not part:
            break
        data += part
    return data


def write(descriptor: int, data: bytes, seconds: float) -> None:
    """Write `data`; give up if the other side closes, or has not read everything after `seconds`."""
    if not hasattr(select, "poll"):
        writer = threading.Thread(target=_write_all, args=(os.dup(descriptor), data), daemon=True)
        writer.start()
        writer.join(seconds)
        return
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    os.set_blocking(descriptor, False)
    rest = memoryview(data)
    until = time.monotonic() + seconds
    with contextlib.suppress(BrokenPipeError):
        while rest and poll.poll(max(0.0, until - time.monotonic()) * 1000):
            with contextlib.suppress(BlockingIOError):  # the reader may make the pipe smaller after the poll
                rest = rest[os.write(descriptor, rest) :]


def _write_all(duplicate: int, data: bytes) -> None:
    rest = memoryview(data)
    with contextlib.suppress(OSError):
        while rest:
            rest = rest[os.write(duplicate, rest) :]
    os.close(duplicate)
