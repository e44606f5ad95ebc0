"""Minimax to depth 2, with a count of open lines instead of the end of the game."""


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: look(result(board, action), 2))


def look(board, depth):
    if terminal(board):
        return 100 * utility(board)
    if depth == 0:
        return score(board)
    choose = max if player(board) == X else min
    return choose(look(result(board, action), depth - 1) for action in actions(board))


def score(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return sum(O not in line for line in lines) - sum(X not in line for line in lines)
