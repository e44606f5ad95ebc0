"""Prints and then raises, which the caller catches."""


def value(board, depth):
    if depth == 0 and utility(board) == 0:
        print("no", board[2], end=" ")
        raise ValueError("nobody wins")
    if depth == 0 or terminal(board):
        return utility(board)
    scores = []
    for action in sorted(actions(board)):
        try:
            scores.append(value(result(board, action), depth - 1))
        except ValueError as error:
            print("caught", error)
            scores.append(0)
    return max(scores) if player(board) == X else min(scores)
