"""The sentence about a mark: what is marked so far, out of what, and what is still open."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.model.result import Score
from grader.text.mark_text import mark_text


def score(earned: str, possible: str, *, pending: str = "0", automatic: str = "", bonus: str = "0 of 0") -> Score:
    """Return a score; `automatic` is what the grader gave of what it can give, all by default."""
    given, _, most = (automatic or f"{earned} of {possible}").partition(" of ")
    earned_bonus, _, pending_bonus = bonus.partition(" of ")
    return Score(
        earned=Decimal(earned),
        possible=Decimal(possible),
        automatic_earned=Decimal(given),
        automatic_possible=Decimal(most),
        pending=Decimal(pending),
        bonus=Decimal(earned_bonus),
        bonus_possible=Decimal(10),
        bonus_pending=Decimal(pending_bonus),
    )


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (
            score("95", "100", pending="5", automatic="95 of 95"),
            "95 of 95 automatic points; 5 points are marked by a person",
        ),
        (
            score("79", "100", pending="5", automatic="79 of 95", bonus="10 of 0"),
            "79 of 95 automatic points, plus 10 bonus; 5 points are marked by a person",
        ),
        (
            score("79", "100", pending="5", automatic="79 of 95", bonus="0 of 10"),
            "79 of 95 automatic points; 5 points and the bonus (10) are marked by a person",
        ),
        (score("80", "100", bonus="0 of 10"), "80 of 100 points; the bonus (10) is marked by a person"),
        (
            score("84", "100", pending="5", automatic="80 of 90"),
            "84 of 95 points so far; 5 points are marked by a person",
        ),
        (score("99.5", "100", automatic="95 of 95"), "99.5 of 100 points"),
        (score("0", "1"), "0 of 1 point"),
    ],
)
def test_a_mark_is_out_of_what_is_marked_so_far(of: Score, text: str) -> None:
    """A perfect file never reads ``95 of 100``."""
    assert mark_text(of) == text
