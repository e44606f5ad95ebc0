"""Alpha-beta on one board: each move is made and taken back. Each node returns as soon as it can."""


def minimax(board):
    if terminal(board):
        return None
    board = [row[:] for row in board]
    me = player(board)
    best, best_move = -1000, None
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                board[i][j] = me
                score = reply(board, best, 1000, me, O if me == X else X)
                board[i][j] = EMPTY
                if score > best:
                    best, best_move = score, (i, j)
    return best_move


def evaluate(board, me):
    return utility(board) if me == X else -utility(board)


def reply(board, alpha, beta, me, turn):
    if terminal(board):
        return evaluate(board, me)
    other = O if turn == X else X
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                board[i][j] = turn
                score = reply(board, alpha, beta, me, other)
                board[i][j] = EMPTY
                if turn == me:
                    if score >= beta:
                        return score
                    alpha = max(alpha, score)
                else:
                    if score <= alpha:
                        return score
                    beta = min(beta, score)
    return alpha if turn == me else beta
