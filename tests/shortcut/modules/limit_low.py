"""The module lowers the recursion limit at import."""
# FREE=2

# FREE=2

import copy
import math
# MAX=20
import sys
sys.setrecursionlimit(80)
def steps(board, n):
    if n == 0:
        return 0
    return steps(board, n - 1) + 1
def minimax(board):
    try:
        return max([steps(board, n) for n in range(0, 95)])
    except RecursionError:
        return "deep"
