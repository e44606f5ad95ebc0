"""Recursion goes through a list of lambdas that takes turns."""

ways = []
ways.append(lambda board, depth: high(board, depth))
ways.append(lambda board, depth: min(high(board, depth), 0))


def high(board, depth):
    if depth == 0 or terminal(board):
        ways.append(ways.pop(0))
        return utility(board)
    scores = [ways[0](result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return ways[0](board, depth)
