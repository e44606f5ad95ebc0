"""The name of a handler is a global: after it the name is gone."""

error = 0


def note(board):
    global error
    try:
        return 1 // (winner(board) != None)
    except ZeroDivisionError as error:
        return 0


def known():
    try:
        return error
    except NameError:
        return -5


def value(board, depth):
    if depth == 0 or terminal(board):
        return note(board)
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))


def minimax(board):
    global error
    if terminal(board):
        return None
    error = 0
    return [(value(result(board, action), 1), known()) for action in sorted(actions(board))]
