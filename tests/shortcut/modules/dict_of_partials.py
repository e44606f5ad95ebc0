"""A dict holds partial functions with a list inside."""

from functools import partial


def note(seen, board):
    seen.append(1)
    return utility(board) if len(seen) % 3 else 0


WORTH = {True: partial(note, []), False: partial(note, [])}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[terminal(board)](board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
