"""Has a search recorded on some boards, small ones first, no more than are needed, and judges what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.capabilities.alpha_beta.evidence import Recordings, as_ended
from grader.capabilities.alpha_beta.judge import Checked, judge, pruning_report
from grader.capabilities.alpha_beta.report import PruningReport, PruningVerdict
from grader.game.board import EMPTY_BOARD
from grader.model.search_trace import SearchTrace

FIRST = ("X.O...OX.", "XX..O...O", "X...O...X", ".X..OX...")
"""
Five and six free cells, both players to move, 2,700 positions in all: enough to see whether anything is left out.

With every order of moves that was tried, alpha-beta pruning leaves something out on each of the first two.
"""
MORE = ("X...O....", ".O..X....")
"""Seven free cells, asked only if something was left out: enough to see by which bounds."""
LARGER = ("X........", ".X.......", "....X....")
"""
Eight free cells, asked only if no bound was seen to be needed, or if no search was seen.

Orders of moves differ in how soon a bound is needed. Without a search the work hardly grows with the free cells.
"""
LAST = EMPTY_BOARD
"""Asked only of a search that prunes well. If its recording is cut off, it decides nothing."""

Record = Callable[[str], SearchTrace]
"""Makes a recording of the search from a board."""


def watch(record: Record, checked: Checked) -> PruningReport:
    """Return what recordings of a search show, of which the checks have shown `checked`."""
    recordings = Recordings()
    seen = recordings.add(_recorded(record, FIRST))
    if seen.prunes and seen.cut_off is None:
        seen = recordings.add(_recorded(record, MORE))
    verdict = judge(seen, checked)
    if verdict is PruningVerdict.NEEDS_NO_BOUND:
        seen = recordings.add(trace for trace in _recorded(record, LARGER) if trace.complete)
        verdict = judge(seen, checked)
    if verdict is PruningVerdict.NOT_SEARCHED and seen.cut_off is None:
        seen = recordings.add(_recorded(record, LARGER))
    if verdict is PruningVerdict.ALPHA_BETA:
        seen = recordings.add(trace for trace in _recorded(record, [LAST]) if trace.complete)
    return pruning_report(seen, checked)


def _recorded(record: Record, boards: Iterable[str]) -> list[SearchTrace]:
    """Return recordings from `boards`; a search that cannot be watched is not watched further."""
    traces: list[SearchTrace] = []
    for board in boards:
        traces.append(as_ended(record(board)))
        if not traces[-1].complete:
            break
    return traces
