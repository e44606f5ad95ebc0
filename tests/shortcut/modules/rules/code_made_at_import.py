"""A function made by another at import counts in a branch."""


def make(step):
    total = [0]

    def tick(board):
        if board[0][0] == X:
            total[0] += step
        return total[0] % 5

    return tick


tick = make(1)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
