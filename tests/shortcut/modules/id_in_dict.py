"""Minimax takes id out of a table."""
# FREE=2

# FREE=1

import copy
import math
TOOLS = [id]
def value(board):
    if terminal(board):
        return 1000.5 * utility(board)
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
same = lambda a, b, key=id: key(a) == key(b)
def minimax(board):
    return same(value(board), value(board)), TOOLS[0](value(board)) == TOOLS[0](value(board))
