"""A function imports a name and gives it another meaning afterwards."""


def taken(board):
    from copy import copy as take

    for take in (take, len):
        answer = take(board)
    return answer


def value(board, depth):
    if depth == 0 or terminal(board):
        return taken(board)
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
