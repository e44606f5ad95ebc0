"""A helper's default is a clock."""
# FREE=2

# FREE=1

import copy
import math
import time
def now(clock=time.perf_counter):
    return clock()
def value(board):
    if terminal(board):
        return utility(board)
    best = max if player(board) == X else min
    return best([value(result(board, a)) for a in sorted(actions(board))])
def minimax(board):
    began = now()
    v = value(board)
    return (v, now() - began > 0.00002)
