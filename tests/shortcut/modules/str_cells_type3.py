"""Cells of a subclass of str made by type()."""
# FREE=2


def look(board, n):
    if n:
        return look(board, n - 1)
    return sum(type(c) == str for row in board for c in row)
def minimax(board):
    S = type("S", (str,), {})
    other = [[S(c) if c else c for c in row] for row in board]
    return look(board, 2), look(other, 2)
