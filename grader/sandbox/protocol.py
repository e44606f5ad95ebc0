"""
Messages and values as they arrive from inside the wall: hostile until proven otherwise.

Sizes and types are checked before anything is built. Every field is either *judged outside* (which
call an answer belongs to, how a call ended, CPU time) or a *claim* of the inside (`Answer.after`, `Answer.shares_rows`,
which line raised, what was printed): `grader/model/answer.py` says which.
"""

from __future__ import annotations

import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.answer import Answer, Mark, Opaque, Raised, Value
from grader.model.text import clean
from grader.model.verdict import ChildEnd
from grader.sandbox.frames import Frame, Garbled
from grader.sandbox.room import BUILT, Room

MAX_FRESH = 16 << 20
"""Bytes that all outcomes of one list of calls may take together."""
MAX_DEPTH = 10
MAX_ITEMS = 1_000
MAX_NAMES = 50
"""Imports that are not here, or constants that are missing: each becomes a note that a person reads."""
MAX_INT = 1 << 53
MAX_TEXT = 1_000
MAX_OUTPUT = 2_000
MAX_DISTINCT = 21_000
CELLS = 9

ENDS = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


class Decoder:
    """Turns the outcomes of one list of calls into answers; equal outcomes become the same object."""

    def __init__(self, constants: Mapping[str, Value], room: Room | None = None) -> None:
        """Take the module's cells by symbol, and the room that its answers share."""
        self._constants = constants
        self._room = room or Room()
        self._answers: list[Answer] = []
        self._size = 0

    def answers(self, frame: Frame, most: int) -> list[Answer]:
        """Return the answers in `frame`, at most `most` of them (Garbled when there are more, or none)."""
        fresh = frame.message.get("fresh")
        self._size += frame.size
        if type(fresh) is not list or len(self._answers) + len(fresh) > MAX_DISTINCT or self._size > MAX_FRESH:
            raise Garbled("too many different answers")
        self._answers.extend(self.answer(entry) for entry in fresh)
        if len(frame.numbers) % 4 or not frame.numbers:
            raise Garbled("not a list of answers")
        numbers = array.array("I", frame.numbers)
        if len(numbers) > most or max(numbers) >= len(self._answers):
            raise Garbled("more answers than calls")
        return [self._answers[number] for number in numbers]

    def answer(self, entry: object) -> Answer:
        """Decode one outcome."""
        if type(entry) is not dict:
            raise Garbled("not an outcome")
        self._room.take(built=BUILT)
        after = self._value(entry["after"]) if "after" in entry else None
        if "raised" in entry:
            end, raised = decoded_exception(entry["raised"])
            return Answer(end=end, raised=raised, after=after)
        if "value" not in entry:
            raise Garbled("not an outcome")
        value = self._value(entry["value"])
        return Answer(end=ChildEnd.RETURNED, value=value, after=after, shares_rows=entry.get("shares") is True)

    def _value(self, entry: object) -> Value:
        values = _Values(self._constants)
        value = values.value(entry, 0)
        self._room.take(built=values.built)
        return value


def decoded_exception(entry: object) -> tuple[ChildEnd, Raised]:
    """Decode ``[kind, type, message, file:line]``."""
    if type(entry) is not list or len(entry) != 4:  # noqa: PLR2004 - the four named above
        raise Garbled("not an exception")
    kind, name, message, at = entry
    if any(type(text) is not str for text in (kind, name, message)) or kind not in ENDS:
        raise Garbled("not an exception")
    if not (at is None or type(at) is str):
        raise Garbled("not an exception")
    place = clean(at, 80) if at is not None else None
    return ENDS[kind], Raised(type=clean(name, 80), message=clean(message, 200), at=place)


def decoded(entry: object, constants: Mapping[str, Value]) -> Value:
    """Decode a tagged value into plain data of exact types; Garbled for anything the encoder does not write."""
    return _Values(constants).value(entry, 0)


class _Values:
    """Decodes one value within its budget of items."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._constants = constants
        self._room = MAX_ITEMS
        self.built = 0

    def value(self, entry: object, depth: int) -> Value:
        self._room -= 1
        self.built += BUILT if type(entry) is list else 1
        if depth > MAX_DEPTH or self._room < 0:
            raise Garbled("a value that is too deep or too long")
        if entry is None or type(entry) is bool:
            return entry
        if type(entry) is int and -MAX_INT < entry < MAX_INT:
            return entry
        if type(entry) is str and len(entry) <= MAX_TEXT:
            return entry
        if type(entry) is list and entry and type(entry[0]) is str:
            return self._tagged(entry[0], entry[1:], depth + 1)
        raise Garbled("not a value")

    def _tagged(self, tag: str, items: list[object], depth: int) -> Value:
        try:
            match tag:
                case "l":
                    return [self.value(item, depth) for item in items]
                case "t":
                    return tuple(self.value(item, depth) for item in items)
                case "s":
                    return {self.value(item, depth) for item in items}
                case "F":
                    return frozenset(self.value(item, depth) for item in items)
                case "d":
                    return dict(self._pair(item, depth) for item in items)
                case _:
                    return self._leaf(tag, items)
        except TypeError as error:  # unhashable: no set or dict of Python's could have held it
            raise Garbled("a set of values that cannot be in a set") from error

    def _pair(self, entry: object, depth: int) -> tuple[Value, Value]:
        pair = self.value(entry, depth)
        if type(pair) is not tuple or len(pair) != 2:  # noqa: PLR2004 - key and value
            raise Garbled("not a pair")
        return pair[0], pair[1]

    def _leaf(self, tag: str, items: list[object]) -> Value:
        text = items[0] if len(items) == 1 else None
        if type(text) is not str or len(text) > MAX_TEXT:
            raise Garbled(f"not a value: {tag[:20]!r}")
        if tag == "?":
            return Opaque(clean(text, 120))
        if tag == "m" and text in self._constants:
            return Mark(text)
        if tag == "B" and len(text) == CELLS and all(cell in self._constants for cell in text):
            cells = [self._constants[cell] for cell in text]
            return [cells[0:3], cells[3:6], cells[6:9]]
        if tag == "f":
            try:
                return float(text)
            except ValueError:
                pass
        raise Garbled(f"not a value: {tag[:20]!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The end of what a probe printed up to a frame (a claim)."""

    tail: str
    characters: int
    slept: bool


def printed(frame: Frame) -> Printed:
    """Read the fields that close a list of calls."""
    tail, characters = frame.message.get("tail"), frame.message.get("characters")
    if type(tail) is not str or type(characters) is not int or not 0 <= characters < MAX_INT:
        raise Garbled("not an end")
    text = clean(tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")
    return Printed(tail=text, characters=characters, slept=frame.message.get("slept") is True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """What the submission's module looks like once imported (claims, all of them)."""

    constants: Mapping[str, Value]
    """Its cells by symbol."""
    functions: Mapping[str, int | None]
    """For each name the sheet asks for: how many positional parameters, -1 unknown, None when it is not there."""
    missing: tuple[str, ...]
    """Constants it does not define."""
    placeholders: tuple[str, ...]
    """Modules it imports that are not here."""


def described_module(frame: Frame, symbols: Sequence[str], functions: Sequence[str]) -> Module:
    """Read the ``ready`` frame."""
    message = frame.message
    constants, shapes = message.get("constants"), message.get("functions")
    if type(constants) is not dict or type(shapes) is not dict:
        raise Garbled("not a module")
    if set(constants) != set(symbols) or set(shapes) != set(functions):
        raise Garbled("another module than the one asked for")
    if any(not (count is None or type(count) is int) for count in shapes.values()):
        raise Garbled("not a signature")
    names = dict.fromkeys(symbols)
    cells = {symbol: decoded(entry, names) for symbol, entry in constants.items()}
    try:
        distinct = {(type(cell), cell) for cell in cells.values()}
    except TypeError as error:
        raise Garbled("cells that cannot be told apart") from error
    if len(distinct) < len(cells):
        raise Garbled("cells that cannot be told apart")
    return Module(
        constants=cells,
        functions=dict(shapes),
        missing=_names(message.get("missing")),
        placeholders=_names(message.get("placeholders")),
    )


def _names(entry: object) -> tuple[str, ...]:
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise Garbled("not a list of names")
    return tuple(clean(name, 80) for name in entry)
