"""The same values by place, by keyword and by default, and a default that is rebound."""


def weigh(board, depth=1, sign=1, *, turn=None):
    if depth == 0 or terminal(board):
        return sign * utility(board) + (turn == O)
    scores = []
    for number, action in enumerate(sorted(actions(board))):
        after = result(board, action)
        if number % 3 == 0:
            scores.append(weigh(after, depth - 1, turn=O))
        elif number % 3 == 1:
            scores.append(weigh(board=after, sign=-1, depth=depth - 1))
        else:
            scores.append(weigh(after, depth - 1, -sign))
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = [(weigh(result(board, action)), action) for action in sorted(actions(board))]
    weigh.__defaults__ = (1, -weigh.__defaults__[1])
    return max(scored)[1] if player(board) == X else min(scored)[1]
