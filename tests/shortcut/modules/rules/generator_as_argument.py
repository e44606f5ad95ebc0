"""A generator is handed down, and each position takes a number from it."""


def numbers():
    yield from range(10 ** 6)


def value(board, depth, begun):
    if depth == 0 or terminal(board):
        return utility(board) + next(begun) % 5
    scores = [value(result(board, action), depth - 1, begun) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    begun = numbers()
    return [value(result(board, action), 1, begun) for action in sorted(actions(board))]
