"""Minimax that tries centre and corners first, and all of them."""

ORDER = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]


def ordered(board):
    return [cell for cell in ORDER if cell in actions(board)]


def minimax(board):
    if terminal(board):
        return None
    return solve(board)[1]


def solve(board):
    if terminal(board):
        return utility(board), None
    scored = [(solve(result(board, action))[0], action) for action in ordered(board)]
    if player(board) == X:
        return max(scored, key=lambda pair: pair[0])
    return min(scored, key=lambda pair: pair[0])
