"""Minimax without pruning that takes a win in one move without a search."""


def minimax(board):
    if terminal(board):
        return None
    return solve(board)[1]


def solve(board):
    if terminal(board):
        return utility(board), None
    for action in actions(board):
        after = result(board, action)
        if winner(after) == player(board):
            return utility(after), action
    scored = [(solve(result(board, action))[0], action) for action in actions(board)]
    return max(scored, key=lambda s: s[0]) if player(board) == X else min(scored, key=lambda s: s[0])
