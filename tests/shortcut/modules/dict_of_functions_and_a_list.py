"""A dict of functions holds a list beside them, which grows."""


def high(board, depth):
    if depth == 0 or terminal(board):
        note = TURN["seen"]
        note.append(1)
        return utility(board) if len(note) % 3 else 0
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(TURN[X](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low, "seen": []}


def value(board, depth):
    return TURN[player(board)](board, depth)
