"""Minimax reads a clock out of a dict and a default."""
# FREE=2

# FREE=1

import copy
import math
import time
TOOLS = {"now": time.perf_counter}
LOG = []
def value(board):
    if terminal(board):
        return utility(board)
    best = max if player(board) == X else min
    return best([value(result(board, a)) for a in sorted(actions(board))])
def minimax(board):
    began = TOOLS["now"]()
    v = value(board)
    return (v, TOOLS["now"]() - began > 0.00002)
