"""Returns its own argument, which the caller then changes."""


def settle(board, depth):
    if depth == 0 or terminal(board):
        return board
    first = min(actions(board))
    return settle(result(board, first), depth - 1)


def value(board, depth):
    end = settle(board, depth)
    again = settle(board, depth)
    if not terminal(end):
        i, j = max(actions(end))
        end[i][j] = "?"
        if again[i][j] == "?":
            return 3 if depth else 2
    return utility(end)
