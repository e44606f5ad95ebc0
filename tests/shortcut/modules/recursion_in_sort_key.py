"""Recursion inside the key of a sort, which looks at the list that is being sorted."""


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    moves.sort(key=lambda action: value(result(board, action), depth - 1) + len(moves))
    i, j = moves[-1] if player(board) == X else moves[0]
    return value(result(board, (i, j)), depth - 1)
