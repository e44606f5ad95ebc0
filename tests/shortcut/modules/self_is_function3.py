"""A method's function is given as self: its attributes outlast the call."""
# FREE=2

# FREE=1

import copy
import math
class P:
    def mark(self):
        self.seen = 1
    def look(self):
        return self.seen
def tick(board):
    try:
        return P.look(P.mark)
    finally:
        P.mark(P.mark)

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
