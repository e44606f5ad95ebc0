"""The moves that were played, for reports that play them."""

from __future__ import annotations

from grader.assignments.exhaustive.examination import Examination
from grader.game.tree import table

NOT_ASKED, NO_MOVE = ".", "-"


def record_policy(examination: Examination) -> None:
    """Keep the move on every open board in canonical order, with what stands for none and for a board not asked."""
    played = {id(answer): examination.truth.move(answer) for answer in examination.distinct}
    moves = {}
    for position, answer in zip(examination.asked.positions, examination.first, strict=True):
        cell = played[id(answer)]
        moves[position.board] = str(cell) if cell in position.moves else NO_MOVE
    policy = (moves.get(position.board, NOT_ASKED) for position in table().open)
    examination.student.record("policy", "".join(policy))
