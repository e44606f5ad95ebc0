"""A method of an exception, called on its class, writes into another class."""


class Notes(Exception):
    pass


class Stop(Exception):
    def mark(self):
        self.number = 1 + (self.number if self.args else 0)


def tick(board):
    Stop.mark(Notes)
    return getattr_number(Notes)


def getattr_number(what):
    return what.number % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
