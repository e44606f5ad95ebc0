"""The searches in `searches/`, each with the rules of the game, as a student hands them in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from grader.capabilities.alpha_beta.capability import PruningReport
from grader.capabilities.alpha_beta.judge import FIRST, Checked, watch
from grader.game.tree import table
from tests.sandbox.inside.tracing.recording_here import recorded
from tests.sandbox.inside.tracing.styles import RULES

INITIAL_STATE = """
def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]
"""
SEARCHES = Path(__file__).parent / "searches"


def source(name: str) -> str:
    """Return the file that a student with this search hands in."""
    return RULES + INITIAL_STATE + (SEARCHES / f"{name}.py").read_text(encoding="utf-8")


@cache
def watched_here(name: str) -> PruningReport:
    """Return what is seen of a search that is recorded in this process."""
    return watched_text(source(name))


def watched_text(text: str) -> PruningReport:
    """Return what is seen of the search in `text`, which is recorded in this process."""
    traces = {board: recorded(text, board) for board in FIRST}
    moves = {board: trace.move for board, trace in traces.items()}
    optimal = all(move is None or move in table()[board].best for board, move in moves.items())
    return watch(lambda board: traces.get(board) or recorded(text, board), Checked(optimal=optimal, rules=True))
