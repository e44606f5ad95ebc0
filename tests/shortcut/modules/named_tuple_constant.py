"""A constant that is a named tuple is bound to another one by minimax."""

from collections import namedtuple

Choice = namedtuple("Choice", "score move")
START = Choice(-2, None)


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), depth)
    best = START
    for action in sorted(actions(board)):
        found = search(result(board, action), depth - 1)
        if found.score > best.score:
            best = found
    return best


def minimax(board):
    global START
    if terminal(board):
        return None
    START = Choice(len(actions(board)) % 3 - 2, None)
    scored = [(search(result(board, action), 1).score, action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
