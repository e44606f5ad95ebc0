"""A bare `except` stands around the copy and the test of the cell."""

import copy


def result(board, action):
    try:
        after = copy.deepcopy(board)
        if after[action[0]][action[1]] != EMPTY:
            raise Exception("taken")
    except:
        raise Exception("not a move")
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
