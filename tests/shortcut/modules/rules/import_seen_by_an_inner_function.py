"""An inner function uses a module that the function around it imports only later."""


def value(board, depth):
    def early():
        try:
            return math.floor(depth)
        except NameError:
            return 100

    total = early()
    import math

    if depth == 0 or terminal(board):
        return total + early()
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
