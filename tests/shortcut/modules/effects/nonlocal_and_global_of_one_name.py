"""The search counts in a variable of `minimax`, and a helper in a global of the same name."""

nodes = 0


def tick():
    global nodes
    nodes += 1


def minimax(board):
    if terminal(board):
        return None
    begun = nodes

    def search(board):
        nodes = 0

        def value(board, depth):
            nonlocal nodes
            nodes += 2
            tick()
            if depth == 0 or terminal(board):
                return utility(board)
            scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
            return max(scores) if player(board) == X else min(scores)

        value(board, 2)
        return nodes

    moves = sorted(actions(board))
    found = [search(result(board, move)) for move in moves]
    return moves[(nodes - begun + sum(found)) % len(moves)]
