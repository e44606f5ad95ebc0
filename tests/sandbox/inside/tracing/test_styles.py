"""Searches in many styles: each is recorded as the tree of positions that it asks for."""

from __future__ import annotations

from collections import Counter

import pytest

from grader.model.reason import reason
from tests.sandbox.inside.tracing.recording_here import full_tree, nodes, recorded
from tests.sandbox.inside.tracing.styles import GENERATOR, RULES, STYLES

START = "XO.OXX..."
"""Four free cells: O moves, and nobody has won."""
NEGAMAX = """
def negamax(board, colour, alpha=float("-inf")):
    if terminal(board):
        return colour * utility(board)
    return max(-negamax(result(board, action), -colour) for action in actions(board))

def minimax(board):
    negamax(board, 1 if player(board) == X else -1)
"""
SWAPPING = """
def swapped(board):
    return [[{X: O, O: X, EMPTY: EMPTY}[cell] for cell in row] for row in board]

def negamax(board):
    if winner(board):
        return -1
    moves = [[row[:] for row in board] for _ in actions(board)]
    for new, (i, j) in zip(moves, actions(board)):
        new[i][j] = X
    return max((-negamax(swapped(new)) for new in moves), default=0)

def minimax(board):
    negamax(board if player(board) == X else swapped(board))
"""
OF_MOVER = {"negamax": NEGAMAX, "negamax with exchanged players": SWAPPING}


@pytest.mark.parametrize("style", [*STYLES, *OF_MOVER])
def test_every_position_of_a_search_is_recorded(style: str) -> None:
    """Whatever the functions are called, wherever the board is kept and however it is written."""
    trace = recorded(RULES + {**STYLES, **OF_MOVER}[style], START)

    assert (trace.complete, trace.recursive, trace.why) == (True, True, None)
    assert Counter(node.board for node in nodes(trace)) == full_tree(START)


def test_a_search_that_is_a_generator_has_no_complete_recording() -> None:
    """A generator counts as a loop of the function around it; a person looks at such a search."""
    trace = recorded(RULES + GENERATOR, START)

    assert (trace.complete, trace.why) == (False, reason("unwatched_no_positions"))
