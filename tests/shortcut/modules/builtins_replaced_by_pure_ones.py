"""A method of a class gives Python's own name `reversed` to `zip`, by way of another module that has it."""

import enum


class Own:
    def use(self):
        self.reversed = zip


Own.use(enum.bltns)
SEEN = [[0]]


def value(board, depth):
    for one in reversed(SEEN):
        for row in one:
            row.append(1)
    if depth == 0 or terminal(board):
        return utility(board) if len(SEEN[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
