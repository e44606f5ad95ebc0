"""
Turns the message of a recorded search, which may be hostile, into a `SearchTrace`.

Some programs pass the next move together with the board before it. All calls of such a function name an empty cell, and
the positions that they ask for come after that move.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, partial
from itertools import takewhile
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from grader.game.board import FREE, turn, with_mark
from grader.model.reason import Reason, reason
from grader.model.search_trace import SearchCall, SearchTrace
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import MAX_INT, Frame, MalformedFrame, checked
from grader.sandbox.wire.source_text import LAMBDA, MAX_NAME, SourceText

Part: TypeAlias = float | tuple[float, float] | None

SIDE = 3
CELLS = SIDE * SIDE


def cell_at(parts: tuple[Part, ...], places: tuple[int, ...]) -> int | None:
    """Return the cell that the parts at `places` name by number or by row and column, None if they name no cell."""
    numbers: list[float | None] = []
    for part in (parts[place] for place in places):
        numbers.extend(part if isinstance(part, tuple) else [part])
    cells = [int(number) for number in numbers if number is not None and number in range(CELLS)]
    if len(cells) != len(numbers):
        return None
    if len(cells) == 1:
        return cells[0]
    if len(cells) == 2 and max(cells) < SIDE:  # noqa: PLR2004 - row and column
        return SIDE * cells[0] + cells[1]
    return None


SAID_ENDS = frozenset({ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT, ChildEnd.GARBLED})


def explain_end(end: ChildEnd) -> Reason:
    """Return why a process with this end left no recording."""
    return reason(f"unwatched_{end.name.lower()}") if end in SAID_ENDS else reason("unwatched_ended", end=end.value)


Slot: TypeAlias = tuple[int, ...]
"""Places among the arguments: of a pair, of a cell's number, or of row and column."""


class RecordedCall(NamedTuple):
    function: int
    parent: int | None
    board: str | None
    arguments: tuple[Part, ...]
    looked_at: tuple[int, ...]


def asked_positions(calls: Sequence[RecordedCall]) -> list[str | None]:
    children: list[list[str]] = [[] for _call in calls]
    by_function: defaultdict[int, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        by_function[call.function].append(index)
        if call.parent is not None and call.board is not None:
            children[call.parent].append(call.board)
    boards = [call.board for call in calls]
    for indices in by_function.values():
        # A call at the root may have no move.
        longest = max(len(calls[index].arguments) for index in indices)
        moving = [index for index in indices if len(calls[index].arguments) == longest]
        slot = _slot([calls[index] for index in moving], [children[index] for index in moving], longest)
        for index in moving if slot is not None else ():
            boards[index] = _after(calls[index], slot or ())
    return boards


def _slot(calls: Sequence[RecordedCall], children: Sequence[Sequence[str]], length: int) -> Slot | None:
    """Return where the calls of one function have a move that comes before all they ask for, None if nowhere."""
    slots = [slot for place in range(length) for slot in ((place,), (place, place + 1)) if slot[-1] < length]
    for slot in slots:
        afters = [*takewhile(bool, (_after(call, slot) for call in calls))]
        if len(afters) < len(calls):
            continue
        asked = [board == after for after, below in zip(afters, children, strict=True) for board in below]
        looked = [call.looked_at == (cell_at(call.arguments, slot),) for call in calls if call.looked_at]
        if asked + looked and all(asked + looked):
            return slot
    return None


def _after(call: RecordedCall, slot: Slot) -> str | None:
    """Return the board of `call` after the move in `slot`; None if there is no such move."""
    cell = cell_at(call.arguments, slot)
    if cell is None or call.board is None or call.board[cell] != FREE:
        return None
    return with_mark(call.board, cell, turn(call.board))


ROW_BYTES = 12
MAX_FUNCTIONS = 500
MAX_ENTRIES = 1 << 16
MAX_ARGUMENTS = 6
MAX_DIGITS = 32
"""The most characters of a number that is written as text."""
NO_PARENT = 0xFFFFFFFF
UNKNOWN = 0xFFFF
SYMBOLS = ".XO"
SWAPPED = str.maketrans("XO", "OX")
UNNAMED = "?"
"""The shown name of a function whose name does not stand in the file."""


NUMBER: TypeAlias = Annotated[int, Meta(gt=-MAX_INT, lt=MAX_INT)] | Annotated[str, Meta(max_length=MAX_DIGITS)]


class _Message(Struct):
    functions: Annotated[list[Annotated[str, Meta(max_length=MAX_NAME)]], Meta(max_length=MAX_FUNCTIONS)]
    arguments: Annotated[list[Annotated[list[object], Meta(max_length=MAX_ARGUMENTS)]], Meta(max_length=MAX_ENTRIES)]
    move: Annotated[int, Meta(ge=0, lt=CELLS)] | None
    raised: bool
    recursive: bool
    events: int
    cut: Literal["", "too_many_calls", "too_long", "no_positions", "recursive_late", "recording_ended"]


class _Columns(NamedTuple):
    """The numbers of a recording: five for each call."""

    parents: Sequence[int]
    functions: Sequence[int]
    positions: Sequence[int]
    arguments: Sequence[int]
    looked_at: Sequence[int]


def read_trace(frame: Frame, start: str, source: SourceText, known: str) -> SearchTrace:
    """Return the recorded search (MalformedFrame for a forged message), without unknown names and positions."""
    columns, message = _columns(frame.numbers), checked(frame.message, _Message)
    functions, arguments = _calls(message, columns, source, known)
    positions = [*map(cache(partial(_board, start)), columns.positions)]
    if positions[0] != start:
        raise MalformedFrame("a search from another position")
    parents = [_parent(parent, index) for index, parent in enumerate(columns.parents)]
    looked_at = [*map(_cells, columns.looked_at)]
    asked = asked_positions([*map(RecordedCall, columns.functions, parents, positions, arguments, looked_at)])
    seen = [cells if board == before else () for cells, board, before in zip(looked_at, asked, positions, strict=True)]
    cut = message.cut or ("other_boards" if message.recursive and None in asked else "")
    return SearchTrace(
        start=start,
        calls=tuple(map(SearchCall, parents, functions, asked, seen)),
        complete=not cut,
        why=reason(f"unwatched_{cut}") if cut else None,
        move=message.move,
        raised=message.raised,
        recursive=message.recursive,
        events=message.events,
    )


def _calls(
    message: _Message, columns: _Columns, source: SourceText, known: str
) -> tuple[Sequence[str], Sequence[tuple[Part, ...]]]:
    """Return the names and arguments of all calls, by their numbers in tables of the message."""
    names = [_name(entry, source, known) for entry in message.functions]
    arguments = [tuple(map(_part, entry)) for entry in message.arguments]
    try:
        return [names[number] for number in columns.functions], [arguments[number] for number in columns.arguments]
    except IndexError as error:
        raise MalformedFrame("a call of nothing") from error


def _columns(numbers: bytes) -> _Columns:
    count, rest = divmod(len(numbers), ROW_BYTES)
    if rest or not count:
        raise MalformedFrame("a recording of no calls")
    parents, others = array("I", numbers[: 4 * count]), array("H", numbers[4 * count :])
    return _Columns(parents, *(others[at * count : (at + 1) * count] for at in range(4)))


def _name(entry: str, source: SourceText, known: str) -> str:
    if entry == LAMBDA:
        return "lambda"
    return entry if entry == known or source.defines(entry) else UNNAMED


def _part(entry: object) -> Part:
    if not isinstance(entry, list):
        return _number(entry)
    first, second = checked(entry, tuple[object, object])
    return _number(first), _number(second)


def _number(entry: object) -> float:
    """Return a number that is written as number or as text (MalformedFrame for all else, NaN too)."""
    given = checked(entry, NUMBER)
    try:
        number: float = float(given) if isinstance(given, str) else given
    except ValueError as error:
        raise MalformedFrame("not a number") from error
    if math.isnan(number):
        raise MalformedFrame("not a number")
    return number


def _parent(parent: int, index: int) -> int | None:
    if index == 0 and parent == NO_PARENT:
        return None
    if index == 0 or parent >= index:
        raise MalformedFrame("a call from nowhere")
    return parent


@cache
def _cells(bits: int) -> tuple[int, ...]:
    if bits >> CELLS:
        raise MalformedFrame("not cells")
    return tuple(cell for cell in range(CELLS) if bits >> cell & 1) if bits else ()


def _board(start: str, number: int) -> str | None:
    """Return a board by its number; None for a board that no game reaches from the start."""
    if number == UNKNOWN:
        return None
    if number >= len(SYMBOLS) ** CELLS:
        raise MalformedFrame("not a position")
    digits = []
    for _cell in range(CELLS):
        number, digit = divmod(number, len(SYMBOLS))
        digits.append(SYMBOLS[digit])
    board = "".join(reversed(digits))
    # Some programs exchange the players after each move, so that X always moves.
    swapped = board.translate(SWAPPED) if start.strip(".") else board
    return next((one for one in (board, swapped) if _is_reached(one, start)), None)


def _is_reached(board: str, start: str) -> bool:
    kept = all(before in (".", after) for before, after in zip(start, board, strict=True))
    return kept and 0 <= board.count("X") - board.count("O") <= 1
