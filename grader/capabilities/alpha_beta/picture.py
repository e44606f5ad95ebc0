"""A small picture of a search around one cut: the way to it, what was known there, and what was left out."""

from __future__ import annotations

import dataclasses

from grader.capabilities.alpha_beta.cuts import Cut, CutReason
from grader.capabilities.alpha_beta.report import MAX_NODES, CutExample, TreeNode
from grader.capabilities.alpha_beta.sentences import cut_text
from grader.capabilities.alpha_beta.visits import Visit, successors
from grader.capabilities.alpha_beta.walk import Findings
from grader.game.tree import table


def cut_example(found: Findings, cut: Cut, *, wrong: bool) -> CutExample:
    """Return the cut in plain values; `wrong` if it is shown because it is not justified."""
    bound = cut.window.against(cut.mover)
    example = CutExample(
        board=cut.visit.board,
        start=found.recorded.trace.start,
        best=None if cut.reached is None else cut.reached.exact,
        bound=None if bound is None else bound.exact,
        skipped=cut.skipped,
        values=tuple(table().value_after(cut.visit.board, cell) for cell in cut.skipped),
        justified=not wrong and cut.reason not in {CutReason.NONE, CutReason.LEAF},
    )
    return dataclasses.replace(example, text=cut_text(example, equal=wrong and cut.reason is CutReason.BOUND))


def picture(found: Findings, cut: Cut) -> tuple[TreeNode, ...]:
    """Return the nodes of the picture, the first position first."""
    drawing = _Drawing(found, cut)
    drawing.add(found.recorded.root, None)
    return tuple(drawing.nodes[:MAX_NODES])


class _Drawing:
    def __init__(self, found: Findings, cut: Cut) -> None:
        self.nodes: list[TreeNode] = []
        self._found = found
        self._cut = cut
        self._way = {*cut.above, cut.visit}

    def add(self, visit: Visit, parent: int | None) -> None:
        """Add a visit; on the way to the cut, also the moves that were tried before, and below it those left out."""
        index = len(self.nodes)
        window, value = self._found.windows[visit], self._found.values[visit]
        self.nodes.append(
            TreeNode(
                board=visit.board,
                parent=parent,
                value=value.exact,
                low=None if window.low is None else window.low.exact,
                high=None if window.high is None else window.high.exact,
                marked=visit is self._cut.visit,
            )
        )
        if visit not in self._way:
            return
        for one in visit.tried:
            self.add(one.visit, index)
            if one.visit in self._way:
                break
        if visit is self._cut.visit:
            after = successors(visit.board)
            self.nodes += [TreeNode(board=after[cell], parent=index, skipped=True) for cell in self._cut.skipped]
