"""Boards whose rows are one and the same list, next to boards that only look like it."""


def value(board, depth):
    if depth == 0 or terminal(board):
        saved = board[0][0]
        board[0][0] = "?"
        same = board[1][0] == "?"
        board[0][0] = saved
        return 1 if same else utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        after = result(board, action)
        joined, apart = [after[0]] * 3, [after[0][:] for _ in range(3)]
        scored.append((value(after, 1) + value(apart, 0) - 2 * value(joined, 0), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
