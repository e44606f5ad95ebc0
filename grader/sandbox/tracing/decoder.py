"""Turns the message of a recorded search into a `SearchTrace`; what arrives may be hostile."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.model.search_trace import SearchCall, SearchTrace
from grader.sandbox.tracing.asked_positions import RecordedCall, asked_positions
from grader.sandbox.tracing.cut import CUTS, OTHER_BOARDS
from grader.sandbox.tracing.moves import CELLS, Part
from grader.sandbox.tracing.returned_values import Returned, ReturnedOn, ValueMeaning, meanings
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import LAMBDA, MAX_NAME, SourceText
from grader.sandbox.wire.value_decoder import MAX_INT

ROW_BYTES = 14
MAX_FUNCTIONS = 500
MAX_ENTRIES = 1 << 16
MAX_PARTS, MAX_ARGUMENTS = 4, 6
PAIR = 2
MAX_DIGITS = 32
"""Characters of a number that is written as text."""
NO_PARENT = 0xFFFFFFFF
UNKNOWN = 0xFFFF
SYMBOLS = ".XO"
SWAPPED = str.maketrans("XO", "OX")
RAISED = "raised"
UNNAMED = "?"
"""What stands for a function whose name does not stand in the file."""


class _Outcome(NamedTuple):
    returned: Returned
    raised: bool


class _Columns(NamedTuple):
    """The numbers of a recording: six for each call."""

    parents: Sequence[int]
    functions: Sequence[int]
    positions: Sequence[int]
    arguments: Sequence[int]
    outcomes: Sequence[int]
    looked_at: Sequence[int]


class _Calls(NamedTuple):
    """The names, arguments and outcomes of all calls."""

    functions: Sequence[str]
    arguments: Sequence[tuple[Part, ...]]
    outcomes: Sequence[_Outcome]


def read_trace(frame: Frame, start: str, source: SourceText, known: str) -> SearchTrace:
    """
    Return the search that was recorded from `start` on (MalformedFrame if the inside never writes such a message).

    Names that stand neither in the file nor in `known` are not shown, and positions that no game reaches from `start`
    are left out.
    """
    message, columns = frame.message, _columns(frame.numbers)
    calls = _calls(message, columns, source, known)
    recursive, cut, events = message.get("recursive"), message.get("cut"), message.get("events")
    if type(recursive) is not bool or type(cut) is not str or cut not in CUTS or type(events) is not int:
        raise MalformedFrame("not a recording")
    boards = _BoardsByNumber(start)
    positions = [boards[number] for number in columns.positions]
    if positions[0] != start:
        raise MalformedFrame("a search from another position")
    parents = [_parent(parent, index) for index, parent in enumerate(columns.parents)]
    looked_at = [*map(_cells, columns.looked_at)]
    asked = asked_positions([*map(RecordedCall, columns.functions, parents, positions, calls.arguments, looked_at)])
    found = tuple(
        SearchCall(
            parent=parents[index],
            function=calls.functions[index],
            board=asked[index],
            value=meaning.value,
            move=meaning.move,
            raised=calls.outcomes[index].raised,
            numbers=tuple(part for part in calls.arguments[index] if isinstance(part, (int, float))),
            looked_at=looked_at[index] if asked[index] == positions[index] else (),
        )
        for index, meaning in enumerate(_meanings(columns.functions, calls.outcomes, asked))
    )
    why = CUTS[cut] or (OTHER_BOARDS if recursive and None in asked else "")
    return SearchTrace(start=start, calls=found, complete=not why, why=why, recursive=recursive, events=events)


def _calls(message: Mapping[str, object], columns: _Columns, source: SourceText, known: str) -> _Calls:
    """Return what the numbers of the calls stand for in the tables of the message."""
    names = [_name(entry, source, known) for entry in _list(message.get("functions"), MAX_FUNCTIONS)]
    arguments = [
        tuple(map(_argument, _list(entry, MAX_ARGUMENTS))) for entry in _list(message.get("arguments"), MAX_ENTRIES)
    ]
    outcomes = [*map(_outcome, _list(message.get("outcomes"), MAX_ENTRIES))]
    try:
        return _Calls(
            [names[number] for number in columns.functions],
            [arguments[number] for number in columns.arguments],
            [outcomes[number] for number in columns.outcomes],
        )
    except IndexError as error:
        raise MalformedFrame("a call of nothing") from error


def _columns(numbers: bytes) -> _Columns:
    count, rest = divmod(len(numbers), ROW_BYTES)
    if rest or not count:
        raise MalformedFrame("a recording of no calls")
    parents, others = array("I", numbers[: 4 * count]), array("H", numbers[4 * count :])
    return _Columns(parents, *(others[at * count : (at + 1) * count] for at in range(5)))


def _list(entry: object, most: int) -> list[object]:
    if type(entry) is not list or len(entry) > most:
        raise MalformedFrame("not a list")
    return entry


def _name(entry: object, source: SourceText, known: str) -> str:
    if type(entry) is not str or len(entry) > MAX_NAME:
        raise MalformedFrame("not a name")
    if entry == LAMBDA:
        return "lambda"
    return entry if entry == known or source.defines(entry) else UNNAMED


def _number(entry: object) -> float:
    """Return a number that is written as one, or as text (MalformedFrame for all else, NaN too)."""
    if type(entry) is int and -MAX_INT < entry < MAX_INT:
        return entry
    if type(entry) is str and len(entry) <= MAX_DIGITS:
        try:
            number = float(entry)
        except ValueError as error:
            raise MalformedFrame("not a number") from error
        if not math.isnan(number):
            return number
    raise MalformedFrame("not a number")


def _argument(entry: object) -> Part:
    return _number(entry) if type(entry) is not list else _part(entry)


def _outcome(entry: object) -> _Outcome:
    if entry is None or entry == RAISED:
        return _Outcome(None, entry is not None)
    if type(entry) is not list:
        return _Outcome(_number(entry), raised=False)
    return _Outcome(tuple(map(_part, _list(entry, MAX_PARTS))), raised=False)


def _part(entry: object) -> Part:
    if type(entry) is not list:
        return None if entry is None else _number(entry)
    if len(entry) != PAIR:
        raise MalformedFrame("not a pair")
    return _number(entry[0]), _number(entry[1])


def _parent(parent: int, index: int) -> int | None:
    if index == 0 and parent == NO_PARENT:
        return None
    if index == 0 or parent >= index:
        raise MalformedFrame("a call from nowhere")
    return parent


def _cells(bits: int) -> tuple[int, ...]:
    if bits >> CELLS:
        raise MalformedFrame("not cells")
    return tuple(cell for cell in range(CELLS) if bits >> cell & 1) if bits else ()


class _BoardsByNumber(dict[int, str | None]):
    """Boards by their number; None for one that no game reaches from the start."""

    def __init__(self, start: str) -> None:
        super().__init__()
        self._start = start
        self._ahead = start.count("X") - start.count("O")

    def __missing__(self, number: int) -> str | None:
        if number != UNKNOWN and number >= len(SYMBOLS) ** CELLS:
            raise MalformedFrame("not a position")
        found = self[number] = None if number == UNKNOWN else self._follows(number)
        return found

    def _follows(self, number: int) -> str | None:
        digits = []
        for _cell in range(CELLS):
            number, digit = divmod(number, len(SYMBOLS))
            digits.append(SYMBOLS[digit])
        board = "".join(reversed(digits))
        # Some programs exchange the players after each move, so that X always moves.
        swapped = board.translate(SWAPPED) if self._start.strip(".") else board
        return next((one for one in (board, swapped) if self._is_reached(one)), None)

    def _is_reached(self, board: str) -> bool:
        added = [after for before, after in zip(self._start, board, strict=True) if before != after]
        kept = all(before in (".", after) for before, after in zip(self._start, board, strict=True))
        return kept and 0 <= self._ahead + added.count("X") - added.count("O") <= 1


def _meanings(
    functions: Sequence[int], outcomes: Sequence[_Outcome], boards: Sequence[str | None]
) -> list[ValueMeaning]:
    """Return what came back from each call, read in the order that its function keeps."""
    found = [ValueMeaning()] * len(functions)
    calls: defaultdict[int, list[int]] = defaultdict(list)
    for index, function in enumerate(functions):
        calls[function].append(index)
    for indices in calls.values():
        answers = [ReturnedOn(outcomes[index].returned, boards[index]) for index in indices]
        for index, meaning in zip(indices, meanings(answers), strict=True):
            found[index] = meaning
    return found
