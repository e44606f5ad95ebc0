"""A mark in one sentence, with which every report begins or ends; or why there is none."""

from __future__ import annotations

from typing import NamedTuple

from grader.model.result import INTERNAL_ERROR, NEWER_PYTHON, Result, Score
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text, points_text


def mark_text(score: Score) -> str:
    """
    Return the mark and what is still open, such as ``79 of 95 automatic points; 5 points are marked by a person``.

    The mark is out of the points that are marked by now.
    """
    return "; ".join(filter(None, (f"{decimal_text(score.earned)} {out_of(score)}", to_be_marked(score))))


def out_of(score: Score) -> str:
    """Return what the earned points are out of, such as ``of 95 automatic points``."""
    possible = score.possible - score.pending
    only_automatic = (score.earned, possible) == (score.automatic_earned, score.automatic_possible)
    points = "point" if possible == 1 else "points"
    if score.pending:
        points = f"automatic {points}" if only_automatic else f"{points} so far"
    bonus = f", plus {decimal_text(score.bonus)} bonus" if score.bonus else ""
    return f"of {decimal_text(possible)} {points}{bonus}"


def to_be_marked(score: Score) -> str:
    """Return what is still to be marked by hand, such as ``5 points are marked by a person``; empty if nothing is."""
    parts = [points_text(score.pending)] if score.pending else []
    parts += [f"the bonus ({decimal_text(score.bonus_pending)})"] if score.bonus_pending else []
    is_one = len(parts) == 1 and (not score.pending or score.pending == 1)
    return f"{' and '.join(parts)} {'is' if is_one else 'are'} marked by a person" if parts else ""


def praise(result: Result) -> str:
    """Return a sentence for a student who has lost no automatic point, for others an empty one."""
    score = result.score
    full = score is not None and score.automatic_earned == score.automatic_possible > 0
    checks = (check for item in result.criteria for check in item.checks if check.points)
    if any(check.verdict is Verdict.PENDING for check in checks):
        return ""
    return "All automatic checks passed. Well done!" if full else ""


class NoMarkText(NamedTuple):
    """What reports say in place of a mark; each is one sentence or two."""

    happened: str
    to_do: str


NO_MARK_TEXTS = {
    INTERNAL_ERROR: NoMarkText(
        "the grader failed, not the submission",
        "Grade it again; if it happens again, show these lines to whoever runs the grader.",
    ),
    NEWER_PYTHON: NoMarkText(
        "the grader's Python is older than the submission needs",
        "Grade it with a newer one: --python PATH names it. Or write what Python here can read.",
    ),
}
"""By the status of a result."""
