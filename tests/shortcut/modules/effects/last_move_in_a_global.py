"""Each call puts its best move into a global variable, and `minimax` answers what is there in the end."""

best = None


def value(board, depth):
    global best
    if depth == 0 or terminal(board):
        return utility(board)
    found = None
    for action in sorted(actions(board)):
        score = value(result(board, action), depth - 1)
        if found is None or score > found:
            found = score
            best = action
    return found


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if best in actions(board) else sorted(actions(board))[0]
