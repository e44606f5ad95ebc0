"""Another inner function rebinds a helper between two searches."""


def minimax(board):
    if terminal(board):
        return None

    def leaf(board):
        return utility(board)

    def give_up(board):
        return 0

    def stop():
        nonlocal leaf
        leaf = give_up

    def value(board, depth):
        if depth == 0 or terminal(board):
            return leaf(board)
        scores = [
            value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))
        ]
        return max(scores) if player(board) == X else min(scores)

    first = value(board, 4)
    stop()
    return (first, value(board, 4))
