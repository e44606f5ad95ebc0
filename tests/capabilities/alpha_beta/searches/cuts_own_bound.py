"""Unsound: a position is left as soon as its value is not worse than a draw."""


def minimax(board):
    if terminal(board):
        return None
    return search(board, -1, 0, 1)[1]


def search(board, alpha, draw, beta):
    if terminal(board):
        return utility(board), None
    sign = 1 if player(board) == X else -1
    best = None
    for action in actions(board):
        score = search(result(board, action), alpha, draw, beta)[0]
        if best is None or score * sign > best[0] * sign:
            best = (score, action)
        if best[0] * sign >= draw:
            break
    return best
