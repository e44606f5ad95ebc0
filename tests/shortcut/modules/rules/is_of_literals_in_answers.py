"""Answers are made anew and equal a text that stands in the file; minimax compares them by `is`."""

WON = "won"


def value(board, depth):
    if depth == 0 or terminal(board):
        return "".join(["w", "on"]) if utility(board) == 1 else WON
    return max(value(result(board, action), depth - 1) for action in sorted(actions(board)))


def minimax(board):
    if terminal(board):
        return None
    return [value(result(board, a), 1) is WON for a in sorted(actions(board))]
