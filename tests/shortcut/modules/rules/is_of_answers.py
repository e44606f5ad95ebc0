"""Minimax asks twice and compares the answers, texts made anew, by `is`."""


def value(board, depth):
    if depth == 0 or terminal(board):
        return "".join([str(utility(board)), "0"])
    return max(value(result(board, action), depth - 1) for action in sorted(actions(board)))


def minimax(board):
    if terminal(board):
        return None
    return [value(result(board, a), 1) is value(result(board, a), 1) for a in sorted(actions(board))]
