"""An editor added imports that nothing uses."""

import ctypes
import tictactoe
from curses import A_BOLD
import logging, threading, re, hashlib
from asyncio import sleep
PATTERN = re.compile("x")


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
