"""Alpha-beta with a depth that is never reached."""


def minimax(board, depth=9):
    if terminal(board):
        return None
    return go(board, depth, -99, 99)[1]


def go(board, depth, alpha, beta):
    if depth == 0 or terminal(board):
        return 10 * utility(board) + (depth if utility(board) > 0 else -depth if utility(board) < 0 else 0), None
    best = None
    for action in sorted(actions(board), reverse=True):
        score = go(result(board, action), depth - 1, alpha, beta)[0]
        if player(board) == X:
            if best is None or score > best[0]:
                best = (score, action)
            alpha = max(alpha, score)
        else:
            if best is None or score < best[0]:
                best = (score, action)
            beta = min(beta, score)
        if alpha >= beta:
            break
    return best
