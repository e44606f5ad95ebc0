"""What was seen of the search's pruning: the picture of a cut, and the boards on which the search was watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.blocks import Block, Board, Boards, Detail, Facts, Mark, Table, Text, Verbatim
from grader.capabilities.alpha_beta.capability import MAX_NODES, PruningReport, PruningVerdict, SearchedBoard, TreeNode
from grader.game.board import turn
from grader.text.reasons import said
from grader.widgets import SearchTree

VALUES = {1: "X wins", 0: "draw", -1: "O wins"}
MAX_SKIPPED = 4
"""Boards after moves left out, where the whole picture is not drawn."""
MAX_BOARDS = 12
"""Boards in a table; a result may come from a file that somebody edited."""
COLUMNS = ("board", "positions visited", "without pruning", "cuts", "not justified")


def tell_alpha_beta(report: PruningReport) -> Iterator[Block]:
    """Yield what explains the sentence of the report."""
    if facts := tuple(_facts(report)):
        yield Facts(facts, level=Detail.ALL)
    tree = report.tree[:MAX_NODES]
    if way := _way_to_cut(tree):
        yield _picture(tree, way)
    if report.boards:
        rows = tuple(map(_row, report.boards[:MAX_BOARDS]))
        title = "All boards on which the search was watched"
        yield Table(title, COLUMNS, rows, right=(1, 2, 3, 4), level=Detail.ALL)


def _facts(report: PruningReport) -> Iterator[tuple[str, Text]]:
    example = report.example
    if example is not None and example.known and report.verdict is not PruningVerdict.UNSOUND:
        yield "for example", said(example.known)
    if report.names:
        yield "words in the file", ", ".join(report.names)


def _way_to_cut(tree: Sequence[TreeNode]) -> tuple[int, ...]:
    """Return the indices of the positions that lead to the cut, the first position first; none without a cut."""
    at = next((index for index, node in enumerate(tree) if node.marked), None)
    way: list[int] = []
    while at is not None and (not way or 0 <= at < way[0]):  # in an edited result, a node can stand above itself
        way.insert(0, at)
        at = tree[at].parent
    return tuple(way)


def _picture(tree: Sequence[TreeNode], way: Sequence[int]) -> SearchTree:
    rows = [("The board asked about", [way[0]])]
    rows += [(_title(tree[above]), [at for at, node in enumerate(tree) if node.parent == above]) for above in way]
    rows = [(title, nodes) for title, nodes in rows if nodes]
    skipped = [node for node in tree if node.skipped and node.parent == way[-1]]
    more = f" (and {len(skipped) - MAX_SKIPPED} more)" if len(skipped) > MAX_SKIPPED else ""
    short = [Boards(tuple(Board(tree[at].board) for at in way), title="The way to the cut", small=True)]
    if skipped:
        shown = tuple(Board(node.board) for node in skipped[:MAX_SKIPPED])
        short.append(Boards(shown, title=f"Never tried{more}", small=True))
    return SearchTree(
        levels=tuple(
            Boards(tuple(_board(tree, at, way) for at in nodes), title=title, small=True) for title, nodes in rows
        ),
        kinds=tuple(tuple(_kind(tree[at], at, way) for at in nodes) for _title, nodes in rows),
        otherwise=tuple(short),
        level=Detail.ALL,
    )


def _title(node: TreeNode) -> str:
    reached = [f"{who}: {_value(value)}" for who, value in (("X", node.low), ("O", node.high)) if _value(value)]
    known = f" (already reached above by {', by '.join(reached)})" if reached else ""
    return f"Moves of {turn(node.board)}{known}"


def _board(tree: Sequence[TreeNode], at: int, way: Sequence[int]) -> Board:
    node = tree[at]
    before = tree[node.parent].board if node.parent is not None and 0 <= node.parent < at else node.board
    new = {cell: Mark.NEW for cell in range(len(node.board)) if node.board[cell : cell + 1] != before[cell : cell + 1]}
    caption = {"skipped": "never tried", "cut": "cut here"}.get(_kind(node, at, way), _value(node.value))
    return Board(node.board, caption=caption, marks=new)


def _kind(node: TreeNode, at: int, way: Sequence[int]) -> str:
    return "skipped" if node.skipped else "cut" if node.marked else "way" if at in way else "tried"


def _row(one: SearchedBoard) -> tuple[Text, ...]:
    board = " ".join(one.board[at : at + 3] for at in (0, 3, 6))
    cuts = ("", one.why) if one.why else (f"{one.cuts:,}", f"{one.unjustified:,}")
    return (Verbatim(board), f"{one.visited:,}", f"{one.plain:,}", *cuts)


def _value(value: int | None) -> str:
    """Return what a position leads to, in two words; empty if it is not known."""
    return "" if value is None else VALUES.get(value, "")
