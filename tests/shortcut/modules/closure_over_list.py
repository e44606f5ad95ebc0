"""Counts in a list that only a closure made at import holds."""


def counter():
    kept = [0]

    def tick():
        kept.append(1)
        return len(kept)

    return tick


tick = counter()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if tick() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
