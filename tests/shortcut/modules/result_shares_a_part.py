"""Returns a pair of lists that are one; the caller writes one and reads the other."""


def pair(board, depth):
    if depth == 0 or terminal(board):
        row = [utility(board)]
        return [row, row]
    found = [pair(result(board, action), depth - 1) for action in sorted(actions(board))]
    for one in found:
        one[0][0] += 1
    pick = max if player(board) == X else min
    row = [pick(one[1][0] for one in found)]
    return [row, row] if depth % 2 else [row, row[:]]


def value(board, depth):
    one, other = pair(board, depth)
    one[0] += 5
    return other[0]
