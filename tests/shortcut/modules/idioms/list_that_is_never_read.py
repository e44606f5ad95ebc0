"""Positions are appended to a list of the file that nothing reads."""

visited = []


def value(board, depth):
    visited.append(board)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
