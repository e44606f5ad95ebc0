"""Functions and where they begin stand in tuples of a dict; one is of Python's own, one is called by two names."""


def search(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    pick, deeper, start = WAYS[player(board)]
    further = deeper
    found = [start]
    for action in sorted(actions(board)):
        found.append(further(result(board, action), depth - 1) + deeper(result(board, action), 0))
    return pick(found)


def again(board, depth):
    return search(board, depth) if depth else WAYS[X][0](utility(board), 0)


WAYS = {X: (max, search, -2), O: (min, again, 2)}


def value(board, depth):
    return WAYS[X][1](board, depth) + again(board, depth)
