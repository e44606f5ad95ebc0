"""One of two lambdas on a line counts."""

seen = []
score, tick = lambda board: utility(board), lambda board: len(seen) % 5 + (seen.append(1) or 0)


def value(board, depth):
    if depth == 0 or terminal(board):
        return score(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
