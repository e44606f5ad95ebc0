"""`actions` writes what the search reads; the search finds its moves itself."""

weight = 1


def actions(board):
    global weight
    weight = 3 - weight
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def free(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]


def result(board, action):
    if tuple(action) not in free(board):
        raise ValueError("no such move")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * weight
    scores = [value(result(board, action), depth - 1) for action in free(board)]
    return sum(scores) if player(board) == X else -sum(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = [(value(result(board, action), 1), action) for action in free(board)]
    return max(scored)[1] if player(board) == X else min(scored)[1]
