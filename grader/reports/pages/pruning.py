"""The picture of a search around one cut, as the student's page draws it: a row of small boards for each move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.capabilities.alpha_beta.pruning_text import BOARD_COLUMNS, board_rows, pruning_facts, value_text, way_to_cut
from grader.capabilities.alpha_beta.report import MAX_NODES, PruningReport, TreeNode
from grader.game.board import turn
from grader.reports.pages.board import DrawnBoard, drawn_board
from grader.reports.pages.evidence import page_text
from grader.text.labelled_text import LabelledText


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnNode:
    """A position of the search."""

    board: DrawnBoard
    kind: str
    """``way`` on the way to the cut, ``cut``, ``tried`` or ``skipped``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The moves that were tried, and left out, at one position."""

    title: str
    nodes: tuple[DrawnNode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PruningPicture:
    """What the page shows of a search."""

    facts: tuple[LabelledText, ...]
    levels: tuple[Level, ...]
    columns: tuple[str, ...]
    boards: tuple[tuple[str, ...], ...]


def pruning_picture(report: PruningReport) -> PruningPicture:
    """Return the picture of `report`; parts of it may be empty."""
    return PruningPicture(
        facts=tuple(LabelledText(fact.label, page_text(fact.text)) for fact in pruning_facts(report)),
        levels=tuple(_levels(report.tree[:MAX_NODES])),
        columns=BOARD_COLUMNS,
        boards=tuple(tuple(map(page_text, row)) for row in board_rows(report)),
    )


def _levels(tree: tuple[TreeNode, ...]) -> Iterator[Level]:
    way = way_to_cut(tree)
    if way:
        yield Level(title="The board asked about", nodes=(_drawn(tree, way[0], way),))
    for above in way:
        below = tuple(_drawn(tree, index, way) for index, node in enumerate(tree) if node.parent == above)
        if below:
            yield Level(title=_title(tree[above]), nodes=below)


def _title(node: TreeNode) -> str:
    reached = [f"{who}: {value_text(value)}" for who, value in (("X", node.low), ("O", node.high)) if value_text(value)]
    known = f" (already reached above by {', by '.join(reached)})" if reached else ""
    return f"Moves of {turn(node.board)}{known}"


def _drawn(tree: tuple[TreeNode, ...], index: int, way: tuple[int, ...]) -> DrawnNode:
    node = tree[index]
    before = tree[node.parent].board if node.parent is not None and 0 <= node.parent < index else node.board
    new = [at for at in range(len(node.board)) if node.board[at : at + 1] != before[at : at + 1]]
    kind = "skipped" if node.skipped else "cut" if node.marked else "way" if index in way else "tried"
    words = {"skipped": "never tried", "cut": "cut here"}.get(kind, value_text(node.value))
    return DrawnNode(board=drawn_board(node.board, caption=words, new=new), kind=kind)
