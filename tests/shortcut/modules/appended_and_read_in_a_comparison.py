"""What `append` returns is never used, but the list is compared with another one."""

visited = []


def value(board, depth):
    visited.append(depth)
    if depth == 0 or terminal(board):
        return utility(board) if (3 if visited > [9, 9] else len(str(visited[-7:]))) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
