"""A field of a named tuple has a list for its default, which all share and which grows."""

from typing import NamedTuple


class Choice(NamedTuple):
    value: int
    seen: list = []


def value(board, depth):
    if depth == 0 or terminal(board):
        choice = Choice(utility(board))
        choice.seen.append(depth)
        return choice.value if len(choice.seen) % 3 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
