"""A generator begun at import gives the next number at every leaf."""


def numbers():
    n = 0
    while True:
        n += 1
        yield n


alive = numbers()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if next(alive) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
