"""What each of the seven functions is asked and which answers are right: judged outside the wall, against the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from grader.assignments.tictactoe.wording import Marks, board_text, cell_text, cells_of_board, one_of, same
from grader.game.board import play
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call, Opaque, Value
from grader.model.verdict import ChildEnd

LEGAL = "legal"
OCCUPIED = "occupied"
OUT_OF_RANGE = "out_of_range"
NEGATIVE = "negative"

OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
"""Actions beyond all four sides, as far as Python's own indexing refuses them or not."""
BELOW_ZERO = ((-1, 0), (0, -1), (-1, -1), (-1, 2), (-3, -3))
"""Actions that Python's lists accept silently."""
FEW_MARKS = 1
"""Off-board actions are asked on the boards with at most so many marks; a hypothesis check tries them on others."""

SHUFFLE_SEED = 5478


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call with its kind: legal, or one that `result` must refuse."""

    call: Call
    position: Position
    """The truth about its board."""
    kind: str = LEGAL
    after: str = ""
    """For a legal move of `result`: the board it leads to."""


@cache
def asked_of(function: str) -> tuple[Question, ...]:
    """Return everything `function` is asked, in canonical order."""
    if function == "result":
        return (*_moves(), *_refusals())
    boards = {"player": table().open, "actions": table().open, "utility": table().finished}
    return tuple(
        Question(call=Call(function=function, board=position.board), position=position)
        for position in boards.get(function, table().positions)
    )


@cache
def shuffled(size: int) -> Sequence[int]:
    """Return the one fixed other order in which cheap functions are asked again."""
    order = list(range(size))
    random.Random(SHUFFLE_SEED).shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def result_call(board: str, action: tuple[int, int]) -> Call:
    """Return the call of `result` with `action`."""
    return Call(function="result", board=board, extra=(action,))


def odd_action(board: str, action: tuple[int, int]) -> Question | None:
    """Return the question whether `result` refuses `action`, or None where it is a legal move."""
    row, column = action
    if max(action) > 2 or min(action) < -3:  # noqa: PLR2004 - what a list of three refuses by itself
        return _refusal(table()[board], action, OUT_OF_RANGE)
    if min(action) < 0:
        return _refusal(table()[board], action, NEGATIVE)
    return _refusal(table()[board], action, OCCUPIED) if board[row * 3 + column] != "." else None


def _refusal(position: Position, action: tuple[int, int], kind: str) -> Question:
    return Question(call=result_call(position.board, action), position=position, kind=kind)


def _moves() -> list[Question]:
    return [
        Question(
            call=result_call(position.board, (cell // 3, cell % 3)),
            position=position,
            after=play(position.board, cell),
        )
        for position in table().open
        for cell in position.moves
    ]


def _refusals() -> list[Question]:
    occupied = [
        _refusal(position, (cell // 3, cell % 3), OCCUPIED)
        for position in table().open
        for cell in range(9)
        if cell not in position.moves
    ]
    few = [position for position in table().open if 9 - position.board.count(".") <= FEW_MARKS]
    beyond = [_refusal(position, at, OUT_OF_RANGE) for position in few for at in OFF_BOARD]
    below = [_refusal(position, at, NEGATIVE) for position in few for at in BELOW_ZERO]
    return [*occupied, *beyond, *below]


class Truth:
    """Judges the answers of one module; equal answers are interpreted once."""

    def __init__(self, marks: Marks) -> None:
        """Judge by the way the module writes its cells."""
        self._marks = marks
        self._read: dict[int, tuple[Answer, object]] = {}

    def right(self, question: Question, answer: Answer) -> bool:
        """Tell whether `answer` is right."""
        if question.kind != LEGAL:
            return answer.end is ChildEnd.RAISED
        if answer.end is not ChildEnd.RETURNED:
            return False
        position = question.position
        return getattr(self, f"_{question.call.function}")(position, question, answer)  # type: ignore[no-any-return]

    def expected(self, question: Question) -> str:
        """Write what a right answer is."""
        if question.kind != LEGAL:
            return "an exception"
        position = question.position
        return {
            "player": position.turn,
            "actions": "{" + ", ".join(cell_text(cell) for cell in position.moves) + "}",
            "result": f"the board {board_text(question.after)}",
            "winner": position.winner or "None",
            "terminal": str(position.over),
            "utility": str(position.value),
            "minimax": "None" if position.over else one_of(position.best) if position.best else "",
        }[question.call.function]

    def move(self, answer: Answer) -> int | None:
        """Return the cell that an answer of `minimax` names, 0 to 8, or None when it names none."""
        if answer.end is not ChildEnd.RETURNED:
            return None
        return self._interpreted(answer, _as_cell)  # type: ignore[return-value] # _as_cell's own type

    def _interpreted(self, answer: Answer, read: Callable[[Value], object]) -> object:
        known = self._read.get(id(answer))
        if known is None:
            # The answer is kept alive beside its reading, so that its id stays its own.
            known = self._read[id(answer)] = (answer, read(answer.value))
        return known[1]

    def _player(self, position: Position, _question: Question, answer: Answer) -> bool:
        return same(answer.value, self._marks.values[position.turn])

    def _actions(self, position: Position, _question: Question, answer: Answer) -> bool:
        return self._interpreted(answer, _as_cells) == position.moves

    def _result(self, _position: Position, question: Question, answer: Answer) -> bool:
        board = self._interpreted(answer, lambda value: cells_of_board(value, self._marks))
        return board == question.after

    def _winner(self, position: Position, _question: Question, answer: Answer) -> bool:
        if position.winner is None:
            return answer.value is None
        return same(answer.value, self._marks.values[position.winner])

    def _terminal(self, position: Position, _question: Question, answer: Answer) -> bool:
        return not isinstance(answer.value, Opaque) and bool(answer.value) == position.over

    def _utility(self, position: Position, _question: Question, answer: Answer) -> bool:
        return isinstance(answer.value, (int, float)) and answer.value == position.value

    def _minimax(self, position: Position, _question: Question, answer: Answer) -> bool:
        if position.over:
            return answer.value is None
        return self.move(answer) in position.best


def _as_cell(value: Value) -> int | None:
    if type(value) not in (list, tuple) or len(value) != 2:  # type: ignore[arg-type] # noqa: PLR2004 - row and column
        return None
    row, column = value  # type: ignore[misc,str-unpack] # a pair, just seen
    if type(row) is not int or type(column) is not int or not (0 <= row <= 2 and 0 <= column <= 2):  # noqa: PLR2004
        return None
    return row * 3 + column


def _as_cells(value: Value) -> Sequence[int] | None:
    """Return the cells of a collection of moves in ascending order; None when an item is no cell or stands twice."""
    if not isinstance(value, (set, frozenset, list, tuple)):
        return None
    cells = [_as_cell(item) for item in value]
    found = [cell for cell in cells if cell is not None]
    if len(found) < len(cells) or len(set(found)) < len(found):
        return None
    return tuple(sorted(found))
