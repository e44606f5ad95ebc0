"""A default of an inner function is a list that outlives no call, but one of a helper does."""


def tick(seen=[]):
    seen.append(1)
    return len(seen) % 5


def twice():
    def inner(more=[tick()]):
        return more[0]

    return inner()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + twice()
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
