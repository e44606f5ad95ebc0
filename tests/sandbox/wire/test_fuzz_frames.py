"""Fuzzed bytes on the pipe from inside: frames or `MalformedFrame`, however they are cut, and little memory."""

from __future__ import annotations

import array
import itertools
import json
import tracemalloc
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.sandbox.wire import frames as framing
from grader.sandbox.wire.frames import HEADER, Frame, FrameBuffer, MalformedFrame, packed

HASTY = settings(max_examples=150)

WELL = [
    {"type": "ready", "constants": {"X": "X", "O": "O", ".": None}, "functions": {"ask": 1}, "missing": []},
    {"type": "answers", "fresh": [{"value": ["B", "XO......."]}, {"raised": ["exception", "E", "m", None, None]}]},
    {"type": "answers", "fresh": [{"value": ["s", ["t", 0, 1]], "after": ["B", "........."]}]},
    {"type": "done", "tail": "a\nb", "characters": 3, "slept": False},
]
NUMBERS = [b"", array.array("I", [0]).tobytes(), array.array("I", [0, 1, 0]).tobytes(), b"\xff" * 4, b"abc"]
frame_bytes = st.builds(packed, st.sampled_from(WELL), st.sampled_from(NUMBERS))

SCALARS = [
    "null", "true", "0", "-0", "-1", str((1 << 53) - 1), str(1 << 53), str(-(1 << 53)), "9" * 20, "9" * 21,
    "-" + "9" * 5000, "1.5", "1e999", "-1e-999", "1E5", "NaN", "Infinity", "-Infinity", "nan", "01", "+1", "0x1",
    "1_0", "", '""', '"x"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\n"', '"\\x"', "'x'", '"type"',
    '"answers"', '"' + "a" * 1001 + '"',
]  # fmt: skip
"""Numbers and texts of JSON, of what is nearly JSON, and of what we never send."""
json_texts = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda items: f"[{','.join(items)}]")
        | st.lists(
            st.tuples(st.sampled_from(['"type"', '"fresh"', '"a"', '"a"', "1", "null", '"\\ud800"']), inner), max_size=4
        ).map(lambda pairs: f"{{{','.join(f'{key}:{value}' for key, value in pairs)}}}")
        | inner.map(lambda item: "[" * 30 + item + "]" * 30)
    ),
    max_leaves=12,
)


def cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    """Return `data` in pieces, cut at `places`."""
    ends = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(ends)]


class ReadStream(NamedTuple):
    """What was read of a stream."""

    frames: list[Frame]
    garbled: bool
    """Whether it was garbled after these frames."""


def read(pieces: Sequence[bytes]) -> ReadStream:
    """Read a stream; only `MalformedFrame` is caught."""
    buffer, found = FrameBuffer(), []
    for piece in pieces:
        buffer.add(piece)
        try:
            while (frame := buffer.take()) is not None:
                found.append(frame)
        except MalformedFrame:
            return ReadStream(found, garbled=True)
    return ReadStream(found, garbled=False)


def sound(frame: Frame) -> bool:
    """Return whether a frame is of the kind that the rest of the code relies on."""
    message = frame.message
    return type(message) is dict and type(message["type"]) is str and type(frame.numbers) is bytes


@HASTY
@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=6))
def test_any_bytes_in_any_pieces_are_read_alike(data: bytes, places: list[int]) -> None:
    """Where a pipe happens to cut a stream changes nothing."""
    frames, garbled = read([data])

    assert read(cut(data, places)) == (frames, garbled)
    assert all(map(sound, frames))


@HASTY
@given(
    st.lists(frame_bytes, min_size=1, max_size=4),
    st.lists(
        st.tuples(
            st.sampled_from(["flip", "drop", "double", "insert", "length", "swap"]), st.integers(0), st.integers(0)
        ),
        max_size=5,
    ),
    st.lists(st.integers(0, 2000), max_size=4),
)
def test_a_stream_of_mutated_frames_is_read_or_garbled(
    stream: list[bytes], changes: list[tuple[str, int, int]], places: list[int]
) -> None:
    """Flipped bits, missing and doubled pieces, foreign bytes, other lengths, another order."""
    for kind, first, second in changes:
        stream = mutated(stream, kind, first, second)
    frames, garbled = read(cut(b"".join(stream), places))

    assert read([b"".join(stream)]) == (frames, garbled)
    assert all(map(sound, frames))


def mutated(stream: list[bytes], kind: str, first: int, second: int) -> list[bytes]:
    """Return the stream with one change, which `first` and `second` place."""
    at = first % len(stream)
    data = bytearray(stream[at])
    start = second % (len(data) + 1)
    end = min(len(data), start + 1 + first % 9)
    if kind == "flip" and start < len(data):
        data[start] ^= 1 << first % 8
    elif kind == "drop":
        del data[start:end]
    elif kind == "double":
        data[start:start] = data[start:end]
    elif kind == "insert":
        data[start:start] = first.to_bytes(first.bit_length() // 8 + 1, "little")
    elif kind == "length" and len(data) >= HEADER.size:
        HEADER.pack_into(
            data, 0, *((first % (1 << 32), second % (1 << 32)) if first % 2 else (first % 400, second % 9))
        )
    elif kind == "swap":
        other = second % len(stream)
        return [stream[{at: other, other: at}.get(place, place)] for place in range(len(stream))]
    return [*stream[:at], bytes(data), *stream[at + 1 :]]


AROUND = ['{{"type":"answers","x":{}}}', '{{"x":{},"type":"done"}}', '{{"type":{}}}', '{{{}:1,"type":"x"}}', "{}"]


def refuse_foreign(text: str) -> None:
    """Fail unless `text` is a message without numbers that we never send, or garbled."""
    data = text.encode()
    frames, garbled = read([HEADER.pack(len(data), 0) + data])
    assert len(frames) + garbled == 1
    assert all(map(sound, frames))
    assert not any(type(value) is float or (type(value) is int and abs(value) >= 10**20) for value in leaves(frames))


@HASTY
@given(json_texts, st.sampled_from(AROUND))
def test_any_json_is_a_message_or_garbled(text: str, around: str) -> None:
    """Numbers out of range, halves of characters, keys twice, keys that are none, depth."""
    refuse_foreign(around.format(text))


@pytest.mark.parametrize("around", AROUND)
def test_every_scalar_in_every_place(around: str) -> None:
    """Those that a draw may miss."""
    for text in SCALARS:
        refuse_foreign(around.format(text))
        refuse_foreign(around.format(f"[[{text}]]"))


def leaves(value: object) -> list[object]:
    """Return everything within frames that holds nothing else."""
    if isinstance(value, Frame):
        return leaves(value.message)
    if isinstance(value, dict):
        return [*value, *leaves([*value.values()])]
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("depth", [10, 900, 10_000, 1_000_000])
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_depth_alone_breaks_nothing(depth: int, start: str, end: str) -> None:
    """A nest of a million is refused by its size or by its depth."""
    for data in (start * depth, start * depth + "1" + end * depth):
        text = f'{{"type":"x","a":{data}}}'.encode()
        frames, garbled = read([HEADER.pack(len(text), 0) + text])
        assert len(frames) + garbled <= 1


@pytest.mark.parametrize("size", [(1 << 32) - 1, framing.MAX_JSON + 1, 1 << 31])
def test_a_huge_announcement_costs_nothing(size: int) -> None:
    """Four bytes are enough to refuse: nothing is set aside for what they announce."""
    tracemalloc.start()
    try:
        for header in ((size, 0), (2, max(size, framing.MAX_NUMBERS + 1)), (size, size)):
            assert read([HEADER.pack(*header)]) == ([], True)
        assert tracemalloc.get_traced_memory()[1] < 1 << 16
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "item",
    ["[]", "{}", '{"a":0}', "999", '"ab"', '"\\ud800"', "[" * 50 + "]" * 50, '["s"]', "null"],
    ids=lambda item: item[:9],
)
def test_memory_grows_with_the_bytes_only(item: str) -> None:
    """A message takes at most a fixed multiple of its bytes, so the cap on those is a cap on memory."""
    text = f'{{"type":"x","a":[{",".join([item] * ((1 << 18) // (len(item) + 1)))}]}}'.encode()
    data = HEADER.pack(len(text), 0) + text
    tracemalloc.start()
    try:
        read([data])
        assert tracemalloc.get_traced_memory()[1] < 64 * len(data)
    finally:
        tracemalloc.stop()


def test_a_stream_that_never_ends_is_never_collected() -> None:
    """Frames are taken as they come: what is kept is less than one frame, however many there were."""
    data = packed({"type": "answers", "fresh": []}, NUMBERS[1]) * 50
    buffer = FrameBuffer()
    taken = 0
    tracemalloc.start()
    try:
        for _ in range(200):
            buffer.add(data)
            while buffer.take() is not None:
                taken += 1
        assert taken == 200 * 50
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()


def test_a_key_that_comes_twice_counts_once() -> None:
    """The last one, as everywhere in JSON: there is no second reader that could see the first."""
    text = b'{"type":"answers","type":"done","tail":1,"tail":"x"}'

    ((frame,), garbled) = read([HEADER.pack(len(text), 0) + text])

    assert (frame.message, garbled) == ({"type": "done", "tail": "x"}, False)
    assert json.loads(text) == frame.message
