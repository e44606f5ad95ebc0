"""What was seen of a search's pruning, as words and as a drawing of boards for every text format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.capabilities.alpha_beta.report import PruningReport, TreeNode
from grader.model.sanitize import sanitize
from grader.text.board_text import draw_small_boards
from grader.text.labelled_text import LabelledText

VALUES = {1: "X wins", 0: "draw", -1: "O wins"}
WAY = "the way to the cut"
BAR = "   |   "
MAX_SKIPPED = 4
"""Boards after moves left out, in a drawing of text."""
MAX_BOARDS = 12
"""Boards in a table; a result may come from a file that somebody edited."""
MAX_TEXT = 250
"""Characters of one text."""


def value_text(value: int | None) -> str:
    """Return what a position leads to, in two words; empty if it is not known."""
    return "" if value is None else VALUES.get(value, "")


def way_to_cut(tree: Sequence[TreeNode]) -> tuple[int, ...]:
    """Return the indices of the positions that lead to the cut, the first position first; none without a cut."""
    at = next((index for index, node in enumerate(tree) if node.marked), None)
    way: list[int] = []
    while at is not None and (not way or 0 <= at < way[0]):  # in an edited result, a node can stand above itself
        way.insert(0, at)
        at = tree[at].parent
    return tuple(way)


def pruning_facts(report: PruningReport) -> Iterator[LabelledText]:
    """Yield what explains the sentence of the report."""
    example = report.example
    if example is not None and example.text and example.text not in report.sentence:
        yield LabelledText("for example", sanitize(example.text, MAX_TEXT))
    if report.names:
        names = sanitize(", ".join(report.names), MAX_TEXT)
        yield LabelledText("words in the file", f"{names} (a hint only, never the reason)")


def board_rows(report: PruningReport) -> Iterator[tuple[str, ...]]:
    """Yield the numbers of each board that was watched, as the columns of `BOARD_COLUMNS`."""
    for one in report.boards[:MAX_BOARDS]:
        board = " ".join(one.board[at : at + 3] for at in (0, 3, 6))
        cuts = [one.why, ""] if one.why else [f"{one.cuts:,}", f"{one.unjustified:,}"]
        yield (board, f"{one.visited:,}", f"{one.plain:,}", *cuts)


BOARD_COLUMNS = ("board", "positions visited", "without pruning", "cuts", "not justified")


def draw_cut(report: PruningReport) -> tuple[str, ...]:
    """Return small boards: the way to the cut, and behind a bar what was left out; no lines without a cut."""
    way = way_to_cut(report.tree)
    if not way:
        return ()
    skipped = [node.board for node in report.tree if node.skipped and node.parent == way[-1]]
    more = f" (and {len(skipped) - MAX_SKIPPED} more)" if len(skipped) > MAX_SKIPPED else ""
    left = draw_small_boards([report.tree[index].board for index in way])
    right = draw_small_boards(skipped[:MAX_SKIPPED]) if skipped else ("", "", "")
    width = max(len(left[0]), len(WAY))
    return (
        f"{WAY:{width}}{BAR}never tried{more}",
        *(f"{a:{width}}{BAR}{b}".rstrip() for a, b in zip(left, right, strict=True)),
    )
