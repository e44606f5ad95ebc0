"""A handler catches RecursionError under another name; the answer depends on how deep the stack is."""
# FREE=2
import copy

Problem = Exception


def deep(n):
    x = []
    for _ in range(n):
        x = [x]
    return x


def room(board, d):
    try:
        copy.deepcopy([deep(d)])
    except (KeyError, Problem):
        return 1
    return 0


def value(board, n):
    if n == 0:
        return [room(board, d) for d in range(470, 500)]
    return value(board, n - 1)


def minimax(board):
    return [value(board, n) for n in range(8)]
