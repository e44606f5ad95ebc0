"""`is` in a lambda at module level used through another name."""
# FREE=2

# FREE=1

import copy
import math
same = lambda a, b: a is b
alike = same
def value(board):
    if terminal(board):
        return (1000 * utility(board), 1)
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    a, b = value(board), value(board)
    return alike(a, b)
