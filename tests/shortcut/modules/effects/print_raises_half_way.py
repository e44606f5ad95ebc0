"""Printing raises after the first half, because the second has no text."""


def value(board, depth):
    try:
        print("half", board[0], 1 / len(board[0]), sep=depth if depth == 1 else " ")
    except TypeError:
        return 1 if depth else 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
