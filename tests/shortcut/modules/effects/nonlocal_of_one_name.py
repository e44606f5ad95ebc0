"""Two functions inside each other have variables of one name, and different functions change them."""


def minimax(board):
    if terminal(board):
        return None
    nodes = 0

    def touch():
        nonlocal nodes
        nodes += 1

    def search(board):
        nodes = 0

        def value(board, depth):
            nonlocal nodes
            nodes += 1
            touch()
            if depth == 0 or terminal(board):
                return utility(board)
            scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
            return max(scores) if player(board) == X else min(scores)

        value(board, 2)
        return nodes

    moves = sorted(actions(board))
    found = [search(result(board, move)) for move in moves]
    return moves[(nodes + sum(found)) % len(moves)]
