"""Alpha-beta to depth 2, with a count of open lines instead of the end of the game."""


def minimax(board):
    if terminal(board):
        return None
    return look(board, 2, -1000, 1000)[1]


def look(board, depth, alpha, beta):
    if terminal(board):
        return 100 * utility(board), None
    if depth == 0:
        return score(board), None
    chosen = None
    for action in actions(board):
        value = look(result(board, action), depth - 1, alpha, beta)[0]
        if player(board) == X and value > alpha:
            alpha, chosen = value, action
        if player(board) == O and value < beta:
            beta, chosen = value, action
        if alpha >= beta:
            break
    return (alpha if player(board) == X else beta), chosen


def score(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return sum(O not in line for line in lines) - sum(X not in line for line in lines)
