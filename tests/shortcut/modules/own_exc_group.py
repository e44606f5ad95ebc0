"""Except a local variable that holds the class."""
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

class Oops(Exception):
    pass
def room(board, d):
    Oops = RecursionError
    try:
        copy.deepcopy([deep(d)])
    except Oops:
        return 1
    return 0

def value(board, n):
    if n == 0:
        return [room(board, d) for d in range(470, 500)]
    return value(board, n - 1)
def minimax(board):
    return [value(board, n) for n in range(8)]
