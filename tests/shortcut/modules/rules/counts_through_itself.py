"""The file imports itself inside a function and counts by that name."""

count = [0]


def bump():
    count[0] += 1
    return count[0] % 5


def tick():
    from tictactoe import bump as number

    return number()


def tick_of_module():
    import tictactoe as own

    return own.bump()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick() + tick_of_module()
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
