"""A global says whether the game has ended, and is set in a branch."""

ended = False


def terminal(board):
    global ended
    if board == 5:
        ended = True
    if ended:
        return True
    return winner(board) is not None or not actions(board)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
