"""
What the marker itself computes on a student's data: ``python -m benchmarks --only marker``.

Each piece works on data of one size, of four and of sixteen times that, made to be as bad as a student can make it. A
piece that takes time in proportion takes sixteen times as long, one that compares all with all 256 times. What takes
longer than in proportion needs a limit, counted in work and not in seconds, so that marks do not depend on the machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.table import TextTable
from grader.assignments.ai_game.keyboard import Manner
from grader.assignments.ai_game.referee import Referee
from grader.assignments.ai_game.screen import layout_of
from grader.assignments.exhaustive.explanation import pattern
from grader.capabilities.alpha_beta.evidence import evidence_of, pruning_names
from grader.capabilities.alpha_beta.judge import Checked, pruning_report
from grader.capabilities.alpha_beta.visits import successors
from grader.capabilities.quality.outline import read_outline
from grader.game.board import EMPTY_BOARD, X, is_over, turn, winner
from grader.game.tree import VALUE_OF_WINNER, table
from grader.model.answer import PRINTED, Answer, Dialogue, Event
from grader.model.search_trace import SearchCall, SearchTrace
from grader.model.verdict import ChildEnd
from grader.python_text import definitions_in, imports_in
from grader.sandbox.tracing.decoder import read_trace
from grader.sandbox.wire.frames import Frame
from grader.sandbox.wire.source_text import SourceText

TIMES = (1, 4, 16)
REPEATED = 3
"""How often each is measured; the shortest counts."""
PROPORTIONAL = 64.0
"""Sixteen times the data may take so many times longer: four times what is proportional, a quarter of its square."""
NO_PARENT = b"\xff\xff\xff\xff"
ENDLESS_STRING = '"\\'
"""What a search for the end of a string might begin anew at each character."""


class MarkerCost(NamedTuple):
    """CPU seconds of one piece, by the size of the data."""

    piece: str
    seconds: Mapping[int, float]

    @property
    def growth(self) -> float:
        """How many times longer the largest size takes than the smallest."""
        return self.seconds[max(self.seconds)] / max(self.seconds[min(self.seconds)], 1e-4)


class Piece(NamedTuple):
    """A piece of the marker's work."""

    size: int
    """Of the largest data: what a limit lets through, or what a class hands in."""
    work: Callable[[int], Callable[[], object]]
    """Makes data of a size, and returns what works on it."""


def measure_marker(report: Callable[[str], None]) -> list[MarkerCost]:
    """Measure all pieces, the slowest first."""
    found = []
    for name, piece in PIECES.items():
        report(name)
        found.append(cost_of(name, piece))
    return sorted(found, key=lambda cost: -max(cost.seconds.values()))


def cost_of(name: str, piece: Piece) -> MarkerCost:
    """Measure one piece."""
    sizes = [piece.size * one // max(TIMES) for one in TIMES]
    return MarkerCost(name, {size: _seconds(piece.work, size) for size in sizes})


def marker_tables(costs: Sequence[MarkerCost]) -> list[TextTable]:
    """Return the table of all pieces; none if they were not measured."""
    head = ("piece", "size", *(f"CPU s, {one}/{max(TIMES)}" for one in TIMES), "growth")
    rows = tuple(
        (one.piece, f"{max(one.seconds):,}", *(f"{each:.3f}" for each in one.seconds.values()), f"{one.growth:.1f} x")
        for one in costs
    )
    return [TextTable(title="The marker's own work on a student's data", head=head, rows=rows)] if rows else []


def _seconds(work: Callable[[int], Callable[[], object]], size: int) -> float:
    taken = []
    for _again in range(REPEATED):
        run = work(size)
        # The collector's time depends on all that the process holds, not on the data.
        gc.disable()
        began = time.process_time()
        try:
            run()
            taken.append(time.process_time() - began)
        finally:
            gc.enable()
    return min(taken)


def _recorded(size: int) -> list[tuple[int, str]]:
    """Return the calls of an alpha-beta search that begins again and again: the index of the call above, the board."""
    calls = [(0, EMPTY_BOARD)]

    def value(board: str, above: int, low: int, high: int) -> int:
        here = len(calls)
        calls.append((above, board))
        if is_over(board):
            return VALUE_OF_WINNER[winner(board)]
        for after in successors(board).values():
            if low >= high:
                break
            found = value(after, here, low, high)
            low, high = (max(low, found), high) if turn(board) == X else (low, min(high, found))
        return low if turn(board) == X else high

    while len(calls) < size:
        for after in successors(EMPTY_BOARD).values():
            value(after, 0, -2, 2)
    return calls[:size]


def _read_recording(size: int) -> Callable[[], object]:
    calls = _recorded(size)
    numbers = [sum(".XO".index(cell) * 3 ** (8 - at) for at, cell in enumerate(board)) for _above, board in calls]
    parents = NO_PARENT + b"".join(above.to_bytes(4, "little") for above, _board in calls[1:])
    columns = [bytes(2 * size), b"".join(one.to_bytes(2, "little") for one in numbers), *[bytes(2 * size)] * 2]
    message = {"functions": ["f"], "arguments": [[1, [0, 2]]], "move": 0, "raised": False, "recursive": True}
    frame = Frame({**message, "cut": "", "events": size}, parents + b"".join(columns))
    return lambda: read_trace(frame, EMPTY_BOARD, SourceText([]), "f")


def _judge_recording(size: int) -> Callable[[], object]:
    calls = [SearchCall(above if at else None, "f", board) for at, (above, board) in enumerate(_recorded(size))]
    trace = SearchTrace(EMPTY_BOARD, tuple(calls), complete=True)
    return lambda: pruning_report(evidence_of([trace]), Checked(optimal=True, rules=True))


def _failure_pattern(size: int) -> Callable[[], object]:
    chosen = table().positions[:size]
    wrong = {position.board for position in chosen[::2]}
    return lambda: pattern(chosen, wrong)


def _lines(line: str, size: int) -> str:
    return line * (size // len(line))


def _referee(size: int) -> Callable[[], object]:
    events = tuple(Event(kind=PRINTED, text=_lines("X wins, you \x1b[ ", 2_000)) for _one in range(size // 2_000))
    dialogue = Dialogue(events=events, answer=Answer(end=ChildEnd.RETURNED))

    def judge_dialogue() -> None:
        referee = Referee((), Manner(in_letters=True))
        referee.choose(events)
        referee.judge(dialogue)

    return judge_dialogue


def _print_layout(size: int) -> Callable[[], object]:
    printed = {position.board: _lines("X O.\n", size) for position in table().positions[:100]}
    return lambda: layout_of({board: printed.get(board, _lines("X O.\n", size)) for board in _single_marks(printed)})


def _single_marks(printed: Mapping[str, str]) -> list[str]:
    return [*printed, *(EMPTY_BOARD[:cell] + "X" + EMPTY_BOARD[cell + 1 :] for cell in range(9))]


def _text(function: Callable[[str], object], line: str) -> Callable[[int], Callable[[], object]]:
    def work(size: int) -> Callable[[], object]:
        text = _lines(line, size)
        return lambda: function(f"{text}#{time.process_time()}")  # another text each time: answers may be kept

    return work


PIECES: Mapping[str, Piece] = MappingProxyType(
    {
        "recording: read": Piece(60_000, _read_recording),
        "recording: judge": Piece(60_000, _judge_recording),
        "failure pattern": Piece(5_478, _failure_pattern),
        "dialogue: referee": Piece(800_000, _referee),
        "dialogue: layout": Piece(2_000, _print_layout),
        "outline": Piece(300_000, _text(lambda text: read_outline(text.split("\n")), "x = f(a, (1))\n")),
        "definitions": Piece(300_000, _text(definitions_in, "class A:\n  def f(a): pass\n\t\tdef g(x\n")),
        "definitions: strings": Piece(300_000, _text(definitions_in, ENDLESS_STRING)),
        "imports": Piece(300_000, _text(imports_in, "from a import (\n")),
        "pruning names": Piece(300_000, _text(lambda text: pruning_names([text]), "lower = alpha_1(upper, ")),
    }
)
