"""A named tuple that is answered holds the very list that was given, which grows later."""

from collections import namedtuple

Best = namedtuple("Best", "score path")


def search(board, depth, path):
    if depth == 0 or terminal(board):
        return Best(utility(board), path)
    found = [search(result(board, action), depth - 1, path) for action in sorted(actions(board))]
    return max(found) if player(board) == X else min(found)


def value(board, depth):
    path = [0]
    first = search(board, depth, path)
    path.append(1)
    second = search(board, depth, [0])
    second.path.append(2)
    third = search(board, depth, [0])
    return first.score + len(first.path) * 10 + len(third.path) * 100
