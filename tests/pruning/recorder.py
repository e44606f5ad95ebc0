"""Records a search in this process, as the sandbox does for real submissions: enough for the searches of these tests."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.corpus.board_parts import ACTIONS, CONSTANTS, INITIAL_STATE, PLAYER, RESULT, TERMINAL, UTILITY
from benchmarks.corpus.winner_parts import WINNER
from grader.model.search_trace import SearchCall, SearchTrace

SEARCHES = Path(__file__).parent / "searches"
FILE = "<search>"
PARTS = (INITIAL_STATE, PLAYER, ACTIONS, RESULT, WINNER, TERMINAL, UTILITY)


def submission_source(name: str) -> str:
    """Return the file that a student with this search hands in."""
    rules = "".join(next(iter(part.values())) for part in PARTS)
    return (SEARCHES / f"{name}.py").read_text(encoding="utf-8") + CONSTANTS["usual"] + rules


@dataclass(slots=True)
class _Call:
    parent: _Call | None
    function: str
    code: CodeType
    board: str | None
    numbers: tuple[float, ...]
    result: Any = None
    raised: bool = True
    index: int | None = None
    looked_at: dict[int, None] = field(default_factory=dict)

    def above(self) -> _Call | None:
        """Return the innermost recorded call above."""
        above = self.parent
        while above is not None and above.index is None:
            above = above.parent
        return above


class Module:
    """A search that has been imported."""

    def __init__(self, source: str) -> None:
        """Import it."""
        self._globals: dict[str, Any] = {"__name__": "tictactoe"}
        exec(compile(source, FILE, "exec"), self._globals)  # noqa: S102 - our own searches
        self._calls: list[_Call] = []
        self._running: list[_Call] = []

    def trace(self, start: str) -> SearchTrace:
        """Return the recorded search from `start`."""
        self._calls, self._running = [], []
        argument = [[cell if cell != "." else None for cell in start[at : at + 3]] for at in (0, 3, 6)]
        sys.setprofile(self._event)
        try:
            self._globals["minimax"](argument)
        finally:
            sys.setprofile(None)
        return _trace(start, self._calls)

    def move(self, start: str) -> object:
        """Return the move on `start`."""
        return self._globals["minimax"]([[c if c != "." else None for c in start[at : at + 3]] for at in (0, 3, 6)])

    def _event(self, frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code.co_filename != FILE or frame.f_code.co_name.startswith("<"):
            return
        if event == "call":
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount]
            values = [frame.f_locals[name] for name in names]
            numbers = tuple(float(value) for value in values if type(value) in {int, float})
            values += [item for value in values if hasattr(value, "__dict__") for item in vars(value).values()]
            board = next(filter(None, map(_board, values)), None)
            parent = self._running[-1] if self._running else None
            call = _Call(parent, frame.f_code.co_name, frame.f_code, board, numbers)
            self._running.append(call)
            self._calls.append(call)
        elif event == "return":
            call = self._running.pop()
            call.result, call.raised = argument, False


def _trace(start: str, calls: list[_Call]) -> SearchTrace:
    """Keep the calls of functions that were called while they were running, and the first one."""
    searching = {calls[0].code}
    for call in calls:
        above, path = call.parent, {call.code}
        while above is not None:
            path.add(above.code)
            if above.code is call.code:
                searching |= path
            above = above.parent
    recursive = len(searching) > 1 or any(call.code in searching for call in calls[1:])
    kept: list[_Call] = []
    for call in calls:
        if call.code in searching or (not recursive and call.board is not None):
            call.index = len(kept)
            kept.append(call)
        elif (above := call.above()) is not None and above.board and call.board:
            new = [cell for cell in range(9) if above.board[cell] != call.board[cell]]
            if len(new) == 1:
                above.looked_at[new[0]] = None
    return SearchTrace(start, tuple(map(_search_call, kept)), complete=True, recursive=recursive)


def _search_call(call: _Call) -> SearchCall:
    above = call.above()
    items = call.result if isinstance(call.result, tuple | list) else [call.result]
    pairs = [item for item in items if isinstance(item, tuple)] or [call.result]
    move = next((p for p in pairs if isinstance(p, tuple) and len(p) == 2 and all(type(c) is int for c in p)), None)
    return SearchCall(
        parent=None if above is None else above.index,
        function=call.function,
        board=call.board,
        value=next((float(item) for item in items if type(item) in {int, float}), None) if move is not items else None,
        move=None if move is None or min(move) < 0 or max(move) > 2 else 3 * move[0] + move[1],
        raised=call.raised,
        numbers=call.numbers,
        looked_at=tuple(call.looked_at),
    )


def _board(value: object) -> str | None:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    rows = [row for row in value if isinstance(row, list | tuple) and len(row) == 3]
    cells = [cell for row in rows for cell in row]
    return "".join(cell or "." for cell in cells) if len(cells) == 9 and {*cells} <= {"X", "O", None} else None
