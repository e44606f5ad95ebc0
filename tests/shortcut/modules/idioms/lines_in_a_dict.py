"""A dictionary names the lines, and is gone through by names, cells and both."""

LINES = {
    "top": [(0, 0), (0, 1), (0, 2)],
    "left": [[0, 0], [1, 0], [2, 0]],
    "diagonal": [(0, 0), (1, 1), (2, 2)],
}


def full(board, mark):
    by_name = [name for name in LINES if all(board[i][j] == mark for i, j in LINES[name])]
    by_cells = [len(cells) for cells in LINES.values() if all(board[cell[0]][cell[1]] == mark for cell in cells)]
    for name, cells in LINES.items():
        if [board[i][j] for i, j in cells].count(mark) == len(LINES.get(name)):
            return len(by_name) + len(by_cells)
    return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + (full(board, X) - full(board, O)) / 10
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
