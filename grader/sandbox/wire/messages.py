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
from functools import lru_cache

from grader.model.answer import Answer, Raised, Value
from grader.model.dialogue import LeftOut
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.quota import BUILT, Quota
from grader.sandbox.wire.value_decoder import MAX_INT, Values, decoded

MAX_FRESH = 16 << 20
"""Bytes that all outcomes of one list of calls may take together."""
MAX_NAMES = 50
"""Imports that are not here, or constants that are missing: each becomes a note that a person reads."""
MAX_OUTPUT = 2_000
MAX_PLACE = 80
MAX_LEFT = 20
MAX_ENDLESS = 10
"""Statements that ask for input for ever, each of which costs an import."""
MAX_DISTINCT = 21_000
MAX_SPELLINGS = 4
"""Ways to write the cells whose boards are kept."""

ENDS = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


class Decoder:
    """Turns the outcomes of one list of calls into answers; equal outcomes become the same object."""

    def __init__(self, constants: Mapping[str, Value], quota: Quota | None = None) -> None:
        """Take the module's cells by symbol, and the room that its answers share."""
        self._values = Values(constants)
        self._boards = _boards_of(constants)
        self._room = quota or Quota()
        self._answers: list[Answer] = []
        self._size = 0

    def answers(self, frame: Frame, most: int) -> list[Answer]:
        """Return the answers in `frame`, at most `most` of them (Garbled when there are more, or none)."""
        fresh = frame.message.get("fresh")
        self._size += frame.size
        if type(fresh) is not list or len(self._answers) + len(fresh) > MAX_DISTINCT or self._size > MAX_FRESH:
            raise MalformedFrame("too many different answers")
        self._answers.extend(map(self.answer, fresh))
        if len(frame.numbers) % 4 or not frame.numbers:
            raise MalformedFrame("not a list of answers")
        numbers = array.array("I", frame.numbers)
        if len(numbers) > most or max(numbers) >= len(self._answers):
            raise MalformedFrame("more answers than calls")
        return list(map(self._answers.__getitem__, numbers))

    def answer(self, entry: object) -> Answer:
        """Decode one outcome."""
        if type(entry) is not dict:
            raise MalformedFrame("not an outcome")
        values = self._values
        if len(entry) == 1 and "value" in entry and self._boards is not None:
            known = self._boards.answer(entry["value"])
            if known is not None:
                self._room.take(built=2 * BUILT)
                return known
        after = values.whole(entry["after"]) if "after" in entry else None
        if "printed" in entry:
            answer = Answer(end=ChildEnd.RETURNED, value=text_of(entry["printed"], MAX_OUTPUT), after=after)
        elif "raised" in entry:
            end, raised = decoded_exception(entry["raised"])
            answer = Answer(end=end, raised=raised, after=after)
        elif "value" in entry:
            value, shares = values.whole(entry["value"]), entry.get("shares") is True
            answer = Answer(end=ChildEnd.RETURNED, value=value, after=after, shares_rows=shares)
        else:
            raise MalformedFrame("not an outcome")
        self._room.take(built=BUILT + values.cost())
        return answer


class _Boards:
    """Boards as most modules write them: the answers of all submissions that are one of them are the same object."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._values = Values(constants)
        self._answers: dict[str, Answer] = {}

    def answer(self, entry: object) -> Answer | None:
        if type(entry) is not list or len(entry) != 2 or entry[0] != "B" or type(entry[1]) is not str:  # noqa: PLR2004
            return None
        known = self._answers.get(entry[1])
        if known is None:
            known = Answer(end=ChildEnd.RETURNED, value=self._values.whole(entry))
            self._answers[entry[1]] = known
        return known


def _boards_of(constants: Mapping[str, Value]) -> _Boards | None:
    """Return the boards of these cells where they are texts or None, which equal nothing but themselves."""
    plain = all(value is None or type(value) is str for value in constants.values())
    return _kept_boards(tuple(constants.items())) if plain else None


@lru_cache(MAX_SPELLINGS)
def _kept_boards(constants: tuple[tuple[str, Value], ...]) -> _Boards:
    return _Boards(dict(constants))


def text_of(entry: object, most: int) -> str:
    """Return a text of at most `most` characters (Garbled when it is anything else)."""
    if type(entry) is not str or len(entry) > most:
        raise MalformedFrame("not a text")
    return entry


def decoded_exception(entry: object) -> tuple[ChildEnd, Raised]:
    """Decode ``[kind, type, message, file:line]``."""
    if type(entry) is not list or len(entry) != 4:  # noqa: PLR2004 - the four named above
        raise MalformedFrame("not an exception")
    kind, name, message, at = entry
    if any(type(text) is not str for text in (kind, name, message)) or kind not in ENDS:
        raise MalformedFrame("not an exception")
    if not (at is None or type(at) is str):
        raise MalformedFrame("not an exception")
    place = sanitize(at, MAX_PLACE) if at is not None else None
    return ENDS[kind], Raised(type=sanitize(name, 80), message=sanitize(message, 200), at=place)


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
        raise MalformedFrame("not an end")
    text = sanitize(tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")
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
    left_out: tuple[LeftOut, ...] = ()
    """Top-level statements that were left out."""
    talked_at: tuple[str, ...] = ()
    """Top-level statements in which the function that talks asked for input."""


def described_module(frame: Frame, symbols: Sequence[str], functions: Sequence[str]) -> Module:
    """Read the ``ready`` frame."""
    message = frame.message
    constants, shapes = message.get("constants"), message.get("functions")
    if type(constants) is not dict or type(shapes) is not dict:
        raise MalformedFrame("not a module")
    if set(constants) != set(symbols) or set(shapes) != set(functions):
        raise MalformedFrame("another module than the one asked for")
    if any(not (count is None or type(count) is int) for count in shapes.values()):
        raise MalformedFrame("not a signature")
    names = dict.fromkeys(symbols)
    cells = {symbol: decoded(entry, names) for symbol, entry in constants.items()}
    try:
        distinct = {(type(cell), cell) for cell in cells.values()}
    except TypeError as error:
        raise MalformedFrame("cells that cannot be told apart") from error
    if len(distinct) < len(cells):
        raise MalformedFrame("cells that cannot be told apart")
    return Module(
        constants=cells,
        functions=dict(shapes),
        missing=_names(message.get("missing")),
        placeholders=_names(message.get("placeholders")),
        left_out=tuple(map(_left_out, _at_most(message.get("left_out", []), MAX_LEFT))),
        talked_at=tuple(_names(_at_most(message.get("talked_at", []), MAX_LEFT))),
    )


def endless(frame: Frame, known: Sequence[int]) -> tuple[int, bool]:
    """Read which line's statement asked for input for ever, none of those `known`, and whether it talked."""
    line, talked = frame.message.get("line"), frame.message.get("talked")
    if type(line) is not int or type(talked) is not bool or line in known or len(known) >= MAX_ENDLESS:
        raise MalformedFrame("not a statement that never ends")
    return line, talked


def _left_out(entry: object) -> LeftOut:
    if type(entry) is not list or len(entry) != 4 or type(entry[0]) is not str:  # noqa: PLR2004 - its four fields
        raise MalformedFrame("not a statement")
    at, raised, asked, talked = entry
    if type(asked) is not bool or type(talked) is not bool:
        raise MalformedFrame("not a statement")
    return LeftOut(at=sanitize(at, MAX_PLACE), raised=decoded_exception(raised)[1], asked=asked, talked=talked)


def _at_most(entry: object, most: int) -> list[object]:
    if type(entry) is not list or len(entry) > most:
        raise MalformedFrame("not a list")
    return entry


def _names(entry: object) -> tuple[str, ...]:
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise MalformedFrame("not a list of names")
    return tuple(sanitize(name, 80) for name in entry)
