"""`player` alternates by itself, whatever the board: wrong, and different at every call."""

turns = [0]


def player(board):
    turns[0] += 1
    return X if turns[0] % 3 else O


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
