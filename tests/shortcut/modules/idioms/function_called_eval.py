"""The file's own `eval` gives the worth of a board."""

def value(board, depth):
    if depth == 0 or terminal(board):
        return eval(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def eval(board):
    return utility(board)
