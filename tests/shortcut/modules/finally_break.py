"""Break in finally."""
# FREE=2

# FREE=2

import copy
import math
# MAX=2
def deep(n):
    x = []
    for _ in range(n):
        x = [x]
    return x

def room(board, d):
    n = 1
    while True:
        try:
            copy.deepcopy([deep(d)])
            n = 0
        finally:
            break
    return n

def value(board, n):
    if n == 0:
        return [room(board, d) for d in range(470, 500)]
    return value(board, n - 1)
def minimax(board):
    return [value(board, n) for n in range(8)]
