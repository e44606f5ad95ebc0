"""Functions stand in a set, whose order goes by their addresses, and are shown in a text."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + len(f"{low}") % 2
    return [way(result(board, min(actions(board))), depth - 1) for way in {high, low}][0] + 1


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + len(str(high)) % 3
    return [way(result(board, max(actions(board))), depth - 1) for way in {low, high}][0] - 1


def value(board, depth):
    return high(board, depth)
