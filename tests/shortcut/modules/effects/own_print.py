"""The file has a `print` of its own, which counts."""

PRINTED = []


def print(*parts):
    PRINTED.append(parts)


def value(board, depth):
    print("node")
    if len(PRINTED) % 5 == 0:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
