"""A helper is defined anew for each mark."""

def winner(board):
    for mark in (X, O):
        def full(cells):
            return all(cell == mark for cell in cells)
        if any(map(full, [*board, *zip(*board)])):
            return mark
    return None


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
