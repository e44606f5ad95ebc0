"""A named tuple that is answered holds a list, which the caller changes."""

from collections import namedtuple

Best = namedtuple("Best", "score path")


def search(board, depth):
    if depth == 0 or terminal(board):
        return Best(utility(board), [])
    found = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    best = max(found, key=lambda one: (one.score, len(one.path)))
    best.path.append(depth)
    return best


def value(board, depth):
    best = search(board, depth)
    best.path.append(0)
    return best.score * 10 + len(best.path) + len(search(board, depth).path)
