"""Has the search of one submission recorded on some boards, small ones first, and judges what it leaves out."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from grader.capabilities.alpha_beta.capability import PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.evidence import Evidence, Recordings, as_ended
from grader.capabilities.alpha_beta.sentences import cut_example, picture, reasons_of
from grader.capabilities.alpha_beta.visits import WIN, Cut, CutReason
from grader.capabilities.alpha_beta.walk import WalkFindings
from grader.capabilities.capability import Graded
from grader.game.board import EMPTY_BOARD, O, turn
from grader.game.tree import table
from grader.model.assessment import Assessment, to_cents
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.search_trace import SearchTrace
from grader.model.spec import Assignment
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

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
        reasons=reasons_of(verdict, seen, example),
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


NAME = re.compile(r"\w+")
WORDS = ("alpha", "beta", "prun", "cutoff", "cut_off")
OTHER_WORDS = ("alphabets", "alphabetic", "alphanum")
BOUNDS = re.compile(r"(?<![.\w])(?:lower_?bound|upper_?bound|lower|upper|bound)(?=[ ]?[=<>,:)])", re.IGNORECASE)
"""Words that are names only where code goes on like this, and not in `text.lower()` or in "the upper left corner"."""
MAX_NAMES = 8
MAX_NAME = 40


def pruning_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the first of such names, in the order in which they stand."""
    found: dict[str, None] = {}
    for text in texts:
        for name in NAME.findall(text):
            if len(name) <= MAX_NAME and _speaks_of_pruning(name.lower()):
                found[sanitize(name, MAX_NAME)] = None
        found |= dict.fromkeys(BOUNDS.findall(text))
    return tuple(found)[:MAX_NAMES]


def _speaks_of_pruning(name: str) -> bool:
    rest = "_".join(part for part in name.split("_") if not f"{part}s".startswith(OTHER_WORDS))
    return any(word in rest for word in WORDS)


ALL, HALF, NOTHING = Decimal(1), Decimal("0.5"), Decimal(0)
SETTLED: Mapping[PruningVerdict, Decimal] = MappingProxyType(
    {
        PruningVerdict.ALPHA_BETA: ALL,
        PruningVerdict.NONE: NOTHING,
        PruningVerdict.MEMO_ONLY: NOTHING,
        PruningVerdict.NOT_SEARCHED: NOTHING,
    }
)
"""The share of the points for verdicts that leave no doubt."""
PROPOSED: Mapping[PruningVerdict, Decimal | None] = MappingProxyType(
    {
        PruningVerdict.WITH_MEMO: ALL,  # nothing wrong was seen, but a table can hide what was left out
        PruningVerdict.SHALLOW_ONLY: ALL,  # sound and useful; whether it may be called alpha-beta is for a person
        PruningVerdict.FIRST_WIN_ONLY: NOTHING,  # needs no bounds, and bounds are what alpha-beta is about
        PruningVerdict.NEEDS_NO_BOUND: None,  # bounds may be used, but nothing that was seen needs them
        PruningVerdict.ROOT_ONLY: HALF,  # the idea is there, but it is not carried through
        PruningVerdict.ONE_SIDED: HALF,
        PruningVerdict.LITTLE: HALF,
        PruningVerdict.UNSOUND: HALF,  # the idea is there, with a fault in it
        PruningVerdict.NOT_OPTIMAL: HALF,
        PruningVerdict.RULES_WRONG: None,
        PruningVerdict.DEPTH_LIMITED: None,  # the values at the limit are the student's own: nobody can check a cut
        PruningVerdict.UNSEEN: None,
        PruningVerdict.NOT_RECURSIVE: None,  # guessed, not seen
        PruningVerdict.INCOMPLETE: None,
        PruningVerdict.UNCLEAR: None,
    }
)
"""The share of the points that is proposed to a person; None where nothing is known that speaks for a number."""


def assessment(report: PruningReport, points: Decimal) -> Assessment:
    """Return what `report` is worth in an item of `points`."""
    settled = report.verdict in SETTLED
    share = SETTLED[report.verdict] if settled else PROPOSED[report.verdict]
    return Assessment(
        points=None if share is None else to_cents(share * points),
        settled=settled,
        reasons=report.reasons,
        found=report,
    )


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


MOVE_CHECKS = ("legal_move", "keeps_win", "keeps_draw")
"""The checks that, together, show that every move is optimal."""


def assess_pruning(points: Decimal, graded: Graded) -> Assessment:
    """Return what the pruning of the search is worth in an item of `points`."""
    submission, _, student, assignment, outcomes = graded
    checked = _checked(assignment, outcomes)._replace(names=pruning_names(file.text for file in submission.files))
    return assessment(dataclasses.replace(_report(student, assignment, checked), names=checked.names), points)


def _checked(assignment: Assignment, outcomes: Mapping[str, CheckOutcome]) -> Checked:
    """Return whether the moves, and the functions that a search may rest on, are right."""
    passed = {check for check, outcome in outcomes.items() if outcome.verdict is Verdict.PASS}
    rules = {
        function.name
        for function in assignment.module_spec.functions
        if not (function.slow or function.prints or function.is_dialogue)
    }
    entries = [entry for entry in assignment.checks if not entry.conduct]
    return Checked(
        optimal=all(entry.id in passed for entry in entries if entry.id.partition(".")[2] in MOVE_CHECKS),
        rules=all(entry.id in passed for entry in entries if entry.function in rules),
    )


def _report(student: Student, assignment: Assignment, checked: Checked) -> PruningReport:
    if student.failure is not None:
        refused = student.failure.refused is not None
        verdict = PruningVerdict.INCOMPLETE if refused else PruningVerdict.NOT_SEARCHED
        return PruningReport(verdict=verdict, reasons=(reason("pruning_no_import"),))
    search = student.module_spec.search
    if not student.has(search):
        return PruningReport(
            verdict=PruningVerdict.NOT_SEARCHED, reasons=(reason("pruning_no_function", function=search),)
        )

    def record(board: str) -> SearchTrace:
        return student.trace(board, (0, turn(board) == O) if assignment.search_takes_turn else ())

    return watch(record, checked)
