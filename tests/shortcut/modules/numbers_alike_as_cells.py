"""The marks are 1 and 2; the caller asks again with 1.0 and True in their place."""

X, O, EMPTY = 1, 2, 0


def value(board, depth):
    if depth == 0 or terminal(board):
        odd = sum(type(cell) is not int for row in board for cell in row)
        return utility(board) * (1 if odd == 0 else odd)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        after = result(board, action)
        odd = [[True if cell == 1 else float(cell) for cell in row] for row in after]
        scored.append((value(after, 1) - value(odd, 1), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
