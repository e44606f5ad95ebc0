"""Two imports of one name in one function: the last decides."""
# FREE=2


def tick(board):
    from random import randrange as pick
    n = pick(3)
    from math import floor as pick
    return n

def value(board):
    n = tick(board)
    if terminal(board):
        return utility(board) + n * 10
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best = None
    for a in sorted(actions(board)):
        v = value(result(board, a))
        if turn == O: v = -v
        if best is None or v > best[0]:
            best = (v, a)
    return best
