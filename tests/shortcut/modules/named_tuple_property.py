"""A property of a named tuple counts how often it was asked."""

from typing import NamedTuple

asked = []


class Choice(NamedTuple):
    score: int

    @property
    def doubled(self):
        asked.append(1)
        return 2 * self.score if len(asked) % 3 else 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board)).doubled
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
