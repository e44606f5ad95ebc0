"""The search's own name is rebound to another function after the first leaf."""


def value(board, depth):
    global value
    if depth == 0 or terminal(board):
        value = second
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


first = value


def second(board, depth):
    global value
    if depth == 0 or terminal(board):
        value = first
        return -utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
