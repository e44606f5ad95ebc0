"""A loop leaves a generator early, and its `finally` counts."""

left = []


def cells(board):
    try:
        for row in board:
            yield from row
    finally:
        left.append(1)


def tick(board):
    for cell in cells(board):
        if cell == O:
            break
    return len(left) % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
