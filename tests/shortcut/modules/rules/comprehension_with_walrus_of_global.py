"""A comprehension leaves its last cell in a global that minimax reads."""

cell = None


def free(board):
    global cell
    return sum((cell := one) is None for row in board for one in row)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * free(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global cell
    if terminal(board):
        return None
    cell = 0
    return [(value(result(board, action), 1), cell) for action in sorted(actions(board))]
