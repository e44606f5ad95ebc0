"""One instance searches for everybody; the caller says in an attribute for whom."""


class Search:
    mark = X

    def value(self, board, depth):
        if depth == 0 or terminal(board):
            return 1 if winner(board) == self.mark else 0
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == self.mark else min(scores)


searcher = Search()


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        searcher.mark = X if (number + len(actions(board))) % 2 else O
        scored.append((searcher.value(result(board, action), 1), action))
    return max(scored)[1]
