"""An exception counts its instances in the class."""


class Stop(Exception):
    made = 0

    def __init__(self, board):
        super().__init__(board)
        Stop.made += 1


def tick(board):
    try:
        raise Stop(board)
    except Stop as stop:
        return stop.made % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
