"""A chain of comparisons has an `is` between rows in it."""


def value(board, depth, last=None):
    if depth == 0 or terminal(board):
        return utility(board) + (0 < 1 == True is not False and last is board[0])
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        scores.append(value(after, depth - 1, after[0]) - 2 * value(after, depth - 1, after[0][:]))
    return max(scores) if player(board) == X else min(scores)
