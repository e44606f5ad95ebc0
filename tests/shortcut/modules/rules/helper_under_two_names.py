"""A function that counts is called by its second name."""

seen = []


def tick():
    if seen is not None:
        seen.append(1)
    return len(seen) % 5


other = tick


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + other()
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
