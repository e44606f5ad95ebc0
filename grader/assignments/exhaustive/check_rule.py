"""Which cases a check judges, and which answers pass it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.assignments.exhaustive.board_selectors import every_board
from grader.assignments.exhaustive.cases import LEGAL, BoardSelector, Case
from grader.assignments.exhaustive.oracle import Oracle
from grader.model.answer import Answer
from grader.model.call_batch import Pairing
from grader.model.verdict import ChildEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRule:
    """
    The cases of `kind` on the boards that `boards` selects, and what passes.

    `answer_ok` tests the answer alone, `case_ok` the case with its answer; it accepts every right answer. With neither
    of them, the oracle decides.
    """

    kind: str = LEGAL
    boards: BoardSelector = every_board
    answer_ok: Callable[[Oracle, Answer], bool] | None = None
    case_ok: Callable[[Oracle, Case, Answer], bool] | None = None
    shown_by: Pairing = Pairing.NONE
    """The pairs of calls that show whether a claim of the inside, which `answer_ok` reads, is true."""

    @property
    def is_about_right_answers(self) -> bool:
        """Whether a check of conduct with this rule looks only at cases with a right answer."""
        return self.boards is every_board and self.kind == LEGAL

    def passes(self, oracle: Oracle, case: Case, answer: Answer) -> bool:
        """Tell whether `answer` passes; a call that was not made is not wrong."""
        if answer.end is ChildEnd.NOT_ASKED:
            return True
        if self.answer_ok is None and self.case_ok is None:
            return oracle.is_right(case, answer)
        return (self.answer_ok is None or self.answer_ok(oracle, answer)) and (
            self.case_ok is None or self.case_ok(oracle, case, answer)
        )


def unchanged(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the call left its board as it was."""
    return not answer.changed


def has_returned(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the call returned a value."""
    return answer.end is ChildEnd.RETURNED


def is_legal_move(oracle: Oracle, case: Case, answer: Answer) -> bool:
    """Tell whether the answer names a free cell of the board."""
    return oracle.move(answer) in case.position.moves


BOARD_UNCHANGED = CheckRule(answer_ok=unchanged, shown_by=Pairing.SAME_BOARD)
"""No call changes its board."""
