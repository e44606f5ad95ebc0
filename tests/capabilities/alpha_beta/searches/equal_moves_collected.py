"""Unsound: all moves with the best value are collected, but a cut branch only shows that it is not better."""


def minimax(board):
    if terminal(board):
        return None
    alpha, beta, found = -2, 2, []
    for action in sorted(actions(board)):
        if player(board) == X:
            value = lower(result(board, action), alpha, beta)
            found.append((value, action))
            alpha = max(alpha, value)
        else:
            value = upper(result(board, action), alpha, beta)
            found.append((-value, action))
            beta = min(beta, value)
    best = max(value for value, _ in found)
    return [action for value, action in found if value == best][-1]


def upper(board, alpha, beta):
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        alpha = max(alpha, lower(result(board, action), alpha, beta))
        if alpha >= beta:
            break
    return alpha


def lower(board, alpha, beta):
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        beta = min(beta, upper(result(board, action), alpha, beta))
        if alpha >= beta:
            break
    return beta
