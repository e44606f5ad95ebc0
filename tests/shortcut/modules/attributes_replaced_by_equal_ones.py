"""A method puts an equal new list into its instance; who still holds the old one sees the difference."""


class Game:
    def __init__(self, board):
        self.board = [row[:] for row in board]

    def value(self, depth):
        self.board = [row[:] for row in self.board]
        if depth == 0 or terminal(self.board):
            return utility(self.board)
        turn, scores = player(self.board), []
        for i, j in sorted(actions(self.board)):
            self.board[i][j] = turn
            scores.append(self.value(depth - 1))
            self.board[i][j] = EMPTY
        return max(scores) if turn == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        game = Game(result(board, action))
        before = game.board
        score = game.value(1)
        before[0][0] = "?"
        scored.append((score + (game.board[0][0] == "?") * 2, action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
