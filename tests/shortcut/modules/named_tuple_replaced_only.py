"""Named tuples are made from others by `_replace` alone, from a constant one, and from what is no named tuple."""

from typing import NamedTuple


class State(NamedTuple):
    score: int
    move: tuple = ()


FIRST = State(0)


def search(board, depth):
    if depth == 0 or terminal(board):
        return FIRST._replace(score=utility(board))
    found = [search(result(board, action), depth - 1)._replace(move=action) for action in sorted(actions(board))]
    return max(found) if player(board) == X else min(found)


def value(board, depth):
    try:
        return search(board, depth).score if len(actions(board)) % 4 else search(board, depth).move._replace(score=1)
    except AttributeError:
        return -search(board, depth).score
