"""
Tic Tac Toe Player
"""

import copy

X = "X"
O = "O"
EMPTY = None

cache = {}


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    """
    Returns player who has the next turn on a board.
    """
    moves = 0
    for row in board:
        for cell in row:
            if cell != EMPTY:
                moves += 1
    if moves % 2 == 0:
        return X
    return O


def actions(board):
    """
    Returns all possible actions (i, j) available on the board.
    """
    possible = []
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.append((i, j))
    return possible


def result(board, action):
    """
    Returns the board that results from making move (i, j) on the board.
    """
    i, j = action
    if board[i][j] != EMPTY:
        raise Exception("That cell is already taken")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    """
    Returns the winner of the game, if there is one.
    """
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[0][0] != EMPTY:
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] and board[0][2] != EMPTY:
        return board[0][2]
    return None


def terminal(board):
    """
    Returns True if game is over, False otherwise.
    """
    if winner(board) != None or actions(board) == []:
        return True
    return False


def utility(board):
    """
    Returns 1 if X has won the game, -1 if O has won, 0 otherwise.
    """
    win = winner(board)
    if win == X:
        return 1
    if win == O:
        return -1
    return 0


def minimax(board):
    """
    Returns the optimal action for the current player on the board.
    """
    if terminal(board):
        return None
    scores = [(get_score(result(board, move)), move) for move in actions(board)]
    if player(board) == X:
        return max(scores)[1]
    return min(scores)[1]


def get_score(board):
    key = str(board)
    if key in cache:
        return cache[key]
    if terminal(board):
        score = utility(board)
    elif player(board) == X:
        score = max(get_score(result(board, move)) for move in actions(board))
    else:
        score = min(get_score(result(board, move)) for move in actions(board))
    cache[key] = score
    return score
