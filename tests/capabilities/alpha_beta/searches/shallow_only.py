"""Cuts only against what the position right above has reached."""


def minimax(board):
    if terminal(board):
        return None
    return look(board, None)[1]


def look(board, above):
    if terminal(board):
        return utility(board), None
    sign = 1 if player(board) == X else -1
    best = None
    for action in actions(board):
        score = look(result(board, action), None if best is None else best[0])[0]
        if best is None or score * sign > best[0] * sign:
            best = (score, action)
        if above is not None and best[0] * sign >= above * sign:
            break
    return best
