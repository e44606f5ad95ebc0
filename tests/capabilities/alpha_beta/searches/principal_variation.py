"""Principal variation search: null windows, and a second search where one fails high."""


def minimax(board):
    if terminal(board):
        return None
    return pvs(board, -2, 2)[1]


def pvs(board, alpha, beta):
    if terminal(board):
        return (utility(board) if player(board) == X else -utility(board)), None
    best_action = None
    for number, action in enumerate(sorted(actions(board))):
        after = result(board, action)
        if number == 0:
            score = -pvs(after, -beta, -alpha)[0]
        else:
            score = -pvs(after, -alpha - 1, -alpha)[0]
            if alpha < score < beta:
                score = -pvs(after, -beta, -score)[0]
        if score > alpha:
            alpha, best_action = score, action
        if alpha >= beta:
            break
    return alpha, best_action
