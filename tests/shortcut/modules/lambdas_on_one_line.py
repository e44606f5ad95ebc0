"""Two lambdas of one line have exchanged their names."""

count = []

judge = lambda board: utility(board); spoil = lambda board: count.append(1) or (utility(board) if len(count) % 5 else 0)

judge, spoil = spoil, judge


def value(board, depth):
    if depth == 0 or terminal(board):
        return judge(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
