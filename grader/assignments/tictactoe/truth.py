"""Which answers are right: judged outside the wall, against the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.assignments.tictactoe.questions import LEGAL, Question, asked_of, places_alike
from grader.assignments.tictactoe.wording import Marks, board_text, cell_text, cells_of_board, one_of, same
from grader.game.tree import Position
from grader.model.answer import Answer, Opaque, Value
from grader.model.verdict import ChildEnd


class Truth:
    """Judges the answers of one module; equal answers are interpreted once."""

    def __init__(self, marks: Marks) -> None:
        """Judge by the way the module writes its cells."""
        self._marks = marks
        self._read: dict[int, tuple[Answer, object]] = {}

    def judged(self, function: str, answers: Sequence[Answer]) -> list[bool]:
        """Tell which of the answers to all that `function` is asked are right; what is alike is judged once."""
        asked = asked_of(function)
        pairs = list(zip(map(id, answers), places_alike(function), strict=True))
        last = dict(zip(pairs, range(len(pairs)), strict=True))
        right = {pair: self.right(asked[at], answers[at]) for pair, at in last.items()}
        return list(map(right.__getitem__, pairs))

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
        if self._marks.writes(answer.value, question.after):
            return True
        return self._interpreted(answer, lambda value: cells_of_board(value, self._marks)) == question.after

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
