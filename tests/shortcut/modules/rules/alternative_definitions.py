"""Two functions of one name stand in the two branches of an `if`; one counts."""

seen = []

if X == "X":
    def tick(board):
        seen.append(1)
        return len(seen) % 5
else:
    def tick(board):
        return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
