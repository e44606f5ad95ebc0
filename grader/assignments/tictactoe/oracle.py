"""Which answers of the seven functions are right."""

from __future__ import annotations

from collections.abc import Callable

from grader.assignments.exhaustive.cases import LEGAL, Question
from grader.assignments.exhaustive.oracle import Truth as ProofTruth
from grader.assignments.exhaustive.oracle import as_cells
from grader.assignments.exhaustive.value_text import board_text, cell_text, cells_of_board, one_of, same
from grader.assignments.tictactoe.cases import QUESTIONS
from grader.game.tree import Position
from grader.model.answer import Answer, Opaque, Value


class Truth(ProofTruth):
    """Judges the answers of one `tictactoe.py`."""

    questions = QUESTIONS

    def holds(self, question: Question, answer: Answer) -> bool:
        """Tell whether a value that came back is right."""
        return getattr(self, f"_{question.call.function}")(question.position, question, answer)  # type: ignore[no-any-return]

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

    def as_judged(self, function: str) -> Callable[[Value], object]:
        """Read what `terminal` answers as true or false, as it is judged."""
        return _truthful if function == "terminal" else super().as_judged(function)

    def _player(self, position: Position, _question: Question, answer: Answer) -> bool:
        return same(answer.value, self._marks.values[position.turn])

    def _actions(self, position: Position, _question: Question, answer: Answer) -> bool:
        return self.interpreted(answer, as_cells) == position.moves

    def _result(self, _position: Position, question: Question, answer: Answer) -> bool:
        if self._marks.writes(answer.value, question.after):
            return True
        return self.interpreted(answer, lambda value: cells_of_board(value, self._marks)) == question.after

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


def _truthful(value: Value) -> Value:
    return bool(value)
