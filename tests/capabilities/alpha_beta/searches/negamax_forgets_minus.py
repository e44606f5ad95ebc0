"""Unsound: negamax hands (alpha, beta) down as they are, and not (-beta, -alpha)."""


def minimax(board):
    if terminal(board):
        return None
    return negamax(board, -2, 2)[1]


def negamax(board, alpha, beta):
    if terminal(board):
        return (utility(board) if player(board) == X else -utility(board)), None
    best, best_action = -2, None
    for action in sorted(actions(board)):
        score = -negamax(result(board, action), alpha, beta)[0]
        if score > best:
            best, best_action = score, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_action
