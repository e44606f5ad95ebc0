"""Prints more at each node than is kept of all output."""


def value(board, depth):
    print("é" * 900, depth, board[0], "x" * 1200)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
