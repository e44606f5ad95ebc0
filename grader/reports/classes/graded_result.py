"""A result with a mark, as the reports on a class see it: its points, and on which items it lost some."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from grader.model.result import ItemResult, Result, Score, import_failure
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text, percent
from grader.text.reasons import said

BINS = 10
"""Parts of a distribution of marks, such as a tenth of the points possible."""


class Points(NamedTuple):
    """Points, and how many there could be."""

    earned: Decimal
    possible: Decimal

    @property
    def percent(self) -> Decimal:
        """The points in percent of those possible."""
        return percent(self.earned, self.possible)

    @property
    def tenth(self) -> int:
        """Which tenth of those possible the exact points lie in, from 0; 10 is full marks."""
        return int(self.earned * BINS / self.possible) if self.possible else 0


@dataclass(frozen=True, slots=True)
class GradedResult:
    """A result that has a mark."""

    result: Result
    score: Score

    @property
    def so_far(self) -> Points:
        """The points given so far, of those that are not waiting for a person; without the bonus."""
        return Points(self.score.earned, self.score.possible - self.score.pending)

    @property
    def automatic(self) -> Points:
        """The automatic points, as the grader gave them; without the bonus."""
        return Points(self.score.automatic_earned, self.score.automatic_possible)

    @property
    def lost(self) -> list[ItemResult]:
        """The rubric items that lost points; pending items and a bonus that was not earned are no loss."""
        judged = (item for item in self.result.criteria if item.verdict is not Verdict.PENDING)
        return [item for item in judged if not item.bonus and item.earned < item.points]

    @property
    def lost_text(self) -> str:
        """The same as text, such as ``winner -4, minimax -10``; a file that cannot be imported lost all of them."""
        if import_failure(self.result):
            return "could not be imported"
        return ", ".join(f"{item.id} -{decimal_text(item.points - item.earned)}" for item in self.lost)

    @property
    def partly_tested(self) -> str:
        """
        What was not tested on all boards, such as ``minimax: tested on 4,262 of 4,520 boards``; empty if all was.

        A person may want to look at it: it cost no points.
        """
        passed = [
            check
            for item in self.result.criteria
            for check in item.checks
            if check.verdict is Verdict.PASS and check.reasons
        ]
        first = {check.function: said(check.reasons) for check in reversed(passed)}
        return "; ".join(f"{function}: {message}" for function, message in first.items())
