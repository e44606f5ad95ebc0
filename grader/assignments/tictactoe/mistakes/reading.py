"""Turns answers into tokens that tell mistakes apart; the token of an exception begins with ``!``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grader.assignments.exhaustive.mistakes import Token
from grader.assignments.exhaustive.oracle import CellSpelling, as_cells, cells_of_board
from grader.assignments.tictactoe.mistakes.result import EXCEPTION, NOTHING, OVERWRITTEN, RAISED
from grader.model.answer import Answer, Opaque, Unordered, Value, holds_opaque
from grader.model.verdict import ChildEnd

Reading: TypeAlias = "Callable[[Answer, CellSpelling], Token]"
MAX_TEXT = 200
"""The most characters of a value that is no answer of the assignment."""


def reading_of(function: str) -> Reading:
    return lambda answer, spelling: (
        _VALUES[function](answer.value, spelling) if answer.end is ChildEnd.RETURNED else _failure(answer)
    )


def _failure(answer: Answer) -> Token:
    return f"!{answer.raised or answer.end.value}"


def _text(value: Value) -> Token:
    """Return a token for any other value: equal for equal values."""
    return f"={value!r}"[:MAX_TEXT]


def _mark(value: Value, spelling: CellSpelling) -> Token:
    if value is None:
        return None
    symbol = spelling.symbols([value])
    return symbol if symbol in {"X", "O"} else _text(value)


def _number(value: Value, spelling: CellSpelling) -> Token:
    return value if isinstance(value, (int, float)) else _mark(value, spelling)


def _truth(value: Value, _spelling: CellSpelling) -> Token:
    return "=" if holds_opaque(value) else bool(value)


def _board(value: Value, spelling: CellSpelling) -> Token:
    return None if value is None else cells_of_board(value, spelling) or _text(value)


def _cells(value: Value, _spelling: CellSpelling) -> Token:
    """Return the set of the members; a pair with the word ``twice`` if a cell stands twice in a list."""
    if value is None:
        return None
    members = value.members if isinstance(value, Unordered) and value.is_set else value
    if isinstance(value, Opaque):
        return f"={value.description.split()[-1]}"
    if not isinstance(members, (list, tuple)):
        return f"={value.kind}" if isinstance(value, Unordered) else _text(value)
    plain = [_plain(member) for member in members]
    found = frozenset(plain)
    return ("twice", found) if len(found) < len(plain) and as_cells(list(found)) is not None else found


def _plain(value: Value, _spelling: CellSpelling | None = None) -> Token:
    """Return the value with tuples for lists, so that it can be compared and kept in sets."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, Unordered):
        return frozenset(map(_plain, value.members))
    return f"={value.description}" if isinstance(value, Opaque) else value


_VALUES: dict[str, Callable[[Value, CellSpelling], Token]] = {
    "player": _mark,
    "actions": _cells,
    "result": _board,
    "winner": _mark,
    "terminal": _truth,
    "utility": _number,
    "minimax": _plain,
}


def type_of_actions(answer: Answer, _spelling: CellSpelling) -> Token:
    """Return the type of a collection and of its members: ``list of tuple``; empty if there is no member."""
    value = answer.value
    kind = value.kind if isinstance(value, Unordered) else type(value).__name__
    members = value.members if isinstance(value, Unordered) else value if isinstance(value, (list, tuple)) else ()
    if isinstance(value, Unordered) and not value.is_set:
        members = tuple(pair[0] for pair in members)  # type: ignore[index] # those of a dict are pairs
    inner = {type(member).__name__ for member in members}
    return f"{kind} of {' or '.join(sorted(inner))}"


def type_of_terminal(answer: Answer, spelling: CellSpelling) -> Token:
    """Return a bool, None or a player unchanged, other values as text, and that there is no value."""
    if answer.end is not ChildEnd.RETURNED:
        return RAISED
    return answer.value if isinstance(answer.value, bool) else _mark(answer.value, spelling)


def type_of_move(answer: Answer, _spelling: CellSpelling) -> Token:
    return type(answer.value).__name__


def refusal(answer: Answer, spelling: CellSpelling) -> Token:
    if answer.end is not ChildEnd.RETURNED:
        return RAISED
    if isinstance(answer.value, Opaque) and answer.value.description.endswith(("Error", "Exception")):
        return EXCEPTION
    return NOTHING if answer.value is None else cells_of_board(answer.value, spelling) or OVERWRITTEN


def board_afterwards(answer: Answer, spelling: CellSpelling) -> Token:
    """Return the board after the call, None if it is unchanged, and whether the answer shares a row with it."""
    return _after(answer, spelling), answer.shares_rows


def board_and_move(answer: Answer, spelling: CellSpelling) -> Token:
    """Return the board after the call, None if it is unchanged, and the answer."""
    return _after(answer, spelling), reading_of("minimax")(answer, spelling)


def _after(answer: Answer, spelling: CellSpelling) -> Token:
    return (cells_of_board(answer.after, spelling) or "=") if answer.changed else None
