"""Fourteen lambdas between two levels: plain runs out of stack, hits do not."""
# FREE=2

# FREE=2

import copy
import math
# MAX=20
def steps(board, n):
    if n == 0:
        return 0
    return (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: (lambda: steps(board, n - 1) + 1)())())())())())())())())())())())())())()

def minimax(board):
    try:
        return max([steps(board, n) for n in range(0, 90)])
    except RecursionError:
        return "deep"
