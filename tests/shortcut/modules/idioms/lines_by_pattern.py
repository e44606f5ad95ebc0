"""Rows are found by a pattern from the top and by one written in place."""

import re

ROW = re.compile("XXX|OOO")


def text_of(board):
    return "/".join("".join(cell or "." for cell in row) for row in board)


def has_row(board):
    found = ROW.search(text_of(board))
    return found is not None and found.group(0)[0]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + len(re.findall(r"\.(X|O)", re.sub("/", "", text_of(board)))) / 100
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X and not has_row(board) else min(scores)
