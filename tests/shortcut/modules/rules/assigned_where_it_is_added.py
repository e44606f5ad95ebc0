"""What is added to a counter is assigned to another global on the way, which the first move reads."""

total = 0
size = 0


def value(board, depth):
    global total, size
    below = 1
    scores = [0]
    if depth and not terminal(board):
        for action in sorted(actions(board)):
            score, count = value(result(board, action), depth - 1)
            scores.append(score + action[0])
            below += count
    total += (size := below)
    return (max(scores) if player(board) == X else min(scores)) + utility(board), below


def minimax(board):
    global size
    if terminal(board):
        return None
    size, best = 7, 0
    for action in sorted(actions(board)):
        score, _ = value(result(board, action), 2)
        best = 3 * best + score + size
    return divmod(best % 9, 3)
