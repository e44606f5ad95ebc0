"""The marks are members of an enumeration of strings."""

import enum


class Mark(str, enum.Enum):
    X = "X"
    O = "O"


X, O = Mark.X, Mark.O


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if isinstance(board[0][0], Mark) or board[0][0] is None else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
