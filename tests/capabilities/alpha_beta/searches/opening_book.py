"""Alpha-beta, with a fixed first move on the empty board."""


def minimax(board):
    if terminal(board):
        return None
    if board == initial_state():
        return (1, 1)
    return maximum(board, -9, 9)[1] if player(board) == X else minimum(board, -9, 9)[1]


def maximum(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = (-9, None)
    for action in actions(board):
        score = minimum(result(board, action), alpha, beta)[0]
        if score > best[0]:
            best = (score, action)
        if best[0] >= beta:
            return best
        alpha = max(alpha, best[0])
    return best


def minimum(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = (9, None)
    for action in actions(board):
        score = maximum(result(board, action), alpha, beta)[0]
        if score < best[0]:
            best = (score, action)
        if best[0] <= alpha:
            return best
        beta = min(beta, best[0])
    return best
