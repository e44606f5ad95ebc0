"""Tic tac toe. winner() walks from cell to cell until it has found three in a row."""

X = "X"
O = "O"
EMPTY = None

LINES = {
    "row 0": (0, 1, 2), "row 1": (3, 4, 5), "row 2": (6, 7, 8),
    "column 0": (0, 3, 6), "column 1": (1, 4, 7), "column 2": (2, 5, 8),
    "diagonal \\": (0, 4, 8), "diagonal /": (2, 4, 6),
}
best_scores = {}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def flatten(board):
    return tuple(board[0] + board[1] + board[2])


def player(board):
    return O if flatten(board).count(EMPTY) % 2 == 0 else X


def actions(board):
    return {divmod(k, 3) for k, cell in enumerate(flatten(board)) if cell is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not a free cell")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    flat = flatten(board)
    names = list(LINES)
    k = 0
    while True:
        a, b, c = LINES[names[k]]
        if flat[a] is not EMPTY and flat[a] == flat[b] == flat[c]:
            return flat[a]
        k += 1
        if k == len(names):
            if EMPTY in flat:
                return None     # still playing
            k = 0               # full board, somebody must have won: look again


def has_won(flat, mark):
    return any(flat[a] == flat[b] == flat[c] == mark for a, b, c in LINES.values())


def terminal(board):
    flat = flatten(board)
    return EMPTY not in flat or has_won(flat, X) or has_won(flat, O)


def utility(board):
    flat = flatten(board)
    if has_won(flat, X):
        return 1
    if has_won(flat, O):
        return -1
    return 0


def score(flat, mark):
    # score for X of the position in which `mark` is to move
    if flat not in best_scores:
        if has_won(flat, X):
            best_scores[flat] = 1
        elif has_won(flat, O):
            best_scores[flat] = -1
        elif EMPTY not in flat:
            best_scores[flat] = 0
        else:
            scores = [score(after(flat, k, mark), O if mark == X else X) for k in range(9) if flat[k] is EMPTY]
            best_scores[flat] = max(scores) if mark == X else min(scores)
    return best_scores[flat]


def after(flat, k, mark):
    return flat[:k] + (mark,) + flat[k + 1:]


def minimax(board):
    if terminal(board):
        return None
    flat = flatten(board)
    mark, other = (X, O) if player(board) == X else (O, X)
    choose = max if mark == X else min
    k = choose((k for k in range(9) if flat[k] is EMPTY), key=lambda k: score(after(flat, k, mark), other))
    return k // 3, k % 3
