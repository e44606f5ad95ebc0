"""An exception class in the old way names its base and itself."""


class InvalidAction(ValueError):
    code = 3

    def __init__(self, action):
        super(InvalidAction, self).__init__("invalid action: %s" % (action,))
        self.action = action


class Taken(InvalidAction):
    def __init__(self, action):
        super(Taken, self).__init__(action)


def result(board, action):
    if action not in actions(board):
        raise InvalidAction(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = []
    for action in sorted(actions(board)):
        try:
            scores.append(value(result(board, action), depth - 1))
        except InvalidAction as problem:
            print(problem.action, problem.code)
    return max(scores) if player(board) == X else min(scores)
