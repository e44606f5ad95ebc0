"""The text of an object that reads the counter is made by `%=`."""

nodes = 0


class Shown:
    def __str__(self):
        return str(nodes)


def value(board, depth):
    global nodes
    nodes += 1
    text = "%s"
    text %= Shown()
    if int(text) > 40:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = 0
    return divmod(value(board, 4) % 9, 3)
