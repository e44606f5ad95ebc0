"""'{0.__globals__[N]}'.format(function), format being an attribute of a class of the file."""
# FREE=2

# FREE=1

import copy
import math
N = 0
class Z:
    format = 0
def value(board):
    if terminal(board):
        return utility(board) + 10 * int("{0.__globals__[N]}".format(value_n))
    best = max if player(board) == X else min
    return best([value(result(board, a)) for a in sorted(actions(board))])
def value_n():
    return 0
def minimax(board):
    global N
    N = (N + 1) % 3
    return value(board)
