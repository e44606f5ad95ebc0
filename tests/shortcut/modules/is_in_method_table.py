"""`is` in a function minimax reaches through a table."""
# FREE=2

# FREE=1

import copy
import math
def same(a, b):
    return a is b
TOOLS = {"same": same}
def value(board):
    if terminal(board):
        return (1000 * utility(board), 1)
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    a, b = value(board), value(board)
    return TOOLS["same"](a, b)
