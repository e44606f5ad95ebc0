"""A class called `copy` stands where the module was: its `deepcopy` writes the global list it is given."""
# FREE=2

# FREE=1

import copy
import math
class copy:
    def deepcopy(x):
        if type_of(x): x.append(1)
        return [row[:] for row in x] if x and isinstance(x[0], list) else x
def type_of(x):
    return len(x) != 3
A = [1]*4
def tick(board):
    a = copy.deepcopy(A)
    return len(A) % 3

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
