"""The lists in a dictionary are reached by its values, and grow."""

SEEN = {"boards": [], "other": []}


def value(board, depth):
    for one in SEEN.values():
        one.append(depth)
    if depth == 0 or terminal(board):
        return len(SEEN["boards"])
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
