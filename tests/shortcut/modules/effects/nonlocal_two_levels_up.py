"""Counts in a variable two functions further out, through a helper that is not memoized."""


def minimax(board):
    nodes = 0
    last = None

    def search():
        def touch(action):
            nonlocal nodes, last
            nodes += len(action)
            last = action

        def value(board, depth):
            if depth == 0 or terminal(board):
                return utility(board)
            scores = []
            for action in sorted(actions(board)):
                touch(action)
                scores.append(value(result(board, action), depth - 1))
            return max(scores) if player(board) == X else min(scores)

        return [value(result(board, action), 2) for action in sorted(actions(board))]

    if terminal(board):
        return None
    scores = search()
    return last if nodes % 3 and last in actions(board) else sorted(actions(board))[nodes % len(scores)]
