"""Fuzzed messages from inside: each becomes plain data of the closed set and clean text, or `MalformedFrame`."""

from __future__ import annotations

import array
import contextlib
import copy
import dataclasses
import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.answer import Answer, CellConstant, Opaque, Raised, Unordered
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import MAX_INT, Frame, MalformedFrame
from grader.sandbox.wire.messages import (
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_OUTPUT,
    MAX_TEXT,
    AnswerDecoder,
    Printed,
    ValueDecoder,
    read_exception,
    read_printed,
)
from grader.sandbox.wire.module import Module, read_module
from grader.sandbox.wire.source_text import SourceText
from tests.fixture_folders import SLOW
from tests.sandbox.sandbox_helpers import MODULE_SPEC

HASTY = settings(max_examples=150)
SPEC = dataclasses.replace(MODULE_SPEC, functions=(MODULE_SPEC.functions[0], MODULE_SPEC.functions[2]))
SOURCE = SourceText(["import numpy"])
SYMBOLS = ["X", "O", "."]
CONSTANTS: dict[str, Any] = {"X": "X", "O": 1.5, ".": None}
PLAIN = {type(None), bool, int, float, str, list, tuple, Unordered, Opaque, CellConstant}
TAGS = ["l", "t", "s", "F", "d", "?", "m", "B", "f", "", "L", "ll", "\ud800"]

NASTY = [
    None, True, False, 0, -1, 1 << 53, (1 << 53) - 1, -(1 << 53), 1 - (1 << 53), 10**19,
    "", "X", "nan", "-inf", "1e999", "1e-999", "1_0", "٣", " 1 ", "0x1p3", "XO.......", "XO......?", "exception",
    "exit", "memory", "\ud800", "\x1b[2J", "::error::x", "\0" * 5, "a" * 1000, "a" * 1001,
    [], {}, ["l"], ["t", 1, 2], ["s", 1, True], ["s", ["l"]], ["d", ["t", 1, 2]], ["d", ["t", ["s"], 2]], 2 * [["F"]],
    ["f", "nan"], ["f", "infinity"], ["f", "1" * 400], ["f", 1], ["?", "x" * 1000], ["?"], ["m", "."], ["m", "Z"],
    ["B", "XO......."], ["B", "XXXXXXXX"], ["l", *[0] * 998], ["l", *[0] * 1000],
    {"value": 1}, {"raised": ["exit", "E", "m", None]},
]  # fmt: skip
"""Values at the limits of what is accepted, and beyond them."""
junk = st.recursive(
    st.sampled_from(NASTY),
    lambda inner: (
        st.builds(lambda tag, items: [tag, *items], st.sampled_from(TAGS), st.lists(inner, max_size=4))
        | st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["value", "raised", "after", "shares", "x", "\ud800"]), inner, max_size=3)
        | inner.map(lambda item: ["l", ["t", ["l", ["t", ["l", ["t", ["l", ["t", item]]]]]]]])
    ),
    max_leaves=12,
)
READY = {
    "type": "ready",
    "constants": {"X": ["m", "X"], "O": "O", ".": None},
    "functions": {"ask": 1, "move": None},
    "missing": ["EMPTY"],
    "placeholders": ["numpy"],
    "left_out": [["a.py:3", ["exception", "E", "m", "a.py:1", None], True, False]],
    "talked_at": ["a.py:3"],
    "tail": "x",
    "characters": 1,
    "slept": False,
}
ANSWERS = {
    "type": "answers",
    "fresh": [
        {"value": ["B", "XO......."], "after": ["l", ["B", "........."]], "shares": True},
        {"raised": ["exception", "E", "m", "tictactoe.py:3", None]},
        {"value": ["s", ["t", 0, 1], ["f", "1.5"], ["?", "an object"]]},
    ],
}


def places(value: object, way: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield the way to everything in a message."""
    yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*way, key))


def replaced(message: dict[str, Any], way: tuple[object, ...], value: object) -> dict[str, Any]:
    """Return the message with `value` where `way` leads."""
    whole: Any = [copy.deepcopy(message)]
    place = whole
    for key in (0, *way)[:-1]:
        place = place[key]
    place[(0, *way)[-1]] = value
    return whole[0]  # type: ignore[no-any-return] # a message of any type


def refuse_foreign(value: object, depth: int = 0) -> int:
    """Fail for anything that is not of the closed set; return how many items it has."""
    assert type(value) in PLAIN
    assert depth <= MAX_DEPTH + 1
    if isinstance(value, int):
        assert -MAX_INT < value < MAX_INT
    if isinstance(value, str):
        assert len(value) <= MAX_TEXT
    if isinstance(value, Opaque):
        assert sanitize(value.description) == value.description
    if isinstance(value, CellConstant):
        assert value.name in SYMBOLS
    inner = value.members if isinstance(value, Unordered) else value
    if not isinstance(inner, list | tuple):
        return 1
    return 1 + sum(refuse_foreign(item, depth + 1) for item in inner)


def refuse_foreign_answer(answer: Answer) -> None:
    """Fail for an answer that a judge could not rely on."""
    assert answer.end in {ChildEnd.RETURNED, ChildEnd.RAISED, ChildEnd.EXITED, ChildEnd.MEMORY_LIMIT}
    # A board's nine cells travel as one item, and so does a pair of a dict.
    assert refuse_foreign(answer.value) + refuse_foreign(answer.after) <= 2 * 13 * MAX_ITEMS
    assert type(answer.shares_rows) is bool
    if answer.raised is not None:
        refuse_foreign_text(answer.raised)


def refuse_foreign_text(raised: Raised) -> None:
    """Fail for an exception whose texts are not clean and short."""
    for text in (raised.type, raised.message, raised.at or ""):
        assert sanitize(text) == text
        assert len(text) <= 200


@HASTY
@given(junk)
def test_any_value_is_plain_or_garbled(entry: Any) -> None:  # noqa: ANN401 - JSON
    """Of exact types, no deeper and no longer than agreed, and it can be compared and shown."""
    with contextlib.suppress(MalformedFrame):
        value = ValueDecoder(CONSTANTS).decode(entry)
        assert refuse_foreign(value) <= 13 * MAX_ITEMS
        assert (value == copy.deepcopy(value)) in {True, False}
        assert repr(value)


@HASTY
@given(junk)
def test_any_exception_is_text_or_garbled(entry: Any) -> None:  # noqa: ANN401 - JSON
    """For any kind, type, message and place in the frame."""
    for claim in (entry, [entry, "E", "m", None], ["exit", entry, "m", None], ["exit", "E", entry, entry], [entry] * 4):
        with contextlib.suppress(MalformedFrame):
            end, raised = read_exception(claim)
            assert end in {ChildEnd.RAISED, ChildEnd.EXITED, ChildEnd.MEMORY_LIMIT}
            refuse_foreign_text(raised)


def refuse_foreign_module(message: Any) -> None:  # noqa: ANN401 - JSON
    """Fail unless the message describes a module and an end that can be relied on, or is garbled."""
    if not isinstance(message, dict):
        return
    with contextlib.suppress(MalformedFrame):
        module = read_module(Frame(message), SPEC, SOURCE)
        assert type(module) is Module
        assert set(module.constants) == set(SYMBOLS)
        assert set(module.functions) == {"ask", "move"}
        assert all(count is None or type(count) is int for count in module.functions.values())
        assert len({(type(cell), cell) for cell in module.constants.values()}) == len(SYMBOLS)
        assert all(sanitize(name) == name and len(name) <= 80 for name in (*module.missing, *module.placeholders))
        assert max(len(module.left_out), len(module.talked_at)) <= 20
        assert all(type(one.asked) is type(one.talked) is bool for one in module.left_out)
        assert all(sanitize(one.at) == one.at and len(one.at) <= 80 for one in module.left_out)
    with contextlib.suppress(MalformedFrame):
        end = read_printed(Frame(message))
        assert type(end) is Printed
        assert 0 <= end.characters < MAX_INT
        assert len(end.tail) <= MAX_OUTPUT
        assert sanitize(end.tail, MAX_OUTPUT, keep="\n\t") == end.tail


def refuse_foreign_answers(message: Any, numbers: bytes, most: int) -> None:  # noqa: ANN401 - JSON
    """Fail unless the message holds answers that can be relied on, or is garbled."""
    if not isinstance(message, dict):
        return
    decoder = AnswerDecoder(CONSTANTS)
    for _ in range(2):  # a second frame may point at what came with the first
        try:
            answers = decoder.answers(Frame(message, numbers, 100), most)
        except MalformedFrame:
            return
        assert 1 <= len(answers) <= most
        named = dict(zip(array.array("I", numbers), answers, strict=True))
        assert all(named[number] is answer for number, answer in zip(array.array("I", numbers), answers, strict=True))
        for answer in answers:
            refuse_foreign_answer(answer)


NUMBERS = [b"", b"abc", *(array.array("I", some).tobytes() for some in ([0], [2, 2, 2], [0, 3], [1 << 31], [0] * 5))]


@SLOW
def test_every_part_replaced_by_everything_nasty() -> None:
    """Each part of a right message by each value at an edge, bare and behind each tag: no draw is needed for these."""
    nasty = [*NASTY, *([tag, value] for tag in TAGS for value in NASTY)]
    for way in places(READY):
        for value in nasty:
            refuse_foreign_module(replaced(READY, way, value))
    for way in places(ANSWERS):
        for value in nasty:
            refuse_foreign_answers(replaced(ANSWERS, way, value), NUMBERS[3], 3)
    for numbers in NUMBERS:
        refuse_foreign_answers(ANSWERS, numbers, 4)


@HASTY
@given(st.sampled_from(list(places(READY))), junk)
def test_any_module_is_described_or_garbled(way: tuple[object, ...], value: Any) -> None:  # noqa: ANN401 - JSON
    """One part of a right description is replaced by anything: what is described can be relied on."""
    refuse_foreign_module(replaced(READY, way, value))


@HASTY
@given(st.sampled_from(list(places(ANSWERS))), junk, st.binary(max_size=20) | st.sampled_from(NUMBERS))
def test_any_answers_are_answers_or_garbled(way: tuple[object, ...], value: Any, numbers: bytes) -> None:  # noqa: ANN401
    """Never more than were asked for, each of the closed set, the same outcome the same object."""
    refuse_foreign_answers(replaced(ANSWERS, way, value), numbers, 4)


@pytest.mark.parametrize(("lists", "taken"), [(9, True), (10, False)])
def test_items_are_counted_in_the_whole_value(lists: int, *, taken: bool) -> None:
    """Many short lists are as long as one long list."""
    with contextlib.nullcontext() if taken else pytest.raises(MalformedFrame):
        refuse_foreign(ValueDecoder(CONSTANTS).decode(["l", *[["t", *[1] * 99]] * lists]))


@pytest.mark.parametrize(
    "text", ["nan", "-NaN", "inf", "-Infinity", "1e999", "-1e999", "1e-999", "-0.0", "1" * 999, "٣", "1_0"]
)
def test_any_float_that_python_reads_is_a_float(text: str) -> None:
    """Infinite, none at all or out of range: a float of Python's, which no right answer equals by mistake."""
    value = ValueDecoder(CONSTANTS).decode(["f", text])

    assert type(value) is float
    assert math.isnan(value) or math.isinf(value) or value == float(text)


@pytest.mark.parametrize(
    ("number", "taken"), [(MAX_INT - 1, True), (1 - MAX_INT, True), (MAX_INT, False), (-MAX_INT, False)]
)
def test_whole_numbers_end_where_json_is_exact(number: int, *, taken: bool) -> None:
    """2 ** 53 is the first that another reader of JSON could take for its neighbour."""
    with contextlib.nullcontext() if taken else pytest.raises(MalformedFrame):
        assert ValueDecoder(CONSTANTS).decode(number) == number
