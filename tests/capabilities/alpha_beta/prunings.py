"""What was seen of a search, as reports get it: an unsound cut, and one that somebody edited."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

from msgspec import structs

from grader.capabilities.alpha_beta.capability import CutExample, PruningReport, PruningVerdict, SearchedBoard
from grader.model.reason import reason
from grader.model.result import ItemResult
from grader.model.verdict import Verdict
from tests.words import words

TOLD = (
    "X is to move here and had found a move that leads to a win for O; nothing better for O was known above. "
    "The move (1, 1) was left out: it leads to a win for X."
)
EXAMPLE = CutExample(
    board="XOO..XOX.",
    start="X.O...OX.",
    best=-1,
    bound=None,
    skipped=(4, 8),
    values=(1, -1),
    justified=False,
    known=words(TOLD),
    way=("X.O...OX.", "X.O..XOX.", "XOO..XOX."),
)
UNSOUND = PruningReport(
    verdict=PruningVerdict.UNSOUND,
    reasons=(reason("pruning_unsound"), reason("space"), *words(TOLD)),
    boards=(
        SearchedBoard(board="X.O...OX.", visited=76, plain=186, cuts=16, unjustified=2),
        SearchedBoard(board="X...O....", visited=1, plain=7332, why=reason("unwatched_raised")),
    ),
    names=("alpha", "beta"),
    example=EXAMPLE,
)


def pruned(report: PruningReport = UNSOUND) -> ItemResult:
    """Return the line of the rubric that `report` belongs to, half of its points proposed."""
    return ItemResult(
        id="alpha_beta",
        title="Bonus: alpha-beta pruning",
        points=Decimal(10),
        earned=Decimal(0),
        verdict=Verdict.PENDING,
        by_hand=True,
        bonus=True,
        proposed=Decimal(5),
        reasons=report.reasons,
        capability="alpha_beta",
        found=report,
    )


def edited(text: str) -> ItemResult:
    """Return the same line from a file that somebody has edited: `text` everywhere, and moves outside of the board."""
    example = structs.replace(
        EXAMPLE,
        board=text,
        start=text,
        known=words(text),
        way=(text, "", text * 9),
        skipped=(-4, 10**9, 4),
        values=(7,) * 3,
    )
    boards = (SearchedBoard(board=text, visited=-1, plain=0, why=reason("in_words", words=text)),) * 50
    return pruned(dataclasses.replace(UNSOUND, reasons=words(text), boards=boards, names=(text,), example=example))
