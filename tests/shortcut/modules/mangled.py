"""__tick in a method means the global _P__tick."""
# FREE=2


N = [0]
def _P__bump():
    N[0] += 1
    return N[0] % 3
class P:
    def __init__(self):
        self.n = __bump()
def tick(board):
    return P().n

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
