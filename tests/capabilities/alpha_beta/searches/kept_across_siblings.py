"""Unsound: alpha and beta are global and keep what one branch found when the next is searched."""

alpha = -2
beta = 2


def minimax(board):
    global alpha, beta
    if terminal(board):
        return None
    alpha, beta = -2, 2
    return search(board)[1]


def search(board):
    global alpha, beta
    if terminal(board):
        return utility(board), None
    best = None
    for action in actions(board):
        score = search(result(board, action))[0]
        if player(board) == X:
            if best is None or score > best[0]:
                best = (score, action)
            alpha = max(alpha, score)
        else:
            if best is None or score < best[0]:
                best = (score, action)
            beta = min(beta, score)
        if alpha >= beta:
            break
    return best
