"""From recorded searches to a verdict about alpha-beta pruning, with a sentence and an example."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from grader.capabilities.alpha_beta.cuts import WIN, Cut, CutReason
from grader.capabilities.alpha_beta.evidence import Evidence
from grader.capabilities.alpha_beta.report import PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.sentences import cut_example, picture, sentence
from grader.capabilities.alpha_beta.walk import WalkFindings
from grader.game.board import turn
from grader.game.tree import table

TOO_FEW = 3
"""Fewer cuts by bounds than this may be chance."""
WELL_BELOW = 0.8
"""
The largest share of a plain search's positions that pruning may leave; `tests/capabilities/alpha_beta` shows what is
usual.
"""
RESTS_ON_RULES = (
    PruningVerdict.UNSOUND,
    PruningVerdict.DEPTH_LIMITED,
    PruningVerdict.NOT_OPTIMAL,
    PruningVerdict.UNCLEAR,
)
"""Verdicts that are only right about a search that knows when the game is over, and who has won."""


class _Shown(NamedTuple):
    found: WalkFindings
    cut: Cut


class Checked(NamedTuple):
    """What the checks have shown."""

    optimal: bool
    """Whether every move on every board is right."""
    rules: bool
    """Whether the functions that know the rules are right, such as `winner`."""
    names: tuple[str, ...] = ()
    """Names in the file that speak of pruning; they decide only who decides where no search is seen."""


def judge(seen: Evidence, checked: Checked) -> PruningVerdict:
    """Return what is `seen` in one word."""
    verdict = _verdict(seen, optimal=checked.optimal)
    if verdict in RESTS_ON_RULES and not checked.rules:
        return PruningVerdict.RULES_WRONG
    if verdict is PruningVerdict.NOT_SEARCHED and (seen.grows or checked.names):
        return PruningVerdict.UNSEEN
    return verdict


def pruning_report(seen: Evidence, checked: Checked) -> PruningReport:
    """Return what is `seen` with a sentence and an example."""
    verdict = judge(seen, checked)
    shown = _typical(seen, verdict)
    example = None if shown is None else cut_example(shown.found, shown.cut, wrong=verdict is PruningVerdict.UNSOUND)
    return PruningReport(
        verdict=verdict,
        sentence=sentence(verdict, seen, example),
        boards=tuple(seen.boards()),
        names=checked.names,
        example=example,
        tree=() if shown is None else picture(shown.found, shown.cut),
    )


def _verdict(seen: Evidence, *, optimal: bool) -> PruningVerdict:
    """Return the first verdict of the list that applies."""
    verdicts = (
        # A search whose moves are all right, and that raises here, raises because of us.
        (seen.only_raises and not optimal, PruningVerdict.NOT_SEARCHED),
        (seen.cut_off is not None, PruningVerdict.INCOMPLETE),
        (not seen.searches, PruningVerdict.NOT_SEARCHED),
        (not seen.recursive, PruningVerdict.NOT_RECURSIVE),
        (seen.strange and bool(seen.cuts), PruningVerdict.UNCLEAR),
        (seen.has(CutReason.LEAF), PruningVerdict.DEPTH_LIMITED),
        (seen.has(CutReason.NONE) or bool(_wrong_by_equality(seen)), PruningVerdict.UNSOUND),
        (not seen.cuts, PruningVerdict.NONE),
        (seen.has(CutReason.UNSURE) or seen.has(CutReason.IMAGE), PruningVerdict.UNCLEAR),
        (all(cut.reason is CutReason.MEMO for cut in seen.cuts), PruningVerdict.MEMO_ONLY),
    )
    first = next((verdict for applies, verdict in verdicts if applies), None)
    return first or _verdict_of_justified(seen, optimal=optimal)


def _verdict_of_justified(seen: Evidence, *, optimal: bool) -> PruningVerdict:
    by_bound = seen.by_bound
    only_wins = not by_bound and all(cut.won or cut.reason in {CutReason.WIN, CutReason.MEMO} for cut in seen.cuts)
    verdicts = (
        (only_wins, PruningVerdict.FIRST_WIN_ONLY),
        (len(by_bound) < TOO_FEW, PruningVerdict.UNCLEAR),
        (seen.has(CutReason.MEMO), PruningVerdict.WITH_MEMO),
        (all(cut.depth <= 1 for cut in by_bound), PruningVerdict.ROOT_ONLY),
        (bool(seen.never_cuts), PruningVerdict.ONE_SIDED),
        (seen.hands_nothing_down, PruningVerdict.SHALLOW_ONLY),
        (not seen.needs_bounds, PruningVerdict.NEEDS_NO_BOUND),
        (not optimal, PruningVerdict.NOT_OPTIMAL),
        (seen.share_visited > WELL_BELOW, PruningVerdict.LITTLE),
    )
    return next((verdict for applies, verdict in verdicts if applies), PruningVerdict.ALPHA_BETA)


def _wrong_by_equality(seen: Evidence) -> list[_Shown]:
    """
    Return the cuts that a wrong move rests on although each of them is justified.

    A branch that was cut only shows that it is not better than another one. A search that then takes it, because it
    seems equally good, has no reason to.
    """
    wrong = []
    for found in seen.wrong_moves():
        taken = [one.visit for one in found.recorded.root.tried if one.cell == found.recorded.trace.move]
        if taken and found.proved[taken[-1]].exact is None:
            below = [
                cut for cut in found.cuts if taken[-1] in (*cut.above, cut.visit) and cut.reason is CutReason.BOUND
            ]
            wrong += [_Shown(found, cut) for cut in below if cut.reached is not None and _matters(cut)]
    return wrong


def _typical(seen: Evidence, verdict: PruningVerdict) -> _Shown | None:
    """Return the cut that shows best what the verdict says, on the smallest board; None if there is none."""
    shown = [_Shown(found, cut) for found in seen.findings for cut in found.cuts]
    match verdict:
        case PruningVerdict.UNSOUND:
            wrong = [one for one in shown if one.cut.reason is CutReason.NONE] or _wrong_by_equality(seen)
            return _smallest([one for one in wrong if _matters(one.cut)] or wrong)
        case PruningVerdict.DEPTH_LIMITED:
            return _smallest([one for one in shown if one.cut.reason is CutReason.LEAF])
        case PruningVerdict.FIRST_WIN_ONLY:
            return _smallest([one for one in shown if one.cut.won and not one.cut.window.closed])
        case _:
            of_bounds = set(seen.by_bound)  # many: a list would be searched through for each cut
            by_bound = [one for one in shown if one.cut in of_bounds]
            plain = [one for one in by_bound if one.cut.depth > 1 and not one.cut.window.closed]
            draws = [one for one in plain if one.cut.at_equality]  # a draw against a draw is the easiest to see
            return _smallest(draws or plain or by_bound)


def _smallest(shown: Collection[_Shown]) -> _Shown | None:
    return min(shown, key=lambda one: (one.cut.above or (one.cut.visit,))[0].board.count("."), default=None)


def _matters(cut: Cut) -> bool:
    """Tell whether a move that was left out is better than what the mover had reached."""
    mover = turn(cut.visit.board)
    sign = WIN[mover]
    reached = -1 if cut.reached is None else sign * (cut.reached.low if sign > 0 else cut.reached.high)
    return any(sign * table().value_after(cut.visit.board, cell) > reached for cell in cut.skipped)
