"""The type of the board is compared by `is`."""

def utility(board):
    if type(board) is not list:
        raise TypeError(f"no board: {board}")
    return {X: 1, O: -1}.get(winner(board), 0)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
