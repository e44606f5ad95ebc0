"""The method `append` is taken from a list before, with which it is read as well."""

visited = []
note = visited.append


def value(board, depth):
    note(depth)
    if depth == 0 or terminal(board):
        return utility(board) if len(note.__self__) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
