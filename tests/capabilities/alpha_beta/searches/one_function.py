"""Alpha-beta in one function with a flag; a won game is worth more if it is won earlier."""


def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best, best_action = None, None
    for action in actions(board):
        score = alphabeta(result(board, action), 1, float("-inf"), float("inf"), turn == O)
        if best is None or (turn == X and score > best) or (turn == O and score < best):
            best, best_action = score, action
    return best_action


def alphabeta(board, depth, alpha, beta, maximizing):
    if terminal(board):
        return utility(board) * (10 - depth)
    if maximizing:
        value = float("-inf")
        for action in actions(board):
            value = max(value, alphabeta(result(board, action), depth + 1, alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = float("inf")
    for action in actions(board):
        value = min(value, alphabeta(result(board, action), depth + 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value
