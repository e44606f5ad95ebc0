"""Deletes the counter in some positions and counts on only if it is there."""

nodes = 0


def value(board, depth):
    global nodes
    if winner(board) == O and depth == 1:
        del nodes
    try:
        nodes += 1
    except NameError:
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
    other = nodes
    moves = sorted(actions(board))
    for move in moves:
        value(result(board, move), 2)
    return moves[globals_left() % len(moves)]


def globals_left():
    try:
        return nodes
    except NameError:
        return 1
