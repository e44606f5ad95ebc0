"""Each call imports a number from its own file, which minimax changes."""

bonus = 0


def value(board, depth):
    from tictactoe import bonus as more

    if depth == 0 or terminal(board):
        return utility(board) + more
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global bonus
    if terminal(board):
        return None
    found = []
    for bonus in range(3):
        found.append(value(board, 3))
    return found
