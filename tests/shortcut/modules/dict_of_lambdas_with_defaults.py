"""A dict holds lambdas on lines of their own, one of which has a list for its default."""

WORTH = {
    True: lambda board: utility(board),
    False: lambda board, seen=[]: seen.append(1) or len(seen) % 3,
}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[terminal(board)](board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
