"""The variable belongs to a memoized function, which reads it after the calls that count in it."""


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    nodes = 0

    def inner(board, depth):
        nonlocal nodes
        nodes += 1
        if terminal(board):
            return 0
        if depth == 0:
            return value(board, 0)
        return max([inner(result(board, action), depth - 1) for action in sorted(actions(board))])

    scores = [inner(result(board, action), depth - 1) for action in sorted(actions(board))]
    return (max(scores) if player(board) == X else min(scores)) + nodes % 2
