"""A named tuple holds a list, which grows."""

from collections import namedtuple

State = namedtuple("State", "calls")
state = State([])


def value(board, depth):
    state.calls.append(depth)
    if depth == 0 or terminal(board):
        return utility(board) if len(state.calls) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
