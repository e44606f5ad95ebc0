"""Which answers of the console lab's functions are right."""

from __future__ import annotations

from collections.abc import Sequence

from grader.assignments.ai_game.cases import QUESTIONS
from grader.assignments.ai_game.print_layout import Layout, layout_of
from grader.assignments.exhaustive.cases import Question
from grader.assignments.exhaustive.oracle import Truth as ProofTruth
from grader.assignments.exhaustive.oracle import as_cells
from grader.assignments.exhaustive.value_text import CellSpelling, cell_text, one_of
from grader.game.board import empty_cells
from grader.game.tree import Position
from grader.model.answer import Answer

DRAW = "Draw"


class Truth(ProofTruth):
    """Judges the answers of one `AI_game.py`."""

    questions = QUESTIONS

    def __init__(self, marks: CellSpelling) -> None:
        """Judge by the way the module writes its cells, and by the way it prints them once that is seen."""
        super().__init__(marks)
        self.layout: Layout | None = None
        """Where `print_board` prints which cell; None where no place fits all boards."""

    def judged(self, function: str, answers: Sequence[Answer]) -> list[bool]:
        """Find out first how the board is printed, from all boards together."""
        if function == "print_board" and self.layout is None:
            boards = self.questions.of(function).calls.boards
            texts = [answer.value if type(answer.value) is str else "" for answer in answers]
            self.layout = layout_of(dict(zip(boards, texts, strict=True)))
        return super().judged(function, answers)

    def holds(self, question: Question, answer: Answer) -> bool:
        """Tell whether a value that came back is right."""
        return getattr(self, f"_{question.call.function}")(question.position, answer)  # type: ignore[no-any-return]

    def expected(self, question: Question) -> str:
        """Write what a right answer is."""
        position = question.position
        return {
            "print_board": "every mark at its place, row by row",
            "check_winner": _winner_text(position),
            "available_moves": f"[{', '.join(map(cell_text, empty_cells(position.board)))}]",
            "minimax": str(-position.value),
            "best_move": one_of(position.best) if position.best else "",
        }[question.call.function]

    def _print_board(self, position: Position, answer: Answer) -> bool:
        return self.layout is not None and type(answer.value) is str and self.layout.shows(position.board, answer.value)

    def _check_winner(self, position: Position, answer: Answer) -> bool:
        if not position.over:
            return answer.value is None
        return answer.value == (position.winner or DRAW)

    def _available_moves(self, position: Position, answer: Answer) -> bool:
        return self.interpreted(answer, as_cells) == empty_cells(position.board)

    def _minimax(self, position: Position, answer: Answer) -> bool:
        # The sheet counts from O's side.
        return isinstance(answer.value, (int, float)) and answer.value == -position.value

    def _best_move(self, position: Position, answer: Answer) -> bool:
        return self.move(answer) in position.best


def _winner_text(position: Position) -> str:
    if not position.over:
        return "None"
    return position.winner or f'"{DRAW}"'
