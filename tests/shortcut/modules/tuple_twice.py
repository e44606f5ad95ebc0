"""A result holds one tuple with a list twice: two lists after the copy."""
# FREE=2


def value(board):
    if terminal(board):
        pair = ([utility(board)], 0)
        return [pair, pair]
    best = max if player(board) == X else min
    return best((value(result(board, a)) for a in sorted(actions(board))), key=lambda v: v[0][0][0])
def minimax(board):
    total = 0
    for a in sorted(actions(board)):
        v = value(result(board, a))
        v[0][0].append(5)
        total += len(v[1][0])
    return total
