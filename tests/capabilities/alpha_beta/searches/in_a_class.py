"""Alpha-beta as methods of a class that keeps the board; moves are made and taken back."""


class Searcher:
    def __init__(self, board):
        self.board = [list(row) for row in board]
        self.nodes = 0

    def free(self):
        return [(i, j) for i in range(3) for j in range(3) if self.board[i][j] is EMPTY]

    def search(self, turn, alpha=-100, beta=100):
        self.nodes += 1
        if terminal(self.board):
            return utility(self.board), None
        chosen = None
        for i, j in self.free():
            self.board[i][j] = turn
            score, _ = self.search(O if turn == X else X, alpha, beta)
            self.board[i][j] = EMPTY
            if turn == X and score > alpha:
                alpha, chosen = score, (i, j)
            elif turn == O and score < beta:
                beta, chosen = score, (i, j)
            if beta <= alpha:
                break
        return (alpha if turn == X else beta), chosen


def minimax(board):
    if terminal(board):
        return None
    return Searcher(board).search(player(board))[1]
