"""Alpha-beta with a table that also keeps whether a value is exact or a bound."""

table = {}


def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, best_action = -2, None
    for action in actions(board):
        score = -negamax(result(board, action), -2, -best, -sign)
        if score > best:
            best, best_action = score, action
    return best_action


def negamax(board, alpha, beta, sign):
    start = alpha
    key = tuple(map(tuple, board))
    if key in table:
        kind, value = table[key]
        if kind == "exact" or (kind == "low" and value >= beta) or (kind == "high" and value <= alpha):
            return value
    if terminal(board):
        return sign * utility(board)
    value = -2
    for action in actions(board):
        value = max(value, -negamax(result(board, action), -beta, -alpha, -sign))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    table[key] = ("high" if value <= start else "low" if value >= beta else "exact", value)
    return value
