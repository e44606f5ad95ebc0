"""The search is defined inside `minimax` and counts in a variable of it, on which the answer depends."""


def minimax(board):
    if terminal(board):
        return None
    nodes = 0

    def high(board, depth):
        nonlocal nodes
        nodes += 1
        if depth == 0 or terminal(board):
            return utility(board)
        return max([low(result(board, action), depth - 1) for action in sorted(actions(board))])

    def low(board, depth):
        nonlocal nodes
        nodes += 2
        if depth == 0 or terminal(board):
            return utility(board)
        return min([high(result(board, action), depth - 1) for action in sorted(actions(board))])

    moves = sorted(actions(board))
    for move in moves:
        low(result(board, move), 2)
        high(result(board, move), 2)
    return moves[nodes % len(moves)]
