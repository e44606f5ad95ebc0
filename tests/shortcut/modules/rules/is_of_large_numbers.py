"""Large numbers of one value are several objects."""


def value(board, depth):
    if depth == 0 or terminal(board):
        number = int("1000") * utility(board)
        return sum(number is other for other in (number, int("1000") * utility(board)))
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
