"""Alpha-beta that goes on at equality: it cuts only where `value > beta`. The root hands no bound down."""


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(sorted(actions(board)), key=lambda action: low(result(board, action), -10, 10))
    return min(sorted(actions(board)), key=lambda action: high(result(board, action), -10, 10))


def high(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = -10
    for action in sorted(actions(board)):
        value = max(value, low(result(board, action), alpha, beta))
        if value > beta:
            return value
        alpha = max(alpha, value)
    return value


def low(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = 10
    for action in sorted(actions(board)):
        value = min(value, high(result(board, action), alpha, beta))
        if value < alpha:
            return value
        beta = min(beta, value)
    return value
