"""The text of an object holds its address."""


class Node:
    def __init__(self, board):
        self.board = board


def value(board, depth):
    if depth == 0 or terminal(board):
        texts = {str(Node(board)) for _ in range(2)}
        return utility(board) if len(texts) == 1 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
