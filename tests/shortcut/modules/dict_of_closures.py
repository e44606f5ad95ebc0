"""A dict holds functions that another function made, which count in a list of theirs."""


def counting():
    seen = []

    def worth(board):
        seen.append(1)
        return utility(board) if len(seen) % 3 else 0

    return worth


worth = counting()
WORTH = {True: worth, False: worth}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[terminal(board)](board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
