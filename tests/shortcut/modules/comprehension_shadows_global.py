"""A comprehension's variable goes by the name of a global that changes elsewhere."""

weight = 1


def heavier():
    global weight
    weight += 1


def value(board, depth):
    total = sum([weight for weight in (1, 2)])
    if depth == 0 or terminal(board):
        heavier()
        return utility(board) * (weight % 3) + total
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
