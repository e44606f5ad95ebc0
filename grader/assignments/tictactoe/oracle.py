"""Which answers of the seven functions are right."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from grader.assignments.exhaustive.cases import LEGAL, Case
from grader.assignments.exhaustive.cell_spelling import cells_of_board
from grader.assignments.exhaustive.oracle import Oracle, as_cells, is_same_value
from grader.assignments.exhaustive.value_text import board_text, cell_text, one_of
from grader.assignments.tictactoe.cases import CASES
from grader.model.answer import Answer, Value, holds_opaque


class TictactoeOracle(Oracle):
    """Judges the answers of a function of one `tictactoe.py`."""

    cases = CASES

    def is_right_value(self, case: Case, answer: Answer) -> bool:
        """Tell whether the value that a legal call returned is right (KeyError for a function it does not know)."""
        return self._JUDGES[case.call.function](self, case, answer)

    def expected(self, case: Case) -> str:
        """Return the right answer as text for a report."""
        if case.kind != LEGAL:
            return "an exception"
        position = case.position
        return {
            "player": position.turn,
            "actions": "{" + ", ".join(cell_text(cell) for cell in position.moves) + "}",
            "result": f"the board {board_text(case.board_after)}",
            "winner": position.winner or "None",
            "terminal": str(position.over),
            "utility": str(position.value),
            "minimax": "None" if position.over else one_of(position.best) if position.best else "",
        }[case.call.function]

    def normalizer(self, function: str) -> Callable[[Value], object]:
        """Read answers of `terminal` as true or false, all others as they are."""
        return bool if function == "terminal" else super().normalizer(function)

    def _player(self, case: Case, answer: Answer) -> bool:
        return is_same_value(answer.value, self._spelling.values[case.position.turn])

    def _actions(self, case: Case, answer: Answer) -> bool:
        return self.read_once(answer, as_cells) == case.position.moves

    def _result(self, case: Case, answer: Answer) -> bool:
        if self._spelling.is_plain_board(answer.value, case.board_after):
            return True
        return self.read_once(answer, lambda value: cells_of_board(value, self._spelling)) == case.board_after

    def _winner(self, case: Case, answer: Answer) -> bool:
        if case.position.winner is None:
            return answer.value is None
        return is_same_value(answer.value, self._spelling.values[case.position.winner])

    def _terminal(self, case: Case, answer: Answer) -> bool:
        return not self.read_once(answer, holds_opaque) and bool(answer.value) == case.position.over

    def _utility(self, case: Case, answer: Answer) -> bool:
        return isinstance(answer.value, (int, float)) and answer.value == case.position.value

    def _minimax(self, case: Case, answer: Answer) -> bool:
        if case.position.over:
            return answer.value is None
        return self.move(answer) in case.position.best

    _JUDGES: ClassVar[dict[str, Callable[[TictactoeOracle, Case, Answer], bool]]] = {
        "player": _player,
        "actions": _actions,
        "result": _result,
        "winner": _winner,
        "terminal": _terminal,
        "utility": _utility,
        "minimax": _minimax,
    }
