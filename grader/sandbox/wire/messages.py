"""
Reads answers and the fields of messages from the inside; `grader/sandbox/inside/agent.py` lists all messages.

Messages may be hostile: sizes and types are checked before anything is built, and every reader raises MalformedFrame
for a field that the inside never writes. Every field is a claim of the inside. The call of an answer, the end of a call
and its CPU time are judged outside.
"""

from __future__ import annotations

import array
import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from grader.model.answer import Answer, CellConstant, Opaque, Raised, Refusal, Value, unordered
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import CONTAINER_COST, MAX_INT, Frame, MalformedFrame, Quota, checked
from grader.sandbox.wire.source_text import type_name

REFUSED = {
    "thread": "starts a thread",
    "process": "starts a process",
    "network": "uses the network",
    "database": "opens a database",
    "temporary": "makes a temporary file",
    "write": "writes a file",
    "read": "reads a file",
    "path": "uses a file or folder",
    "module": "uses a module that needs a screen or raw memory",
    "trace": "traces its own code",
    "terminal": "asks for a terminal",
    "system": "asks the system for something",
}
"""What the code does, by the code that crosses the wall."""
PLAIN_NAME = re.compile(r"[\w.-]{1,80}")
"""A name that is shown: no sentence fits it."""
MAX_PLACE = 80
MAX_COLUMN = 10_000


MAX_NAMES = 50
"""The most names in one list: functions, missing modules or constants, each of which a person may read."""
REFUSAL = tuple[str, str, str | None]
"""Code, name, ``file:line``."""
EXCEPTION = tuple[str, str, str, str | None, REFUSAL | None]
"""Kind, type, message, ``file:line``, what was refused."""
COLUMN = Annotated[int, Meta(ge=0, le=MAX_COLUMN)]
NAMES = Annotated[list[str], Meta(max_length=MAX_NAMES)]


def _read_refusal(what: str, name: str, at: str | None) -> Refusal:
    if what not in REFUSED:
        raise MalformedFrame("not a refusal")
    last = name.replace("\\", "/").rpartition("/")[2]  # no path of the machine that grades
    return Refusal(what=REFUSED[what], name=last if PLAIN_NAME.fullmatch(last) else "", at=_place(at))


def _place(at: str | None) -> str | None:
    return None if at is None else sanitize(at, MAX_PLACE)


MAX_OUTPUT = 2_000
OUTPUT = Annotated[str, Meta(max_length=MAX_OUTPUT)]
CLOCK_USES = ("slept", "looked", "alarmed")
"""Fields about the submission's use of clocks."""
UNNAMED = "Exception"
"""The shown name of an exception whose name is no identifier."""

END_OF_KIND = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


def read_names(entry: object, most: int) -> tuple[str, ...]:
    """Return the names in a list, each sanitized and cut to `most` characters."""
    return tuple(sanitize(name, most) for name in checked(entry, NAMES))


def read_exception(entry: object, column: object = 0) -> tuple[ChildEnd, Raised]:
    """Decode ``[kind, type, message, file:line, refusal]``, and the column of a syntax error: two claims."""
    kind, name, message, at, refusal = checked(entry, EXCEPTION)
    if kind not in END_OF_KIND:
        raise MalformedFrame("not an exception")
    raised = Raised(
        type=type_name(name) or UNNAMED,
        message=sanitize(message, 200),
        at=_place(at),
        refused=None if refusal is None else _read_refusal(*refusal),
        column=checked(column, COLUMN),
    )
    return END_OF_KIND[kind], raised


class Printed(Struct, frozen=True, kw_only=True):
    """The end of what a probe printed up to a frame."""

    raw_tail: str
    characters: int
    clocks: frozenset[str]

    @property
    def tail(self) -> str:
        """The tail, safe to show; made when it is read, because most tails are dropped."""
        return sanitize(self.raw_tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")


def read_printed(frame: Frame) -> Printed:
    """Read the fields that close an import, a list of calls or a dialogue."""
    tail, characters = frame.message.get("tail"), frame.message.get("characters")
    if type(tail) is not str or type(characters) is not int or not 0 <= characters < MAX_INT:
        raise MalformedFrame("not an end")
    clocks = frozenset(name for name in CLOCK_USES if frame.message.get(name) is True)
    return Printed(raw_tail=tail, characters=characters, clocks=clocks)


MAX_DEPTH = 10
MAX_ITEMS = 1_000
MAX_TEXT = 1_000
CELLS = 9

OBJECT = "an object"
"""The description of a value that is no plain data: one of a few phrases, with at most the name of a class."""
FIXED = frozenset({OBJECT, "too deeply nested", "one of too many different answers"})
BEFORE_NAMES = (f"{OBJECT} of type ", "the class ")
"""How descriptions begin that end with the name of a class."""
COUNTED = re.compile(r"int of \d{1,12} bits|str of \d{1,12} characters")
TOO_LONG = re.compile(r"(\w{1,80}) of (\d{1,12} items, more than an answer has)")


class ValueDecoder:
    """Decodes values, each within its budget of items."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._constants = constants
        self._row = cache(lambda symbols: [constants[symbol] for symbol in symbols])
        """Returns a row of three cells by their symbols. Answers share rows: the marker never changes one."""
        self._items_left = MAX_ITEMS
        self._built = 0

    def take_cost(self) -> int:
        """Return the units of building that values have cost since the last call of this method."""
        cost, self._built = self._built, 0
        return cost

    def decode(self, entry: object) -> Value:
        self._items_left = MAX_ITEMS
        return self._value(entry, 0)

    def _value(self, entry: Any, depth: int) -> Value:  # noqa: ANN401 - JSON
        kind = type(entry)
        self._items_left -= 1
        self._built += CONTAINER_COST if kind is list else 1
        if depth > MAX_DEPTH or self._items_left < 0:
            raise MalformedFrame("a value that is too deep or too long")
        if kind is list and entry and type(entry[0]) is str:
            return self._tagged(entry[0], entry[1:], depth + 1)
        small = kind is int and -MAX_INT < entry < MAX_INT
        if entry is None or kind is bool or small or (kind is str and len(entry) <= MAX_TEXT):
            plain: Value = entry
            return plain
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
                return [self._row(text[0:3]), self._row(text[3:6]), self._row(text[6:9])]
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
    """Return a description from inside, or the phrase for any object if the inside never writes such a description."""
    if text in FIXED or COUNTED.fullmatch(text):
        return text
    if any(text.startswith(each) and type_name(text.removeprefix(each)) for each in BEFORE_NAMES):
        return text
    found = TOO_LONG.fullmatch(text)
    return text if found is not None and type_name(found[1]) else OBJECT


MAX_FRESH = 16 << 20
"""The most bytes of all outcomes of one list of calls."""
MAX_DISTINCT = 21_000
"""The most different outcomes in one list of calls: the longest lists hold some 16,000 calls."""


class AnswerDecoder:
    """
    Turns the outcomes of one list of calls into answers.

    An outcome is an object with one of ``value`` (a tagged value), ``printed`` (a text) and ``raised`` (an exception);
    ``after`` holds the board if the call changed it, ``shares`` is true if the answer contains a row of the board.
    """

    def __init__(self, constants: Mapping[str, Value], quota: Quota | None = None) -> None:
        """Take the module's cells by symbol, and the quota that all answers of the submission share."""
        self._values = ValueDecoder(constants)
        self._quota = quota or Quota()
        self._answers: list[Answer] = []
        self._size = 0
        self.out_of_memory = False
        """Whether a call has used up the memory."""

    def answers(self, frame: Frame, max_answers: int) -> list[Answer]:
        """Return the answers in `frame` (MalformedFrame if it holds none, or more than `max_answers`)."""
        fresh = frame.message.get("fresh")
        self._size += frame.size
        if type(fresh) is not list or len(self._answers) + len(fresh) > MAX_DISTINCT or self._size > MAX_FRESH:
            raise MalformedFrame("too many different answers")
        self._answers.extend(map(self.answer, fresh))
        if len(frame.numbers) % 4 or not frame.numbers:
            raise MalformedFrame("not a list of answers")
        numbers = array.array("I", frame.numbers)
        if len(numbers) > max_answers or max(numbers) >= len(self._answers):
            raise MalformedFrame("more answers than calls")
        return list(map(self._answers.__getitem__, numbers))

    def answer(self, entry: object) -> Answer:
        """Decode one outcome (MalformedFrame for anything else)."""
        if type(entry) is not dict:
            raise MalformedFrame("not an outcome")
        values = self._values
        after = values.decode(entry["after"]) if "after" in entry else None
        if "printed" in entry:
            answer = Answer(end=ChildEnd.RETURNED, value=checked(entry["printed"], OUTPUT), after=after)
        elif "raised" in entry:
            end, raised = read_exception(entry["raised"])
            answer = Answer(end=end, raised=raised, after=after)
            self.out_of_memory = self.out_of_memory or end is ChildEnd.MEMORY_LIMIT
        elif "value" in entry:
            value, shares = values.decode(entry["value"]), entry.get("shares") is True
            answer = Answer(end=ChildEnd.RETURNED, value=value, after=after, shares_rows=shares)
        else:
            raise MalformedFrame("not an outcome")
        self._quota.spend(built=CONTAINER_COST + values.take_cost())
        return answer
