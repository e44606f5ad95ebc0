"""Minimax without pruning; positions are kept in a dict."""

memo = {}


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: value(result(board, action)))


def value(board):
    key = tuple(map(tuple, board))
    if key in memo:
        return memo[key]
    if terminal(board):
        answer = utility(board)
    else:
        choose = max if player(board) == X else min
        answer = choose(value(result(board, action)) for action in actions(board))
    memo[key] = answer
    return answer
