"""Alpha-beta that copies the board; wins are seen before the search goes there, and minimax itself recurses."""
import copy


def minimax(board, alpha=-float("inf"), beta=float("inf"), top=True):
    if terminal(board):
        return None if top else utility(board)
    turn = player(board)
    best = -float("inf") if turn == X else float("inf")
    best_move = None
    for i in range(3):
        for j in range(3):
            if board[i][j] is not EMPTY:
                continue
            child = copy.deepcopy(board)
            child[i][j] = turn
            value = utility(child) if terminal(child) else minimax(child, alpha, beta, False)
            if turn == X and value > best:
                best, best_move = value, (i, j)
                alpha = max(alpha, best)
            if turn == O and value < best:
                best, best_move = value, (i, j)
                beta = min(beta, best)
            if beta <= alpha:
                return best_move if top else best
    return best_move if top else best
