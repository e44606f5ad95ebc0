"""An exception with a text says that the game has ended, and is caught."""


class GameOver(Exception):
    def __init__(self, won):
        super().__init__()
        self.won = won

    def __str__(self):
        return f"won by {self.won}"


def check(board):
    if winner(board) is not None:
        raise GameOver(winner(board))


def value(board, depth):
    try:
        check(board)
    except GameOver as end:
        return {X: 1, O: -1}[end.won] * len(str(end))
    if depth == 0 or not actions(board):
        return 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
