"""Fields of a named tuple are renamed by it, and one is called like a method of lists."""

from collections import namedtuple

Choice = namedtuple("Choice", "def append append", rename=True)


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(depth, utility(board), 2)
    found = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    best = max(found, key=lambda one: one.append) if player(board) == X else min(found, key=lambda one: one.append)
    return Choice(best[0] + 1, best.append, best[2])


def value(board, depth):
    best = search(board, depth)
    return best.append * 10 + best[0]
