"""Returns sets, whose order of iteration is their history, and whose owner adds to them."""


def leaves(board, depth):
    if depth == 0 or terminal(board):
        return {utility(board)}
    found = set()
    for action in sorted(actions(board)):
        below = leaves(result(board, action), depth - 1)
        below.add(len(below) + 5 * action[0])
        found |= below
    return found


def value(board, depth):
    found = leaves(board, depth)
    return sum(found) if player(board) == X else -sum(found)
