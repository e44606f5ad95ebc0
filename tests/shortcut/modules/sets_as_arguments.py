"""Equal sets in another order of iteration, since one of them has been larger; the first element decides."""


def value(board, depth):
    return by_set(frozenset_like(board), board, depth)


def frozenset_like(board):
    free = {3 * i + j for i, j in actions(board)}
    if board[1][1] == X:
        free |= set(range(100))
        free -= set(range(9, 100))
        free -= {3 * i + j for i in range(3) for j in range(3) if board[i][j] != EMPTY}
    return {8 * number for number in free} if board[0][0] == O else free


def by_set(free, board, depth):
    if depth == 0 or terminal(board) or not free:
        for first in free:
            return first % 5
        return utility(board)
    scores = [by_set(free - {3 * i + j}, result(board, (i, j)), depth - 1) for i, j in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
