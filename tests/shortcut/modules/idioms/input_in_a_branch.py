"""`player` asks the user if there is no board."""

def player(board):
    if board is None:
        return input("who? ")
    return X if sum(row.count(EMPTY) for row in board) % 2 else O


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
