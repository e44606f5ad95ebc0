"""A decorator puts a function that counts in the place of an inner one, which is never called."""


def counted(function):
    calls = [0]

    def run(board):
        calls[0] += 1
        return utility(board) if calls[0] < 40 else 0

    return run


def minimax(board):
    if terminal(board):
        return None

    @counted
    def leaf(board):
        return utility(board)

    def value(board, depth):
        if depth == 0 or terminal(board):
            return leaf(board)
        scores = [
            value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))
        ]
        return max(scores) if player(board) == X else min(scores)

    return divmod(value(board, 4) % 9, 3)
