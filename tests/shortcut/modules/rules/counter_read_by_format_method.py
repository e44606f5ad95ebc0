"""The counter is read by the special method that an f-string calls."""

nodes = 0


class Shown:
    def __format__(self, spec):
        return str(nodes)


def value(board, depth):
    global nodes
    nodes += 1
    if int(f"{Shown()}") > 40:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = 0
    return divmod(value(board, 4) % 9, 3)
