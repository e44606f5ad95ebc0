"""Counts in text that is executed."""

count = 0
TICK = compile("count += 1", "tick", "exec")


def value(board, depth):
    exec(TICK, value.__globals__)
    if depth == 0 or terminal(board):
        return utility(board) if eval("count") % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
