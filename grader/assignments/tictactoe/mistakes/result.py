"""
Mistakes of `result`.

Its answer to a legal move is read as the new board, nine characters, or as another text. Its answer to an invalid
action is read as a pair: the kind of action, and the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, is_error, tells
from grader.game.board import EMPTY_BOARD, FREE, LINES, OPPONENT, O, X, with_mark
from grader.game.tree import Position
from grader.model.verdict import ChildEnd

RAISED, UNCHANGED, NOTHING, OVERWRITTEN = "raised", "unchanged", "nothing", "overwritten"
EXCEPTION = "exception"
"""An exception is returned, not raised."""
ALWAYS_RETURNED = {
    NOTHING: "result_none_for_invalid",
    UNCHANGED: "result_unchanged_for_invalid",
    EXCEPTION: "result_returns_exception",
    OVERWRITTEN: "result_value_for_invalid",
}
"""The mistake of a function that never raises an exception, by what it always returns instead."""
NO_REFUSAL = tuple(
    f"!{name}"
    for name in (
        *(end.value for end in ChildEnd),
        *("NameError", "UnboundLocalError", "AttributeError", "TypeError", "KeyError", "RecursionError"),
        *("IndexError: list index", "IndexError: list assignment index"),
    )
)
"""The start of failures that refuse nothing: an exception of Python itself says with its line what is wrong."""
COMMAS = 8
"""The number in the text of a board of three rows, whatever its cells hold."""
KINDS = ("occupied", "out_of_range", "negative")


class Move(NamedTuple):
    """A legal move, or an action that must be refused."""

    position: Position
    action: tuple[int, int]
    kind: str
    """``legal``, or why the action must be refused."""

    @property
    def cell(self) -> int:
        return self.action[0] * 3 + self.action[1]

    @property
    def wrapped(self) -> int:
        """The cell that Python finds: it counts negative numbers from the end."""
        return self.action[0] % 3 * 3 + self.action[1] % 3


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of the new board, the simple ones first."""
    yield answers("result_none", lambda _: None)
    if len(same := {*evidence.tokens}) == 1 and str(token := same.pop()).startswith("="):
        yield answers("result_other_value", lambda _: token, answer=token[1:])
    yield answers("result_unchanged", lambda one: one.position.board)
    yield answers("result_row_column_swapped", lambda one: _marked(one, one.action[1] * 3 + one.action[0]))
    yield tells("result_row_column_swapped", _is_swapped_or_raised)
    for number, which in enumerate(("row", "column")):
        yield answers("result_number_twice", partial(_with_number_twice, number), which=which)
    yield answers("result_wrong_mark", lambda one: _marked(one, one.cell, OPPONENT[one.position.turn]))
    for mark in (X, O):
        yield answers("result_always_marks", partial(_with_one_mark, mark), mark=mark)
    yield answers(
        "result_counts_from_one", lambda one: _marked(one, (one.action[0] - 1) % 3 * 3 + (one.action[1] - 1) % 3)
    )
    yield answers("result_only_the_move", lambda one: with_mark(EMPTY_BOARD, one.cell, one.position.turn))
    for line, cells in LINES_OF.items():
        yield answers("result_marks_whole_line", partial(_marked_all, cells), line=line)
    for code, wrong in WRONG_CELLS.items():
        yield answers(code, partial(_marked_all, wrong))
    yield answers("result_marks_others", partial(_marked_all, lambda one: {*range(9)} - {one.cell}))
    yield answers("result_same_row_thrice", _same_row)
    yield tells("result_same_row_thrice", _holds_one_row)
    yield from _by_place(evidence)
    for cell in range(len(EMPTY_BOARD)):
        yield answers("result_marks_one_cell", partial(_marked, cell=cell), cells=str(cell))
    yield tells("result_other_cell", _is_other_cell)
    yield from _other_free_cells(evidence)
    yield tells("result_other_mark", lambda _, token: str(token).startswith("=[[") and str(token).count(",") == COMMAS)
    yield tells("result_other_shape", lambda _, token: str(token).startswith("="))


def _other_free_cells(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield that free cells hold one other value than EMPTY."""
    first = next(iter(evidence.wrong_places), None)
    board = "" if first is None else _marked(evidence.inputs[first], evidence.inputs[first].cell)
    cells = () if first is None else _cells_in(evidence.tokens[first])
    if FREE not in board or len(cells) != len(board):
        return
    value = cells[board.index(FREE)]

    def explains(one: Move, token: Token) -> bool:
        right = _marked(one, one.cell)
        shown = [cell if cell == value else cell.strip("'") for cell in _cells_in(token)]
        return shown == [value if cell == FREE else cell for cell in right] if FREE in right else token == right

    yield tells("result_other_empty", explains, value=value)


def _cells_in(token: Token) -> Sequence[str]:
    """Return the cells in the text of an answer that is no board, such as ``=[[X, '_', O], ...``."""
    return str(token)[len("=[[") : -len("]]")].replace("], [", ", ").split(", ")


def refusing_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that legal moves raise an exception, and occupied cells do not."""
    for code, kinds in (
        ("result_inverted_unbounded", {LEGAL, "occupied", "negative"}),
        ("result_inverted", {LEGAL, "occupied"}),
    ):
        yield tells(code, partial(_is_inverted, kinds))


def _is_inverted(kinds: Collection[str], one: Move, token: Token) -> bool:
    """Tell whether `token` is the outcome if the cell must be occupied; Python counts negative indices from the end."""
    return (token == RAISED) is (one.kind not in kinds or _cell_of(one) == FREE)


def refused_cell_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that legal moves to some cells are refused, and all others are right."""
    raised = [(evidence.inputs[at].cell, str(evidence.tokens[at])) for at in evidence.wrong_places]
    refused = {cell for cell, token in raised if is_error(token)}
    if any(token.startswith(NO_REFUSAL) for _, token in raised) or not refused or len(refused) == len(EMPTY_BOARD):
        return

    def explains(one: Move, token: Token) -> bool:
        return is_error(token) if one.cell in refused else token == _marked(one, one.cell)

    for kind in (range(3), range(3, 6)):
        lines = [line for line in kind if {*LINES[line]} <= refused]
        if {cell for line in lines for cell in LINES[line]} == refused:
            yield tells("result_refuses_lines", explains, lines="".join(map(str, lines)))
    yield tells("result_refuses_cells", explains, cells="".join(map(str, sorted(refused))))


def refusal_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of a function that accepts some kind of invalid action; the outcome is read."""
    ways: dict[str, set[Token]] = {kind: set() for kind in KINDS}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        ways[one.kind].add(UNCHANGED if token == one.position.board else token)
    accepted = {kind for kind, found in ways.items() if found != {RAISED}}
    if not accepted:
        return
    yield tells(
        "result_wraps_around",
        lambda one, token: token == (_marked(one, one.wrapped) if _cell_of(one) == FREE else RAISED),
    )
    code = _refusal_code(accepted, {way for kind in accepted for way in ways[kind]})
    of = {"invalid": _of_kinds(accepted)} if code in ALWAYS_RETURNED.values() else {}
    is_accepted = partial(_is_accepted, accepted)
    yield tells(code, lambda one, token: (token != RAISED) is is_accepted(one), **of)
    yield tells(code, lambda one, token: (token != RAISED) is (one.kind in accepted), **of)
    for code, mark, other, refused in REFUSED_MARKS:
        values = {"mark": mark, "other": other} if mark else {}
        yield tells(code, partial(_is_refused_by, refused, is_on_board=True), **values)
        yield tells("result_no_check", partial(_is_refused_by, refused, is_on_board=False))
    for line, cells in (("row", _row_of), ("column", _column_of)):
        yield tells("result_checks_line", partial(_is_raised_by_line, cells), line=line)
    by_tests = [tells("result_and_for_or", partial(_is_raised_by, raises)) for raises in ALL_TESTS_HOLD]
    by_tests.append(tells("result_bound_in_row_0", _is_raised_in_row_0))
    for which, raises in ONE_BOUND.items():
        by_tests.append(tells("result_no_lower_bound_of", partial(_is_raised_by, raises), which=which))
    # The few negative indices decide: beside thousands of occupied cells they would pass for exceptions.
    yield from (replace(model, one_in=len(evidence.inputs) + 1) for model in by_tests)


def _refusal_code(accepted: set[str], ways: set[Token]) -> str:
    if len(ways) == 1 and (only := next(iter(ways))) in ALWAYS_RETURNED:
        return ALWAYS_RETURNED[only]
    if "out_of_range" in accepted:
        return "result_catches_its_exception"
    if len(accepted) > 1:
        return "result_no_check"
    return "result_no_lower_bound" if accepted == {"negative"} else "result_no_check_of_cell"


def _of_kinds(accepted: Collection[str]) -> str:
    """Return the words for actions of these kinds."""
    if "occupied" not in accepted:
        return "a cell off the board"
    return "an occupied cell" if accepted == {"occupied"} else "an invalid action"


def _is_accepted(accepted: set[str], one: Move) -> bool:
    """Tell whether the action is accepted: a negative index only if Python takes it for an accepted cell."""
    is_free = one.kind != "negative" or _cell_of(one) == FREE
    return one.kind in accepted and (is_free or "occupied" in accepted)


def board_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of a function that changes its board, or shares a row with it."""
    yield tells("result_shallow_copy", partial(_is_marked, shares_rows=True))
    yield tells("result_writes_into_board", partial(_is_marked, shares_rows=False))
    yield answers("result_copies_one_row", lambda _: (None, True))


def _is_marked(one: Move, token: Token, *, shares_rows: bool) -> bool:
    """Tell whether the move, by either player, is on the given board."""
    return token in [(_marked(one, one.cell, mark), shares_rows) for mark in (X, O)]


def _cell_of(one: Move) -> str:
    """Return what Python finds at row and column, which may be negative."""
    return one.position.board[one.wrapped]


def _marked(one: Move, cell: int, mark: str = "") -> str:
    return with_mark(one.position.board, cell, mark or one.position.turn)


def _with_one_mark(mark: str, one: Move) -> str:
    return _marked(one, one.cell, mark)


def _with_number_twice(number: int, one: Move) -> str:
    return _marked(one, 4 * one.action[number])


def _marked_all(cells: Callable[[Move], Iterable[int]], one: Move) -> str:
    """Return the board with all these cells marked by the player to move."""
    board = one.position.board
    for cell in cells(one):
        board = with_mark(board, cell, one.position.turn)
    return board


def _row_of(cell: int) -> Sequence[int]:
    return range(cell // 3 * 3, cell // 3 * 3 + 3)


def _column_of(cell: int) -> Sequence[int]:
    return range(cell % 3, 9, 3)


LINES_OF: dict[str, Callable[[Move], Iterable[int]]] = {
    "row": lambda one: _row_of(one.cell),
    "column": lambda one: _column_of(one.cell),
    "row and column": lambda one: [*_row_of(one.cell), *_column_of(one.cell)],
}
WRONG_CELLS: dict[str, Callable[[Move], Iterable[int]]] = {
    "result_marks_every_free_cell": lambda one: one.position.moves,
    "result_marks_others": lambda one: {*one.position.moves} - {one.cell},
}


def _is_other_cell(one: Move, token: Token) -> bool:
    """Tell whether the player to move marked one cell, mostly another one than the move's."""
    return token in [_marked(one, cell) for cell in range(9)]


REFUSED_MARKS: tuple[tuple[str, str, str, Callable[[Position, str], bool]], ...] = (
    ("result_refuses_one_mark", X, O, lambda _one, cell: cell == X),
    ("result_refuses_one_mark", O, X, lambda _one, cell: cell == O),
    ("result_refuses_own_mark", "", "", lambda one, cell: cell == one.turn),
    ("result_refuses_others_mark", "", "", lambda one, cell: cell == OPPONENT[one.turn]),
)
"""When an occupied cell is refused if only one player's cells are: the mistake, both players, the test."""


def _is_refused_by(refused: Callable[[Position, str], bool], one: Move, token: Token, *, is_on_board: bool) -> bool:
    """Tell whether `token` is the outcome if such cells are refused; `is_on_board`: negative indices are, too."""
    beyond = one.kind == "out_of_range" or (is_on_board and one.kind == "negative")
    return (token == RAISED) is (beyond or refused(one.position, _cell_of(one)))


ALL_TESTS_HOLD: tuple[Callable[[bool, bool, bool], bool], ...] = (
    lambda row, column, occupied: (row and column) or occupied,
    lambda row, column, _occupied: row and column,
    lambda row, column, occupied: row and column and occupied,
)
"""When an exception is raised if `and` joins the tests: the row is below 0, the column is, the cell is occupied."""
ONE_BOUND: Mapping[str, Callable[[bool, bool, bool], bool]] = {
    "row": lambda _row, column, occupied: column or occupied,
    "column": lambda row, _column, occupied: row or occupied,
}
"""The same by the number whose lower bound is missing."""


def _is_raised_by(raises: Callable[[bool, bool, bool], bool], one: Move, token: Token) -> bool:
    """Tell whether `token` is the outcome of these tests; Python itself raises an exception beyond the lists."""
    row, column = one.action
    beyond = one.kind == "out_of_range"
    return (token == RAISED) is (beyond or raises(row < 0, column < 0, _cell_of(one) != FREE))


def _is_raised_in_row_0(one: Move, token: Token) -> bool:
    """Tell whether `token` is the outcome of such as ``(row or column) < 0`` or ``row * 3 + column < 0``."""
    row, column = one.action
    return (token == RAISED) is (one.kind == "out_of_range" or (row or column) < 0 or _cell_of(one) != FREE)


def _is_raised_by_line(line: Callable[[int], Iterable[int]], one: Move, token: Token) -> bool:
    """Tell whether `token` is the outcome if an action is refused where no cell of its row, or column, is free."""
    cells = line(one.wrapped)
    beyond = one.kind == "out_of_range"
    return (token == RAISED) is (beyond or all(one.position.board[cell] != FREE for cell in cells))


def _is_swapped_or_raised(one: Move, token: Token) -> bool:
    """Tell whether `token` is the outcome of the swapped move: an exception if its cell is occupied."""
    cell = one.action[1] * 3 + one.action[0]
    free = one.position.board[cell] == FREE
    return token == _marked(one, cell) if free else is_error(token)


def _same_row(one: Move) -> Token:
    """Return the board whose three rows are the changed row: ``[row] * 3``."""
    start = one.action[0] * 3
    return _marked(one, one.cell)[start : start + 3] * 3


def _holds_one_row(one: Move, token: Token) -> bool:
    """Tell whether all three rows are alike and have the move's mark, as those of ``[[EMPTY] * 3] * 3``."""
    is_board = isinstance(token, str) and len(token) == len(EMPTY_BOARD)
    return is_board and token == token[:3] * 3 and token[one.action[1]] == one.position.turn


def _by_place(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that moves to some rows or columns do nothing."""
    ignored = {
        one.cell for one, token in zip(evidence.inputs, evidence.tokens, strict=True) if token == one.position.board
    }
    if ignored and len(ignored) < len(EMPTY_BOARD):
        yield answers(
            "result_ignores_cells",
            lambda one: one.position.board if one.cell in ignored else _marked(one, one.cell),
            cells="".join(map(str, sorted(ignored))),
        )
