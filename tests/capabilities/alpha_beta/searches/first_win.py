"""Minimax that stops at the first win, without bounds."""


def minimax(board):
    if terminal(board):
        return None
    return solve(board)[1]


def solve(board):
    if terminal(board):
        return utility(board), None
    win = 1 if player(board) == X else -1
    best = None
    for action in actions(board):
        score = solve(result(board, action))[0]
        if score == win:
            return score, action
        if best is None or score * win > best[0] * win:
            best = (score, action)
    return best
