"""A dict holds lambdas, one of which counts in a list."""

calls = []
WORTH = {True: lambda board: utility(board), False: lambda board: len(calls) % 3 + (calls.append(1) or 0)}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[terminal(board)](board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
