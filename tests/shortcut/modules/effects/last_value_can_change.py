"""The value that is assigned last is a list, which the caller changes."""

best = None


def value(board, depth):
    global best
    if depth == 0 or terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        best = [*action]
        value(result(board, action), depth - 1)
    return utility(board)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = [0, 0]
    moves = sorted(actions(board))
    for move in moves:
        value(result(board, move), 2)
        best.append(1)
        best[0] += len(best)
    return moves[sum(best) % len(moves)]
