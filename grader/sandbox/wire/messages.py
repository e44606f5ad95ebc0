"""
Readers of the messages of the inside and of their fields; `grader/sandbox/inside/agent.py` lists all messages.

What arrives may be hostile: sizes and types are checked before anything is built, and every reader raises
MalformedFrame for what the inside never writes. Which call an answer belongs to, how a call ended and its CPU time are
judged outside; every field is a claim of the inside.
"""

from __future__ import annotations

import array
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grader.model.answer import Answer, LeftOut, Raised, Refusal, Value
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import CONTAINER_COST, MAX_INT, Frame, MalformedFrame, Quota
from grader.sandbox.wire.source_text import SourceText, type_name
from grader.sandbox.wire.value_decoder import ValueDecoder, decode_value

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
"""A name that is shown: no sentence can be handed out as one."""
MAX_PLACE = 80
MAX_COLUMN = 10_000


def read_refusal(entry: object) -> Refusal | None:
    """Decode ``[code, name, file:line]``, or null."""
    if entry is None:
        return None
    if type(entry) is not list or len(entry) != 3:  # noqa: PLR2004 - the three named above
        raise MalformedFrame("not a refusal")
    what, name, at = entry
    if type(what) is not str or what not in REFUSED or type(name) is not str:
        raise MalformedFrame("not a refusal")
    last = name.replace("\\", "/").rpartition("/")[2]  # no path of the machine that grades
    return Refusal(what=REFUSED[what], name=last if PLAIN_NAME.fullmatch(last) else "", at=read_place(at))


def read_place(at: object) -> str | None:
    """Return ``file:line`` as it was sent, sanitized, or None."""
    if not (at is None or type(at) is str):
        raise MalformedFrame("not a place")
    return None if at is None else sanitize(at, MAX_PLACE)


MAX_OUTPUT = 2_000
CLOCK_USES = ("slept", "looked", "alarmed")
"""Fields that say what the submission did with clocks."""
MAX_NAMES = 50
"""Names in one list: functions, missing modules or constants, each of which a person may read."""

UNNAMED = "Exception"
"""What stands for the name of an exception that is no identifier."""

END_OF_KIND = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


def read_text(entry: object, max_length: int) -> str:
    """Return a text of at most `max_length` characters."""
    if type(entry) is not str or len(entry) > max_length:
        raise MalformedFrame("not a text")
    return entry


def read_names(entry: object, most: int) -> tuple[str, ...]:
    """Return the names in a list, each sanitized and cut to `most` characters."""
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise MalformedFrame("not a list of names")
    return tuple(sanitize(name, most) for name in entry)


class ExceptionClaim(NamedTuple):
    """What the inside reports of an exception, and how the call ended according to it."""

    end: ChildEnd
    raised: Raised


def read_exception(entry: object, column: object = 0) -> ExceptionClaim:
    """Decode ``[kind, type, message, file:line, refusal]``, and the column in a line that Python could not read."""
    if type(column) is not int or not 0 <= column <= MAX_COLUMN:
        raise MalformedFrame("not a column")
    if type(entry) is not list or len(entry) != 5:  # noqa: PLR2004 - the five named above
        raise MalformedFrame("not an exception")
    kind, name, message, at, refusal = entry
    if any(type(text) is not str for text in (kind, name, message)) or kind not in END_OF_KIND:
        raise MalformedFrame("not an exception")
    place, refused = read_place(at), read_refusal(refusal)
    raised = Raised(
        type=type_name(name) or UNNAMED, message=sanitize(message, 200), at=place, refused=refused, column=column
    )
    return ExceptionClaim(END_OF_KIND[kind], raised)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The end of what a probe printed up to a frame."""

    raw_tail: str
    characters: int
    clocks: frozenset[str]
    """Those of `CLOCK_USES` that were reported."""

    @property
    def tail(self) -> str:
        """The tail, safe to show. Most frames end output that nobody keeps, so it is made when it is read."""
        return sanitize(self.raw_tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")


def read_printed(frame: Frame) -> Printed:
    """Read the fields that close an import, a list of calls or a dialogue."""
    tail, characters = frame.message.get("tail"), frame.message.get("characters")
    if type(tail) is not str or type(characters) is not int or not 0 <= characters < MAX_INT:
        raise MalformedFrame("not an end")
    clocks = frozenset(name for name in CLOCK_USES if frame.message.get(name) is True)
    return Printed(raw_tail=tail, characters=characters, clocks=clocks)


MAX_FRESH = 16 << 20
"""Bytes that all outcomes of one list of calls may take together."""
MAX_DISTINCT = 21_000
"""Different outcomes in one list of calls: the longest lists hold some 16,000 calls."""
MAX_SPELLINGS = 4
"""For how many ways to write the three cells decoded boards are kept between submissions."""


class AnswerDecoder:
    """
    Turns the outcomes of one list of calls into answers.

    An outcome is an object with one of ``value`` (a tagged value), ``printed`` (a text) and ``raised`` (an exception);
    ``after`` holds the board if the call changed it, ``shares`` is true if the answer contains a row of the board.
    """

    def __init__(self, constants: Mapping[str, Value], quota: Quota | None = None) -> None:
        """Take the module's cells by symbol, and the quota that all answers of the submission share."""
        self._values = ValueDecoder(constants)
        self._boards = _boards_of(constants)
        self._quota = quota or Quota()
        self._answers: list[Answer] = []
        self._size = 0

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
        """Decode one outcome (MalformedFrame if it is none)."""
        if type(entry) is not dict:
            raise MalformedFrame("not an outcome")
        values = self._values
        if len(entry) == 1 and "value" in entry and self._boards is not None:
            known = self._boards.answer(entry["value"])
            if known is not None:
                self._quota.spend(built=2 * CONTAINER_COST)
                return known
        after = values.decode(entry["after"]) if "after" in entry else None
        if "printed" in entry:
            answer = Answer(end=ChildEnd.RETURNED, value=read_text(entry["printed"], MAX_OUTPUT), after=after)
        elif "raised" in entry:
            claim = read_exception(entry["raised"])
            answer = Answer(end=claim.end, raised=claim.raised, after=after)
        elif "value" in entry:
            value, shares = values.decode(entry["value"]), entry.get("shares") is True
            answer = Answer(end=ChildEnd.RETURNED, value=value, after=after, shares_rows=shares)
        else:
            raise MalformedFrame("not an outcome")
        self._quota.spend(built=CONTAINER_COST + values.take_cost())
        return answer


class _SharedBoards:
    """Answers that are boards, one object for each board; submissions that write their cells alike share them."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._values = ValueDecoder(constants)
        self._answers: dict[str, Answer] = {}

    def answer(self, entry: object) -> Answer | None:
        if type(entry) is not list or len(entry) != 2 or entry[0] != "B" or type(entry[1]) is not str:  # noqa: PLR2004 - tag and cells
            return None
        known = self._answers.get(entry[1])
        if known is None:
            known = Answer(end=ChildEnd.RETURNED, value=self._values.decode(entry))
            self._answers[entry[1]] = known
        return known


def _boards_of(constants: Mapping[str, Value]) -> _SharedBoards | None:
    """Return the kept boards if all cells are texts or None; other values may equal a value of another type."""
    plain = all(value is None or type(value) is str for value in constants.values())
    return _kept_boards(tuple(constants.items())) if plain else None


@lru_cache(MAX_SPELLINGS)
def _kept_boards(constants: tuple[tuple[str, Value], ...]) -> _SharedBoards:
    return _SharedBoards(dict(constants))


MAX_NAME = 80
"""Characters of the name of a missing module or constant."""
MAX_LEFT_OUT = 20
MAX_PARAMETERS = 10_000
"""Parameters of one function."""
MAX_ENDLESS = 10
"""Statements that never stop asking for input: each costs one more import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """What the submission's module looks like once it is imported."""

    constants: Mapping[str, Value]
    """Its cells by symbol."""
    functions: Mapping[str, int | None]
    """For each name expected: how many positional parameters; -1 if unknown, None if it is missing."""
    missing: tuple[str, ...]
    """Constants it does not define."""
    placeholders: tuple[str, ...]
    """Modules it imports that are not installed here."""
    left_out: tuple[LeftOut, ...] = ()
    """Top-level statements that were left out, at most 20."""
    talked_at: tuple[str, ...] = ()
    """Top-level statements in which the dialogue function asked for input."""


def read_module(frame: Frame, spec: ModuleSpec, source: SourceText) -> Module:
    """
    Read the ``ready`` frame of a module that `spec` describes (MalformedFrame if it is none).

    Names of missing modules that are not in `source`, the text of the submission, are left out.
    """
    message = frame.message
    symbols, functions = [cell.symbol for cell in spec.cells], [function.name for function in spec.functions]
    constants, parameters = message.get("constants"), message.get("functions")
    if type(constants) is not dict or type(parameters) is not dict:
        raise MalformedFrame("not a module")
    if set(constants) != set(symbols) or set(parameters) != set(functions):
        raise MalformedFrame("another module than the one asked for")
    if not all(
        count is None or (type(count) is int and -1 <= count <= MAX_PARAMETERS) for count in parameters.values()
    ):
        raise MalformedFrame("not a signature")
    names = dict.fromkeys(symbols)
    cells = {symbol: decode_value(entry, names) for symbol, entry in constants.items()}
    try:
        distinct = {(type(cell), cell) for cell in cells.values()}
    except TypeError as error:
        raise MalformedFrame("cells that cannot be told apart") from error
    if len(distinct) < len(cells):
        raise MalformedFrame("cells that cannot be told apart")
    missing = read_names(message.get("missing"), MAX_NAME)
    if not {cell.attribute for cell in spec.cells}.issuperset(missing):
        raise MalformedFrame("constants that were not asked for")
    return Module(
        constants=cells,
        functions=dict(parameters),
        missing=missing,
        placeholders=tuple(filter(source.has_name, read_names(message.get("placeholders"), MAX_NAME))),
        left_out=tuple(map(_read_left_out, _read_list(message.get("left_out", []), MAX_LEFT_OUT))),
        talked_at=read_names(_read_list(message.get("talked_at", []), MAX_LEFT_OUT), MAX_NAME),
    )


class EndlessStatement(NamedTuple):
    """A top-level statement that never stopped asking for input; the next import leaves it out."""

    line: int
    talked: bool
    """Whether the dialogue function was running."""


def read_endless(frame: Frame, known: Sequence[EndlessStatement]) -> EndlessStatement:
    """Read which statement never stopped asking; it must not be `known` already, and ten at most may be known."""
    line, talked = frame.message.get("line"), frame.message.get("talked")
    repeated = any(line == statement.line for statement in known)
    if type(line) is not int or type(talked) is not bool or repeated or len(known) >= MAX_ENDLESS:
        raise MalformedFrame("not a statement that never ends")
    return EndlessStatement(line, talked)


def _read_left_out(entry: object) -> LeftOut:
    if type(entry) is not list or len(entry) != 4 or type(entry[0]) is not str:  # noqa: PLR2004 - its four fields
        raise MalformedFrame("not a statement")
    at, raised, asked, talked = entry
    if type(asked) is not bool or type(talked) is not bool:
        raise MalformedFrame("not a statement")
    return LeftOut(at=sanitize(at, MAX_PLACE), raised=read_exception(raised).raised, asked=asked, talked=talked)


def _read_list(entry: object, max_length: int) -> list[object]:
    if type(entry) is not list or len(entry) > max_length:
        raise MalformedFrame("not a list")
    return entry
