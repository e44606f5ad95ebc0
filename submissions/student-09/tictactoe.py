# TIC TAC TOE
# how to play: python tictactoe.py

X = "X"
O = "O"
EMPTY = None
remember = {}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def show(board):
    for row in board:
        print(" | ".join(cell if cell else " " for cell in row))
        print("---------")


def player(board):
    flat = sum(board, [])
    return O if flat.count(X) > flat.count(O) else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("no")
    board = [row[:] for row in board]
    board[action[0]][action[1]] = player(board)
    return board


def winner(board):
    for p in (X, O):
        for k in range(3):
            if board[k] == [p, p, p] or [row[k] for row in board] == [p, p, p]:
                return p
        if board[0][0] == board[1][1] == board[2][2] == p or board[0][2] == board[1][1] == board[2][0] == p:
            return p
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    key = str(board)
    if key not in remember:
        if terminal(board):
            remember[key] = utility(board)
        else:
            pick = max if player(board) == X else min
            remember[key] = pick(value(result(board, a)) for a in actions(board))
    return remember[key]


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda a: value(result(board, a)))


human = input("Do you want to play X or O? ").upper()
board = initial_state()
while not terminal(board):
    show(board)
    if player(board) == human:
        row = int(input("row (0-2): "))
        column = int(input("column (0-2): "))
        board = result(board, (row, column))
    else:
        board = result(board, minimax(board))
show(board)
print("Winner:", winner(board))
