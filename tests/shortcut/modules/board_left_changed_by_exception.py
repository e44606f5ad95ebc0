"""Marks a cell, raises, and does not take it back: the caller goes on with the changed board."""


def value(board, depth):
    if depth == 0 or terminal(board):
        if utility(board) == 0 and board[2][2] == EMPTY:
            board[2][2] = "?"
            raise ValueError("no winner")
        return utility(board)
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        try:
            scores.append(value(after, depth - 1) + (board[0][0] == X) * value([row[:] for row in after], depth - 1))
        except ValueError:
            scores.append(2 if after[2][2] == "?" else -2)
    return max(scores) if player(board) == X else min(scores)
