"""A search with alpha-beta pruning whose details can be chosen, and that writes down its own calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.capabilities.alpha_beta.visits import successors
from grader.game.board import X, is_over, turn, winner
from grader.game.tree import VALUE_OF_WINNER
from grader.model.search_trace import SearchCall, SearchTrace


@dataclass(slots=True)
class ModelSearch:
    """Minimax with alpha-beta pruning; X wants large values."""

    order: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """The cells in the order in which they are tried."""
    strict: bool = False
    """Whether it goes on at equality."""
    hard: bool = False
    """Whether it never returns more than its bounds."""
    root_hands_down: bool = True
    root_tries_all: bool = False
    """Whether the first position goes on after a move that nothing can beat."""
    start: tuple[int, int] = (-2, 2)
    """The first bounds."""
    win: int = 1
    """What a won game is worth, less the number of its moves, if it is more than 1."""
    calls: list[SearchCall] = field(default_factory=list)

    def trace(self, board: str) -> SearchTrace:
        """Return the recorded search from `board`."""
        self.calls = []
        self._search(board, None, *self.start)
        return SearchTrace(board, tuple(self.calls), complete=True)

    def _search(self, board: str, parent: int | None, alpha: int, beta: int) -> int:
        index = len(self.calls)
        self.calls.append(SearchCall(parent, "search", board))
        if is_over(board):
            sign = VALUE_OF_WINNER[winner(board)]
            return sign * (self.win - len(board.replace(".", ""))) if self.win > 1 else sign
        largest = turn(board) == X
        best = -100 if largest else 100
        low, high = alpha, beta
        after = successors(board)
        for cell in filter(after.__contains__, self.order):
            bounds = (low, high) if parent is not None or self.root_hands_down else self.start
            value = self._search(after[cell], index, *bounds)
            best = max(best, value) if largest else min(best, value)
            low, high = (max(low, best), high) if largest else (low, min(high, best))
            goes_on = parent is None and self.root_tries_all
            if not goes_on and (low > high or (low == high and not self.strict)):
                break
        return min(max(best, alpha), beta) if self.hard else best
