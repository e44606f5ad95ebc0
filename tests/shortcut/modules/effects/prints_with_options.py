"""Prints with the options that are known."""


def value(board, depth):
    print(*board[0], sep="", end="|")
    print("depth", depth, flush=True)
    print()
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
