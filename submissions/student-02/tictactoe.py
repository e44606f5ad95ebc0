from functools import cache

X, O, EMPTY = "X", "O", None

LINES = [[(i, 0), (i, 1), (i, 2)] for i in range(3)]
LINES += [[(0, j), (1, j), (2, j)] for j in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def initial_state():
    """Three rows of three empty cells."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    """The player to move: X on an even number of marks, O on an odd one."""
    marks = sum(cell is not EMPTY for row in board for cell in row)
    return (X, O)[marks % 2]


def actions(board):
    """All empty cells."""
    return {(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is EMPTY}


def result(board, action):
    """A new board with the action played."""
    if action not in actions(board):
        raise ValueError(f"{action!r} is not possible here")
    turn = player(board)
    return [[turn if (i, j) == action else cell for j, cell in enumerate(row)] for i, row in enumerate(board)]


def winner(board):
    """X, O or None."""
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    """Won, or nowhere left to play."""
    return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    """The score for X."""
    return {X: 1, O: -1, None: 0}[winner(board)]


@cache
def value(frozen):
    """Minimax value of a board, given as a tuple of tuples so that it can be cached."""
    if terminal(frozen):
        return utility(frozen)
    best = max if player(frozen) == X else min
    return best(value(freeze(result(frozen, action))) for action in actions(frozen))


def freeze(board):
    return tuple(tuple(row) for row in board)


def minimax(board):
    """The best action for the player to move, None if the game is over."""
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: value(freeze(result(board, action))))
