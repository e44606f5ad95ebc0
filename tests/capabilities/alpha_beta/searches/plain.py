"""Minimax without pruning."""


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))


def max_value(board):
    return utility(board) if terminal(board) else max(min_value(result(board, a)) for a in actions(board))


def min_value(board):
    return utility(board) if terminal(board) else min(max_value(result(board, a)) for a in actions(board))
