"""Only the replies to the first move are cut, against the best first move so far; below that everything is tried."""


def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best, best_action = -2, None
    for action in actions(board):
        after = result(board, action)
        if terminal(after):
            worst = sign * utility(after)
        else:
            worst = 2
            for answer in actions(after):
                worst = min(worst, sign * value(result(after, answer)))
                if worst <= best:
                    break
        if worst > best:
            best, best_action = worst, action
    return best_action


def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
