"""Minimax without pruning: first the value of the position, then the first move that reaches it."""


def minimax(board):
    if terminal(board):
        return None
    goal = value(board)
    for action in actions(board):
        if value(result(board, action)) == goal:
            return action


def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
