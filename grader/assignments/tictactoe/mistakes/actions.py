"""Mistakes of `actions`; its answers are read as the set of their members, pairs or numbers, or as another text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, tells
from grader.game.board import FREE, LINES, O, X
from grader.game.tree import Position

Cells = Callable[[str], "Iterator[tuple[int, int]]"]
PAIRS = [divmod(cell, 3) for cell in range(9)]
ADD_OF_TWO = "!TypeError: set.add() takes exactly one argument (2 given)"


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield answers("actions_empty_set", lambda _: frozenset())
    yield answers("actions_none", lambda _: None)
    yield answers("actions_add_of_two", lambda _: ADD_OF_TWO)
    yield answers("actions_occupied", _where(lambda mark: mark != FREE))
    yield answers("actions_every_cell", _where(lambda _: True))
    for mark, other in ((X, O), (O, X)):
        yield answers("actions_cells_of", _where(mark.__eq__), mark=mark)
        yield answers("actions_takes_for_free", _where(mark.__ne__), mark=other)
    yield answers("actions_first_cell", lambda one: frozenset({PAIRS[one.moves[0]]}))
    yield answers("actions_last_cell", lambda one: frozenset({PAIRS[one.moves[-1]]}))
    for line in ("row", "column"):
        yield answers("actions_first_of_line", _first_of(line), line=line)
        yield answers("actions_stops_at_occupied", _until_occupied(line))
    yield answers("actions_stops_at_occupied", _until_occupied())
    yield answers("actions_removes_while_looping", _left_after_removals)
    for columns in (False, True):
        yield tells("actions_index_of_equal", _by_index(columns=columns))
    yield from _cells_left_out(evidence)
    yield answers("actions_row_column_swapped", _free(lambda row, column: (column, row)))
    yield answers("actions_number_twice", _free(lambda row, _: (row, row)), which="row")
    yield answers("actions_number_twice", _free(lambda _, column: (column, column)), which="column")
    yield answers("actions_counts_from_one", _free(lambda row, column: (row + 1, column + 1)))
    yield answers("actions_numbers", _free(lambda row, column: row * 3 + column))
    yield answers("actions_numbers", _free(lambda row, column: row * 3 + column + 1))
    yield answers("actions_add_of_two", lambda one: frozenset(number for cell in one.moves for number in PAIRS[cell]))
    yield answers("actions_whole_rows", lambda one: frozenset(pair for pair in PAIRS if FREE in _row(one, pair[0])))
    yield tells("actions_texts", _holds_texts)
    for kind in ("generator", "map", "filter", "dict"):
        yield answers("actions_other_collection", lambda _, kind=kind: f"={kind}", kind=kind)  # type: ignore[misc]
    yield answers("actions_rows_only", lambda one: frozenset(row for row in range(3) if FREE in _row(one, row)))
    yield tells("actions_cell_twice", _has_cell_twice)
    yield tells("actions_other_cells", _holds_all_but_more)


def type_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of the answers' type; the names of types are read."""
    yield answers("actions_list", lambda _: "list of tuple")
    yield answers("actions_list_of_lists", lambda _: "list of list", kind="list")
    yield answers("actions_list_of_lists", lambda _: "tuple of list", kind="tuple")
    yield answers("actions_tuple", lambda _: "tuple of tuple")


def _row(one: Position, row: int) -> str:
    return one.board[3 * row : 3 * row + 3]


def _where(chosen: Callable[[str], bool]) -> Callable[[Position], Token]:
    return lambda one: frozenset(pair for pair, mark in zip(PAIRS, one.board, strict=True) if chosen(mark))


def _free(written: Callable[[int, int], Token]) -> Callable[[Position], Token]:
    return lambda one: frozenset(written(*PAIRS[cell]) for cell in one.moves)


def _first_of(line: str) -> Callable[[Position], Token]:
    """Return the first free cell of each row, or of each column."""
    at = 0 if line == "row" else 1
    return lambda one: frozenset({PAIRS[cell][at]: PAIRS[cell] for cell in reversed(one.moves)}.values())


def _until_occupied(line: str = "") -> Callable[[Position], Token]:
    """Return the free cells before the first occupied one of each row or column, or of the board."""
    starts = {"row": (PAIRS[0:3], PAIRS[3:6], PAIRS[6:9]), "column": (PAIRS[0::3], PAIRS[1::3], PAIRS[2::3])}

    def model(one: Position) -> Token:
        free = {PAIRS[cell] for cell in one.moves}
        return frozenset(pair for part in starts.get(line, (PAIRS,)) for pair in takewhile(free.__contains__, part))

    return model


def _left_after_removals(one: Position) -> Token:
    """Return what is left of all cells if a loop over them removes the occupied ones: it skips the next cell then."""
    left, at = [*range(len(PAIRS))], 0
    while at < len(left):
        if one.board[left[at]] != FREE:
            del left[at]
        at += 1
    return frozenset(PAIRS[cell] for cell in left)


def _holds_texts(one: Position, token: Token) -> bool:
    return isinstance(token, frozenset) and len(token) == len(one.moves) and all(type(part) is str for part in token)


def _by_index(*, columns: bool) -> Callable[[Position, Token], bool]:
    """
    Return whether the cells are those that ``.index`` finds, in a set or, some twice, in a list.

    It finds always the first of equal rows, with `columns` also of equal cells.
    """

    def model(one: Position, token: Token) -> bool:
        found = set()
        for cell in one.moves:
            row, column = PAIRS[cell]
            line = _row(one, row)
            first_row = next(at for at in range(3) if _row(one, at) == line)
            found.add((first_row, line.index(FREE) if columns else column))
        return token in (frozenset(found), ("twice", frozenset(found)))

    return model


def _cells_left_out(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that some cells are never among the answers."""
    seen = {pair for token in evidence.tokens if isinstance(token, frozenset) for pair in token}
    missing = tuple(cell for cell in range(9) if PAIRS[cell] not in seen)
    if not missing or len(missing) == len(PAIRS):
        return

    def model(one: Position) -> Token:
        return frozenset(PAIRS[cell] for cell in one.moves if cell not in missing)

    for kind in (range(3), range(3, 6)):
        lines = [line for line in kind if set(LINES[line]) <= {*missing}]
        if {*missing} == {cell for line in lines for cell in LINES[line]}:
            yield answers("actions_leaves_out_lines", model, lines="".join(map(str, lines)))
            return
    yield answers("actions_leaves_out_cells", model, cells="".join(map(str, missing)))


def _has_cell_twice(one: Position, token: Token) -> bool:
    cells = frozenset(PAIRS[cell] for cell in one.moves)
    return token == ("twice", cells) or (len(one.moves) == 1 and token == cells)


def _holds_all_but_more(one: Position, token: Token) -> bool:
    cells = frozenset(PAIRS[cell] for cell in one.moves)
    return isinstance(token, frozenset) and token > cells
