"""Named tuples are made from others by `_replace`, with a list inside that two of them share."""

from collections import namedtuple

State = namedtuple("State", "score path")


def search(board, depth, state):
    if depth == 0 or terminal(board):
        state.path.append(depth)
        return state._replace(score=utility(board) + len(state.path))
    scores = [search(result(board, action), depth - 1, state) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return search(board, depth, State(0, [])).score
