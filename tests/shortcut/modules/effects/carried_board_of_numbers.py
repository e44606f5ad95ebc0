"""The boards that are carried along have numbers as cells."""


def value(board, original, depth):
    if depth == 0 or len(moves_of(board)) < 2:
        return board[0][0] + board[1][2]
    moves = sorted(moves_of(board))
    scores = [value(after(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return 5 * best + 3
    return best


def moves_of(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == 0]


def after(board, move):
    made = [row[:] for row in board]
    made[move[0]][move[1]] = len(moves_of(board))
    return made


def minimax(board):
    if terminal(board):
        return None
    numbers = [[len(str(cell)) % 4 for cell in row] for row in board]
    moves = sorted(actions(board))
    return moves[value(numbers, [[*row] for row in numbers], 2) % len(moves)]
