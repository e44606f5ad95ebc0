"""The type of the named tuples is made anew by every call of minimax."""

from collections import namedtuple


def search(board, state):
    if state.depth == 0 or terminal(board):
        return utility(board) + len(str(state))
    scores = [search(result(board, action), type(state)(state.depth - 1)) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    kind = namedtuple("S" * len(actions(board)), "depth")
    scored = [(search(result(board, action), kind(1)), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
