"""What was seen of verdicts and cuts, as reasons, with a small picture of the search around one cut."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from grader.capabilities.alpha_beta.capability import MAX_NODES, CutExample, PruningVerdict, TreeNode
from grader.capabilities.alpha_beta.evidence import Evidence
from grader.capabilities.alpha_beta.models import models
from grader.capabilities.alpha_beta.visits import WIN, Cut, CutReason, Visit, successors
from grader.capabilities.alpha_beta.walk import WalkFindings
from grader.game.board import OPPONENT, turn
from grader.game.tree import table
from grader.model.reason import Reason, Said, reason


def reasons_of(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> Said:
    """Return what was seen."""
    return (_first(verdict, seen), *_more(verdict, seen, example))


def _first(verdict: PruningVerdict, seen: Evidence) -> Reason:
    if seen.only_raises and verdict is PruningVerdict.NOT_SEARCHED:
        return reason("pruning_only_raises")
    if verdict is PruningVerdict.UNCLEAR and seen.has(CutReason.IMAGE) and not seen.strange:
        return reason("pruning_images")
    if verdict is PruningVerdict.UNSEEN and seen.grows:
        return reason("pruning_unseen_grows")
    values: dict[str, str | int] = seen.positions._asdict()
    if verdict is PruningVerdict.NONE:
        values["boards"] = len(seen.findings)
    elif verdict is PruningVerdict.ONE_SIDED:
        values["side"] = seen.never_cuts
    elif verdict is PruningVerdict.NEEDS_NO_BOUND:
        values["models"] = " ".join(model.value for model in models(seen.findings))
    elif verdict is PruningVerdict.INCOMPLETE:
        values["why"] = (seen.cut_off.why if seen.cut_off else "") or "it was cut off"
    return reason(f"pruning_{verdict.value}", **values)


def _more(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> Said:
    if verdict is PruningVerdict.UNSOUND and example is not None:
        return (reason("space"), *example.known)
    if verdict is PruningVerdict.DEPTH_LIMITED:
        cuts = any(cut.reason is not CutReason.LEAF and cut.reached is not None for cut in seen.cuts)
        return (reason("pruning_also_elsewhere" if cuts else "pruning_nowhere_else"),)
    if verdict in {PruningVerdict.ALPHA_BETA, PruningVerdict.NONE} and seen.unsearched:
        count = len(seen.unsearched)
        return (reason("pruning_one_unsearched" if count == 1 else "pruning_unsearched", count=count),)
    return ()


def known_at(example: CutExample, *, equal: bool) -> Iterator[Reason]:
    """Yield what was known at a cut; `equal` if the cut is justified, but what it showed was taken for more."""
    mover, other = turn(example.board), OPPONENT[turn(example.board)]
    if example.best is None:
        yield reason("cut_no_move", mover=mover)
        return
    yield reason("cut_reached", mover=mover, reached=example.best)
    above = () if example.bound is None else (reason("cut_above", other=other, bound=example.bound),)
    if equal:
        yield from (*above, reason("cut_equal", other=other), _skipped(example, mover))
    elif not example.justified:
        only = () if example.bound is None else (reason("cut_only_above", other=other, bound=example.bound),)
        yield from (*(only or (reason("cut_nothing_above", other=other),)), _skipped(example, mover))
    elif example.best == WIN[mover]:
        yield reason("cut_won")
    else:
        yield from (*above, reason("cut_irrelevant", other=other) if above else reason("cut_known"))


def _skipped(example: CutExample, mover: str) -> Reason:
    best = max(range(len(example.skipped)), key=lambda at: WIN[mover] * example.values[at])
    return reason("cut_skipped", cells=str(example.skipped[best]), skipped=example.values[best])


def cut_example(found: WalkFindings, cut: Cut, *, wrong: bool) -> CutExample:
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
    known = known_at(example, equal=wrong and cut.reason is CutReason.BOUND)
    return dataclasses.replace(example, known=tuple(known))


def picture(found: WalkFindings, cut: Cut) -> tuple[TreeNode, ...]:
    """Return the nodes of the picture, the first position first."""
    drawing = _Drawing(found, cut)
    drawing.add(found.recorded.root, None)
    return tuple(drawing.nodes[:MAX_NODES])


class _Drawing:
    def __init__(self, found: WalkFindings, cut: Cut) -> None:
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
