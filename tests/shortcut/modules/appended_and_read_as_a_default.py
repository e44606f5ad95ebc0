"""A list is appended to by its name, and is the default of another function that reads it."""

visited = []


def size(seen=visited):
    return len(seen)


def value(board, depth):
    visited.append(depth)
    if depth == 0 or terminal(board):
        return utility(board) if size() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
