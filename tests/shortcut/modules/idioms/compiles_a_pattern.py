"""A pattern is compiled by `re` at the top and matched nowhere in the search."""

import re
from hashlib import md5
import logging

DIGITS = re.compile(r"[0-9]+")


def read_move(text):
    logging.info("read %s %s", text, md5(text.encode()).hexdigest())
    return [int(part) for part in DIGITS.findall(text)]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
