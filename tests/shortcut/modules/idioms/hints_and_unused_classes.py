"""Type hints, a dataclass and an enum that the search does not use."""

from dataclasses import dataclass
from typing import List, Optional, Tuple
from enum import Enum


@dataclass
class Move:
    row: int
    col: int


class Outcome(Enum):
    WIN = 1


def value(board: List[List[Optional[str]]], depth: int) -> int:
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
