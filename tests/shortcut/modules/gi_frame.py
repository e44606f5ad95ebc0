"""Class attribute names allow frame attributes."""
# FREE=2


N = 0
class Z:
    gi_frame = 0
    f_globals = 0
def tick(board):
    g = (0 for _ in ()).gi_frame.f_globals
    g["N"] = (g["N"] + 1) % 3
    return g["N"]

def value(board):
    n = tick(board)
    if terminal(board):
        return utility(board) + n * 10
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best = None
    for a in sorted(actions(board)):
        v = value(result(board, a))
        if turn == O: v = -v
        if best is None or v > best[0]:
            best = (v, a)
    return best
