"""A function gets an attribute with the name of a set's method, at the top level and by a joined name."""

ROWS = [[0], [1]]
setattr(player, "issu" + "perset", lambda row: row.append(len(row)))


def value(board, depth):
    for row in ROWS:
        player.issuperset(row)
    if depth == 0 or terminal(board):
        return utility(board) if len(ROWS[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
