"""Minimax begins a generator whose numbers the search inside it takes."""


def numbers():
    number = 0
    while True:
        number += 1
        yield number


def minimax(board):
    if terminal(board):
        return None
    begun = numbers()

    def value(board, depth):
        if depth == 0 or terminal(board):
            return utility(board) + next(begun) % 5
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    return [value(result(board, action), 1) for action in sorted(actions(board))]
