"""One assignment sets two global variables and a local one."""

best = None
worst = None


def value(board, depth):
    global best
    global worst
    if depth == 0 or terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        best, (worst, cell) = action, (board[0], action)
        worst = board[0][0], action[0], cell
        value(result(board, action), depth - 1)
    return utility(board)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if worst and worst[1] % 2 and best in actions(board) else sorted(actions(board))[0]
