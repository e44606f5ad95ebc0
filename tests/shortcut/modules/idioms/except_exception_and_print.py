"""`except Exception` prints the exception and raises it again."""

def result(board, action):
    try:
        if board[action[0]][action[1]] is not EMPTY:
            raise IndexError
    except Exception as e:
        print(e)
        raise e
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
