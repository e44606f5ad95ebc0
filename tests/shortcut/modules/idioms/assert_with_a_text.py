"""An assertion names the wrong action."""

def result(board, action):
    assert action in actions(board), "bad action " + str(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
