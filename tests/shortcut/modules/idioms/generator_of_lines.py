"""A generator yields rows, columns and diagonals to a loop."""

def lines(board):
    for row in board:
        yield row
    yield from zip(*board)
    yield [board[i][i] for i in range(3)]
    yield [board[i][2 - i] for i in range(3)]


def winner(board):
    for line in lines(board):
        if line[0] != EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
