"""The body of a class inside the search reads the counter."""

nodes = 0


def value(board, depth):
    global nodes
    nodes += 1

    class Now:
        seen = nodes

    if Now.seen > 40:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = 0
    return divmod(value(board, 4) % 9, 3)
