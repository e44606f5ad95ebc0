"""Minimax that hands alpha and beta around and never looks at them."""


def minimax(board):
    if terminal(board):
        return None
    return alpha_beta(board, -1000, 1000)[1]


def alpha_beta(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = None
    for action in actions(board):
        score, _ = alpha_beta(result(board, action), alpha, beta)
        if player(board) == X:
            if best is None or score > best[0]:
                best = (score, action)
            alpha = max(alpha, score)
        else:
            if best is None or score < best[0]:
                best = (score, action)
            beta = min(beta, score)
    return best
