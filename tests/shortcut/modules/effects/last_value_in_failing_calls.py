"""Calls assign the variable and then raise, which their caller catches."""

best = None


def value(board, depth):
    global best
    if depth == 0:
        best = sorted(actions(board))[0] if actions(board) else None
        if utility(board) or board[0][0] == board[2][2]:
            raise ValueError(depth)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [0]
    for action in sorted(actions(board)):
        try:
            scores.append(value(result(board, action), depth - 1))
        except ValueError:
            scores.append(-1)
    return max(scores)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if best in actions(board) else sorted(actions(board))[0]
