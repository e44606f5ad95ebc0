"""1, True and 1.0 are equal and no two of them give the same answer; nor do 0.0 and -0.0, nor nan and nan."""

import math


def weigh(board, depth, flag):
    if depth == 0 or terminal(board):
        kinds = {int: 1, bool: -1, float: 0}
        if flag == 0 and type(flag) is float:
            return math.copysign(1, flag) * utility(board)
        return utility(board) * kinds[type(flag)] if flag == flag else 5
    scores = [weigh(result(board, action), depth - 1, flag) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


FLAGS = (1, True, 1.0, 0.0, -0.0, float("nan"))


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        after = result(board, action)
        scored.append((sum(weigh(after, 1, flag) * 3**at for at, flag in enumerate(FLAGS[number % 3 :])), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
