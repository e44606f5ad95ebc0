"""An exception class with a message of its own."""

class InvalidAction(Exception):
    """No such move."""
    def __init__(self, action, message="invalid"):
        self.action = action
        self.message = message
        super().__init__(self.message)
    def __str__(self):
        return f"{self.action}: {self.message}"


def result(board, action):
    if action not in actions(board):
        raise InvalidAction(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
