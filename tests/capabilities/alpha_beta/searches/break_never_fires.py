"""Minimax with a break that never fires: the bounds stay as they were."""


def minimax(board):
    if terminal(board):
        return None
    return search(board, -1000, 1000)[1]


def search(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = None
    for action in actions(board):
        score, _ = search(result(board, action), -1000, 1000)
        if player(board) == X:
            if best is None or score > best[0]:
                best = (score, action)
        elif best is None or score < best[0]:
            best = (score, action)
        if alpha >= beta:
            break
    return best
