"""Prints at every node; what is kept of the output is its end and its length."""


def value(board, depth):
    print("node", depth, board[1])
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
