"""Each cell is tested in a `try` with an empty `finally`."""

def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            try:
                if board[i][j] == EMPTY:
                    found.add((i, j))
            except IndexError:
                continue
            finally:
                pass
    return found


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
