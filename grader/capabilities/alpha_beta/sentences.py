"""Verdicts and cuts in words for students and instructors, with a small picture of the search around one cut."""

from __future__ import annotations

import dataclasses

from grader.capabilities.alpha_beta.capability import MAX_NODES, CutExample, PruningVerdict, TreeNode
from grader.capabilities.alpha_beta.cuts import WIN, Cut, CutReason
from grader.capabilities.alpha_beta.evidence import Evidence
from grader.capabilities.alpha_beta.models import models
from grader.capabilities.alpha_beta.visits import Visit, successors
from grader.capabilities.alpha_beta.walk import WalkFindings
from grader.game.board import OPPONENT, turn
from grader.game.tree import table

RESULT = {1: "a win for X", 0: "a draw", -1: "a win for O"}
SENTENCES = {
    PruningVerdict.ALPHA_BETA: "Alpha-beta pruning works: {numbers}. "
    "Each cut is justified by values known at that moment.",
    PruningVerdict.NONE: "No pruning: every move of every position was tried on all {boards} boards watched.",
    PruningVerdict.MEMO_ONLY: "No pruning: moves are left out only where a position had been searched before "
    "(a memo table).",
    PruningVerdict.FIRST_WIN_ONLY: "The search stops at the first winning move; no bound (alpha or beta) ever leaves "
    "a move out.",
    PruningVerdict.NEEDS_NO_BOUND: "Moves are left out, but a search that knows no bound (alpha or beta) leaves out "
    "the same: {models}.",
    PruningVerdict.ROOT_ONLY: "Moves are left out only right below the first position; deeper in the tree every move "
    "is tried.",
    PruningVerdict.SHALLOW_ONLY: "The cuts are justified, but bounds are handed down one level only, not further: "
    "{numbers}.",
    PruningVerdict.ONE_SIDED: "Only one player's positions are cut; for {never_cuts} every move is tried: {numbers}.",
    PruningVerdict.DEPTH_LIMITED: "Some open positions are left unsearched (a depth limit, for example).",
    PruningVerdict.WITH_MEMO: "Pruning together with a memo table: {numbers}. The cuts that were seen are justified.",
    PruningVerdict.LITTLE: "The cuts are justified, but they save little: {numbers}.",
    PruningVerdict.NOT_OPTIMAL: "The cuts are justified ({numbers}), but not every move that is played is optimal. "
    "A reason can be that a move counts as equally good although its search was cut short.",
    PruningVerdict.UNSOUND: "The pruning is not sound: a move is left out that could still change the result.",
    PruningVerdict.RULES_WRONG: "Moves are left out; whether that is justified is not judged until the functions for "
    "the rules, such as winner, are right.",
    PruningVerdict.NOT_SEARCHED: "No search was seen: the answer comes without looking more than one move ahead.",
    PruningVerdict.UNSEEN: "No search was seen, but there may be one: {signs}.",
    PruningVerdict.NOT_RECURSIVE: "The search does not use recursion, so its tree can only be guessed. As far as it "
    "can be, {numbers}.",
    PruningVerdict.INCOMPLETE: "The search could not be watched to its end: {why}.",
    PruningVerdict.UNCLEAR: "Moves are left out, but watching does not show clearly what was known at those moments.",
}
IMAGES = (
    "Moves are left out that lead to turned or mirrored images of boards that were tried: symmetry is used. Watching"
    " does not show whether bounds are used as well."
)
NAMED = "names in the file speak of pruning"
ONLY_RAISES = "There is no search to watch: each call ends with an exception."


def sentence(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> str:
    """Return what was seen."""
    if seen.only_raises and verdict is PruningVerdict.NOT_SEARCHED:
        return ONLY_RAISES
    if verdict is PruningVerdict.UNCLEAR and seen.has(CutReason.IMAGE) and not seen.strange:
        return IMAGES
    first = SENTENCES[verdict].format(
        numbers=_numbers(seen),
        boards=len(seen.findings),
        never_cuts=seen.never_cuts,
        signs="the work grows with the free cells as that of a search does" if seen.grows else NAMED,
        models="; ".join(model.value for model in models(seen.findings))
        if verdict is PruningVerdict.NEEDS_NO_BOUND
        else "",
        why=(seen.cut_off.why if seen.cut_off else "") or "it was cut off",
    )
    return " ".join(filter(None, (first, _more(verdict, seen, example))))


def _more(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> str:
    if verdict is PruningVerdict.UNSOUND and example is not None:
        return example.text
    if verdict is PruningVerdict.DEPTH_LIMITED:
        cuts = any(cut.reason is not CutReason.LEAF and cut.reached is not None for cut in seen.cuts)
        return "Elsewhere moves are left out as well." if cuts else "Everywhere else every move is tried."
    if verdict in {PruningVerdict.ALPHA_BETA, PruningVerdict.NONE} and seen.unsearched:
        boards = "one board is" if len(seen.unsearched) == 1 else f"{len(seen.unsearched)} boards are"
        return f"Of those watched, {boards} answered without a search."
    return ""


def _numbers(seen: Evidence) -> str:
    visited, plain = seen.positions
    return f"{visited:,} positions were visited where a search without pruning visits {plain:,}"


def cut_text(example: CutExample, *, equal: bool) -> str:
    """Return what was known at a cut; `equal` if the cut is justified, but what it showed was taken for more."""
    mover, other = turn(example.board), OPPONENT[turn(example.board)]
    if example.best is None:
        return f"{mover} is to move here, the game is open, and no move was tried."
    reached = f"{mover} is to move here and had found a move that leads to {RESULT[example.best]}"
    above = "" if example.bound is None else f"{other} had already reached {RESULT[example.bound]} above"
    if equal:
        so = f"so the position is not better for {other} than that, but it was taken for equally good"
        return f"{'; '.join(filter(None, (reached, above)))}, {so}. {_skipped(example, mover)}"
    if not example.justified:
        known = f"nothing better for {other} was known above"
        if example.bound is not None:
            known = f"{other} had reached only {RESULT[example.bound]} above"
        return f"{reached}; {known}. {_skipped(example, mover)}"
    if example.best == WIN[mover]:
        return f"{reached}: no other move can be better."
    if above:
        return f"{reached}; {above}, so {other} will not let the game come here, and the other moves cannot matter."
    return f"{reached}."


def _skipped(example: CutExample, mover: str) -> str:
    best = max(range(len(example.skipped)), key=lambda at: WIN[mover] * example.values[at])
    row, column = divmod(example.skipped[best], 3)
    return f"The move ({row}, {column}) was left out: it leads to {RESULT[example.values[best]]}."


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
    return dataclasses.replace(example, text=cut_text(example, equal=wrong and cut.reason is CutReason.BOUND))


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
