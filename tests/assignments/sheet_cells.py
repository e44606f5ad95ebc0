"""Boards and cells as CS3081's sheet writes them."""

from __future__ import annotations

from grader.assignments.exhaustive.oracle import CellSpelling
from grader.model.answer import Value

SHEET: dict[str, Value] = {"X": "X", "O": "O", ".": None}

SPELLING = CellSpelling(SHEET.__getitem__)

WON, OPEN = "XXXOO....", "XO......."


def board(text: str) -> list[Value]:
    """Return a board as the sheet writes it."""
    return [[SHEET[cell] for cell in text[at : at + 3]] for at in (0, 3, 6)]
