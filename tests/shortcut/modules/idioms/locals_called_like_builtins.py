"""Local variables are called eval, max and vars."""

def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    max, vars = -2, 3
    best = None
    for action in sorted(actions(board)):
        eval = value(result(board, action), depth - 1)
        if best is None or (eval > best if player(board) == X else eval < best):
            best = eval
    return best
