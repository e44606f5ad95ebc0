"""An outer variable of the search is the text of the file or one made anew."""


def minimax(board):
    if terminal(board):
        return None

    def search(turn):
        def value(board, depth):
            if depth == 0 or terminal(board):
                return utility(board) + (turn is X)
            scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
            return max(scores) if player(board) == X else min(scores)

        return value(board, 1)

    first = search(X)
    return first, search("".join(["X", ""])), search(X)
