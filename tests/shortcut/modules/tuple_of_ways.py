"""Functions and where they begin stand in tuples of a dict; one is of Python's own, and the names are bound again."""


def search(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    pick, deeper, start = WAYS[player(board)]
    found = [start]
    for action in sorted(actions(board)):
        found.append(deeper(result(board, action), depth - 1))
    pick, start = (max, 3) if len(found) == 4 else (pick, start)
    return pick(found)


def again(board, depth):
    return search(board, depth) if depth else WAYS[X][0](utility(board), 0)


WAYS = {X: (max, search, -2), O: (min, again, 2)}


def value(board, depth):
    return search(board, depth)
