"""Whatever a position raises is caught, and a counter decides."""

seen = []


def tick(board):
    try:
        seen.append(1)
        return len(seen) % 5
    except BaseException:
        return 7


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
