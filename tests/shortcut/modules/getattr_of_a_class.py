"""An attribute that is not there is made up by `__getattr__`, another one each time."""


class Ghost:
    asked = []

    def __getattr__(self, name):
        self.asked.append(name)
        return len(self.asked)


ghost = Ghost()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if ghost.weight % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
