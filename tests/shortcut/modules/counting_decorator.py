"""A decorator that counts the calls and spoils every fifth."""


def counted(function):
    def wrapper(*arguments):
        wrapper.calls += 1
        answer = function(*arguments)
        return 0 if wrapper.calls % 5 == 0 else answer

    wrapper.calls = 0
    return wrapper


@counted
def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
