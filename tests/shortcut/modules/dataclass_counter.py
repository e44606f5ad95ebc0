"""A dataclass instance counts."""

from dataclasses import dataclass


@dataclass
class State:
    calls: int = 0


state = State()


def value(board, depth):
    state.calls += 1
    if depth == 0 or terminal(board):
        return utility(board) if state.calls % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
