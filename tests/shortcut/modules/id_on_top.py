"""Minimax counts different ids."""
# FREE=2


def value(board):
    if terminal(board):
        return 1000.5 * utility(board)
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    vs = [value(result(board, a)) for a in sorted(actions(board))]
    ws = [value(result(board, a)) for a in sorted(actions(board))]
    return len({id(v) for v in vs + ws})
