"""Texts are made with `%` and `.format`."""

def result(board, action):
    if action not in actions(board):
        raise ValueError("bad %s" % (action,))
    if board is None:
        raise ValueError("bad {}".format(action))
    key = "%d,%d" % action
    name = "{}-{}".format(*action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
