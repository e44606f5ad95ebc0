"""The caller asks twice, the second time with cells that equal strings and are none."""

from collections import UserString


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if all(cell is None or isinstance(cell, str) for row in board for cell in row) else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        after = result(board, action)
        odd = [[cell if cell is None else UserString(cell) for cell in row] for row in after]
        scored.append((value(after, 1) - value(odd, 1) * 2, action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
