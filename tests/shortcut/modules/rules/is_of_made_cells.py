"""The same position is asked with the cells of the file and with texts made anew, which only `is` tells apart."""


def twin(board):
    return [[cell and "".join([cell, ""]) for cell in row] for row in board]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + sum(cell is X for row in board for cell in row)
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        scores.append(value(after, depth - 1) - 2 * value(twin(after), depth - 1))
    return max(scores) if player(board) == X else min(scores)
