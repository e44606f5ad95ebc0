"""What arrives from inside the wall is hostile: any bytes become frames, values or `MalformedFrame`, nothing else."""

from __future__ import annotations

import array
import contextlib
import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.answer import Answer, Call, CallBatch, CellConstant, Opaque, Unordered, Value, unordered
from grader.model.verdict import ChildEnd
from grader.sandbox.running.dialogues import read_events
from grader.sandbox.wire import frames as framing
from grader.sandbox.wire import messages
from grader.sandbox.wire.frames import HEADER, Frame, FrameBuffer, MalformedFrame, packed, packed_calls
from grader.sandbox.wire.messages import AnswerDecoder, ValueDecoder, read_exception, read_printed
from grader.sandbox.wire.module import EndlessStatement, read_endless, read_module
from grader.sandbox.wire.source_text import SourceText
from tests.sandbox.sandbox_helpers import MODULE_SPEC

SPEC = dataclasses.replace(MODULE_SPEC, functions=MODULE_SPEC.functions[:1])
NO_TEXT = SourceText([])
CONSTANTS: dict[str, Value] = {"X": "X", "O": "O", ".": None}
HASTY = settings(max_examples=80)

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=12)
    | st.sampled_from(
        ["l", "t", "s", "F", "d", "?", "m", "B", "f", "X", "nan", "\ud800", "exception", "value", "raised"]
    )
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
TAGGED = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda tag, items: [tag, *items],
        st.sampled_from(["l", "t", "s", "F", "d", "?", "m", "B", "f"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)
GOOD = [
    packed({"type": "answers", "fresh": [{"value": ["B", "XO......."]}]}, array.array("I", [0, 0]).tobytes()),
    packed(
        {"type": "answers", "fresh": [{"raised": ["exception", "E", "m", None, None]}]}, array.array("I", [0]).tobytes()
    ),
    packed({"type": "done", "tail": "", "characters": 0}),
]


def read_all(data: bytes) -> None:
    """Do everything with `data` that the grader does with a probe's output."""
    frames = FrameBuffer()
    frames.add(data)
    while (frame := frames.take()) is not None:
        for read in (
            lambda frame: AnswerDecoder(CONSTANTS).answers(frame, 5),
            lambda frame: read_exception(frame.message.get("raised")),
            read_printed,
            lambda frame: read_module(frame, SPEC, NO_TEXT),
            lambda frame: read_endless(frame, [EndlessStatement(7, talked=False)]),
            read_events,
        ):
            with contextlib.suppress(MalformedFrame):
                read(frame)


@HASTY
@given(st.binary(max_size=200))
def test_random_bytes_are_garbled_or_nothing(data: bytes) -> None:
    """No bytes make it raise anything except `MalformedFrame`."""
    with contextlib.suppress(MalformedFrame):
        read_all(data)


@HASTY
@given(
    st.sampled_from(GOOD),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=4),
    st.integers(0, 200),
)
def test_a_mutated_frame_is_garbled_or_read(frame: bytes, changes: list[tuple[int, int]], cut: int) -> None:
    """Neither flipped bytes nor a cut raise anything except `MalformedFrame`."""
    data = bytearray(frame)
    for at, byte in changes:
        data[at % len(data)] = byte
    with contextlib.suppress(MalformedFrame):
        read_all(bytes(data[:cut]) if cut < len(data) else bytes(data) + frame)


@HASTY
@given(JUNK, st.binary(max_size=9))
def test_any_json_is_garbled_or_read(message: Any, numbers: bytes) -> None:  # noqa: ANN401 - JSON
    """Wrong types in any place raise nothing except `MalformedFrame`."""
    keys = (
        *("type", "fresh", "raised", "tail", "characters", "constants", "functions", "missing", "placeholders"),
        *("left_out", "talked_at", "line", "talked", "events"),
    )
    with contextlib.suppress(MalformedFrame):
        read_all(packed({**dict.fromkeys(keys, message), "type": "answers"}, numbers))
    with contextlib.suppress(MalformedFrame):
        read_all(packed({"type": "answers", "fresh": [message, {"value": message}, {"raised": message}]}, numbers))
    with contextlib.suppress(MalformedFrame):
        read_all(packed({"type": "answers", "fresh": [{"printed": message}]}, numbers))
    with contextlib.suppress(MalformedFrame):
        read_exception([message, message, message, message])


@HASTY
@given(TAGGED)
def test_a_tagged_value_is_garbled_or_plain(entry: Any) -> None:  # noqa: ANN401 - JSON
    """What comes out is of the closed set of exact types, hashable where it must be, and can be compared."""
    try:
        value = ValueDecoder(CONSTANTS).decode(entry)
    except MalformedFrame:
        return
    assert type(value) in {type(None), bool, int, float, str, list, tuple, Unordered, Opaque, CellConstant}
    assert value == value or "nan" in repr(value)  # noqa: PLR0124 - that comparing raises nothing is the point


@pytest.mark.parametrize(
    "text",
    [
        b'{"type": NaN}',
        b'{"type": "x", "a": Infinity}',
        b'{"type": "x", "a": 1.5}',
        b'{"type": "x", "a": ' + b"1" * 1_000_000 + b"}",
        b'{"type": "x", "a": -' + b"9" * 21 + b"}",
        b"[" * 100_000,
        b'{"type":' * 50_000,
        b"[" * 1_000 + b"]" * 1_000,
        b'"type"',
        b"{}",
        b'{"type": ["answers"]}',
        b"\xff\xfe",
        '{"type": "x"}'.encode("utf-16"),
        b"\xef\xbb\xbf{}",
        b"",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_what_is_no_message_is_garbled(text: bytes) -> None:
    """Numbers we never send, depth, other encodings, other shapes."""
    frames = FrameBuffer()
    frames.add(HEADER.pack(len(text), 0) + text)

    with pytest.raises(MalformedFrame):
        frames.take()


@pytest.mark.parametrize("sizes", [(framing.MAX_JSON + 1, 0), (0, framing.MAX_NUMBERS + 1), (0xFFFFFFFF, 0xFFFFFFFF)])
def test_a_frame_that_is_too_big_is_refused_by_its_header(sizes: tuple[int, int]) -> None:
    """Nothing is collected for a frame that will be refused."""
    frames = FrameBuffer()
    frames.add(HEADER.pack(*sizes))

    with pytest.raises(MalformedFrame):
        frames.take()


def test_a_frame_arrives_byte_by_byte() -> None:
    """None until it is whole, then the frame, then what follows it."""
    frames = FrameBuffer()
    for byte in GOOD[2]:
        assert frames.take() is None
        frames.add(bytes([byte]))
    frames.add(GOOD[0])

    assert [frame.message["type"] for frame in (frames.take(), frames.take()) if frame] == ["done", "answers"]
    assert frames.take() is None


@pytest.mark.parametrize(
    ("fresh", "numbers", "most"),
    [
        ([], [0], 5),
        ([{"value": 1}], [1], 5),
        ([{"value": 1}], [], 5),
        ([{"value": 1}], [0] * 6, 5),
        ([{"value": 1}], [0xFFFFFFFF], 5),
        ([{"value": 1}] * (messages.MAX_DISTINCT + 1), [0], 5),
        ([{}], [0], 5),
        ([1], [0], 5),
        ({"value": 1}, [0], 5),
    ],
)
def test_answers_that_fit_no_calls_are_garbled(fresh: object, numbers: list[int], most: int) -> None:
    """Too many, too few, or pointing nowhere."""
    frame = Frame({"type": "answers", "fresh": fresh}, array.array("I", numbers).tobytes())

    with pytest.raises(MalformedFrame):
        AnswerDecoder(CONSTANTS).answers(frame, most)


def test_all_answers_of_a_list_share_one_budget() -> None:
    """Many big answers, each within its own limits, do not fill our memory."""
    frame = Frame({"type": "answers", "fresh": [{"value": 1}]}, array.array("I", [0]).tobytes(), framing.MAX_JSON)
    decoder = AnswerDecoder(CONSTANTS)

    for _ in range(messages.MAX_FRESH // framing.MAX_JSON):
        decoder.answers(frame, 1)

    with pytest.raises(MalformedFrame):
        decoder.answers(frame, 1)


def test_an_exception_of_a_strange_kind_is_garbled() -> None:
    """A kind that cannot even be looked up is none."""
    with pytest.raises(MalformedFrame):
        read_exception([["exception"], "E", "m", None])


@pytest.mark.parametrize(
    "entry",
    [
        ["s", ["l", 1]],
        ["d", ["t", ["l"], 1]],
        ["d", ["t", 1, 2, 3]],
        ["d", 1],
        ["f", "1,5"],
        ["f", 1],
        ["B", "XXXX"],
        ["B", "XXXXXXXX?"],
        ["m", "Z"],
        ["z", 1],
        [],
        [["l"]],
        {"l": 1},
        1 << 53,
        "x" * 1_001,
        ["l", *[1] * 1_001],
        json.loads("[" + '"l",[' * 11 + '"l"' + "]" * 12),
    ],
    ids=lambda entry: repr(entry)[:24],
)
def test_what_the_encoder_never_writes_is_garbled(entry: object) -> None:
    """Sets of lists, broken pairs, unknown tags, too long, too deep."""
    with pytest.raises(MalformedFrame):
        ValueDecoder(CONSTANTS).decode(entry)


@pytest.mark.parametrize("cell", [["l"], ["t", ["l"]], "O", ["s"], ["B", "XO......."]])
def test_cells_that_cannot_be_told_apart_are_garbled(cell: object) -> None:
    """The judge looks cells up by value, so they must differ."""
    message = {
        "type": "ready",
        "constants": {"X": cell, "O": "O", ".": None},
        "functions": {"ask": 1},
        "missing": [],
        "placeholders": [],
    }

    with pytest.raises(MalformedFrame):
        read_module(Frame(message), SPEC, NO_TEXT)


def test_members_with_one_hash_cost_no_more_than_others() -> None:
    """Python's own sets compare each of them with each: the work here is counted, not timed."""
    compared = 0

    class Counting(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

        def __hash__(self) -> int:
            return 1

    for kind in ("set", "frozenset", "dict"):
        one, other = (unordered(kind, [Counting(at) for at in range(500)]) for _ in range(2))
        assert one == other
    assert compared <= 3 * 500


def test_a_set_is_taken_apart_whatever_the_order_of_its_members() -> None:
    """Equal ones are equal, their members stand in one order, and none is there twice."""
    entries = [["s", 3, "a", 1], ["s", "a", 1, 3, 3]]

    assert [unordered("set", [3, 1, "a"])] * 2 == [ValueDecoder(CONSTANTS).decode(entry) for entry in entries]
    assert ValueDecoder(CONSTANTS).decode(["F", 1]) != ValueDecoder(CONSTANTS).decode(["s", 1])


def test_the_exact_type_of_an_answer_is_kept() -> None:
    """1, 1.0 and True stay three different answers."""
    values = [ValueDecoder(CONSTANTS).decode(entry) for entry in (1, ["f", "1.0"], True)]

    assert [(type(value), value) for value in values] == [(int, 1), (float, 1.0), (bool, True)]


def test_equal_outcomes_become_one_answer() -> None:
    """A judgement of one may be kept for all."""
    frame = Frame({"type": "answers", "fresh": [{"value": ["B", "X........"]}]}, array.array("I", [0, 0]).tobytes())

    first, second = AnswerDecoder(CONSTANTS).answers(frame, 2)

    assert first is second
    assert first.value == [["X", None, None], [None, None, None], [None, None, None]]


def test_what_is_claimed_of_an_exception_is_cleaned() -> None:
    """Escape sequences and addresses of the student's text do not reach a report; a type's name is an identifier."""
    entry = {
        "raised": ["exit", "Bad\x1b[31m", "at 0x7f0011223344", "tictactoe.py:3\n", None],
        "after": ["B", "........."],
    }
    answer = AnswerDecoder(CONSTANTS).answer(entry)

    assert isinstance(answer, Answer)
    assert answer.end is ChildEnd.EXITED
    assert str(answer.raised) == "Exception: at 0x…"
    assert answer.raised is not None
    assert answer.raised.at == "tictactoe.py:3\\x0a"


def test_each_board_travels_once() -> None:
    """A list of calls names its boards, functions and further arguments once and points at them."""
    board = "X........"
    frames = FrameBuffer()
    frames.add(
        packed_calls([Call(function="move", board=board, extra=((0, at),)) for at in (1, 2, 1)], one_by_one=True)
    )
    # A request is a frame without a type: read what is ours as if it came from inside.
    text = bytes(frames._data)[HEADER.size :]  # noqa: SLF001 - there is no reader of requests outside
    message, _end = json.JSONDecoder().raw_decode(text.decode("latin-1"))

    assert message == {
        "functions": ["move"],
        "boards": board,
        "extras": [["t", ["t", 0, 1]], ["t", ["t", 0, 2]]],
        "one_by_one": True,
        "count": False,
        "pairing": "",
    }


LISTS = st.lists(
    st.tuples(
        st.sampled_from(["player", "result"]),
        st.sampled_from(["." * 9, "X........", "XO......."]),
        st.sampled_from([(), ((0, 0),), ((-1, 2),)]),
    ),
    max_size=12,
)


@HASTY
@given(LISTS, st.booleans())
def test_calls_in_columns_travel_as_the_same_calls_in_a_list(asked: list[tuple[str, str, Any]], single: bool) -> None:  # noqa: FBT001 - drawn
    """Asked once or again, with each call built on the way or none."""
    columns = CallBatch([call[0] for call in asked], [call[1] for call in asked], [call[2] for call in asked])
    alone = [Call(function=function, board=board, extra=extra) for function, board, extra in asked]

    assert alone == [*columns]
    for _time in (1, 2):
        assert packed_calls(alone, one_by_one=single) == packed_calls(columns, one_by_one=single)


def test_lists_of_calls_that_are_kept_packed_are_told_apart() -> None:
    """By which list it is, and by whether its calls are timed one by one."""
    one, other = (CallBatch(["player"], [board]) for board in ("." * 9, "X........"))
    frames = [packed_calls(calls, one_by_one=single) for calls in (one, other) for single in (False, True)]

    assert len(set(frames)) == len(frames)


@pytest.mark.parametrize(
    "cells", [{"X": "X", "O": "O", ".": None}, {"X": 1, "O": 0, ".": 2}, {"X": "O", "O": "X", ".": ""}]
)
def test_boards_are_those_of_the_module_that_sent_them(cells: dict[str, Value]) -> None:
    """However many modules there were before, and however they write their cells."""
    answer = AnswerDecoder(cells).answer({"value": ["B", "XO......."]})
    row = [cells["."]] * 3

    assert answer.value == [[cells["X"], cells["O"], cells["."]], row, row]
    assert (answer.end, answer.after, answer.shares_rows) == (ChildEnd.RETURNED, None, False)


@pytest.mark.parametrize("text", ["", "X", "XO......", "XO........", "XO.....Z.", "XO\ud800......"])
def test_a_board_of_other_size_or_cells_is_garbled(text: str) -> None:
    """Nine symbols and no other."""
    with pytest.raises(MalformedFrame):
        AnswerDecoder(CONSTANTS).answer({"value": ["B", text]})
