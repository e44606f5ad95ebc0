"""Sys.getsizeof tells a copied list from an appended one."""
# FREE=2

# FREE=2

import copy
import math
import sys
def moves(board):
    if terminal(board):
        return []
    out = []
    for i, j in sorted(actions(board)):
        out.append(3 * i + j)
        moves(result(board, (i, j)))
    for _ in range(5):
        out.append(9)
    return out
def minimax(board):
    moves(board)
    return sys.getsizeof(moves(board))
