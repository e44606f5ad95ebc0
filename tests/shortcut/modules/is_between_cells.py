"""Two equal strings are one object or two, depending on how they were made."""


def value(board, depth):
    if depth == 0 or terminal(board):
        made = "".join(["X", ""])
        return sum(cell == made and cell is not made for row in board for cell in row) + utility(board)
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        if action[0] == 1:
            value([[cell and "".join([cell, ""]) for cell in row] for row in after], depth - 1)
        scores.append(value(after, depth - 1))
    return max(scores) if player(board) == X else min(scores)
