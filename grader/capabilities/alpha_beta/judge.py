"""Records a search on some boards, small ones first, judges its cuts, and shows one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from msgspec import structs

from grader.capabilities.alpha_beta.capability import CutExample, PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.evidence import Evidence, as_ended, evidence_of, pruning_names
from grader.capabilities.alpha_beta.visits import WIN, Cut, CutReason
from grader.capabilities.capability import Graded
from grader.game.board import EMPTY_BOARD, OPPONENT, O, turn
from grader.game.tree import table
from grader.model.answer import Call
from grader.model.assessment import Assessment, to_cents
from grader.model.reason import Reason, Said, reason
from grader.model.search_trace import SearchTrace
from grader.model.spec import Assignment
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

TOO_FEW = 3  # fewer cuts by bounds may be chance
WELL_BELOW = 0.8
"""
The largest share of a plain search's positions that pruning may leave.

`tests/capabilities/alpha_beta` shows usual shares.
"""
RESTS_ON_RULES = (
    PruningVerdict.UNSOUND,
    PruningVerdict.DEPTH_LIMITED,
    PruningVerdict.NOT_OPTIMAL,
    PruningVerdict.UNCLEAR,
)
"""Verdicts that need a search with right rules: when the game is over, and who has won."""


class Checked(NamedTuple):
    optimal: bool  # whether every move on every board is right
    rules: bool
    """Whether the functions with the rules are right, such as `winner`."""
    reads_clock: bool = False
    """Whether a clock may end the search: only then the empty board decides, where a search takes longest."""
    names: tuple[str, ...] = ()
    """Names that speak of pruning. They only matter if no search is seen: then a person decides."""


def judge(seen: Evidence, checked: Checked) -> PruningVerdict:
    verdict = _verdict(seen, optimal=checked.optimal)
    if verdict in RESTS_ON_RULES and not checked.rules:
        return PruningVerdict.RULES_WRONG
    if verdict is PruningVerdict.NOT_SEARCHED and (seen.grows or checked.names):
        return PruningVerdict.UNSEEN
    return verdict


def pruning_report(seen: Evidence, checked: Checked) -> PruningReport:
    verdict = judge(seen, checked)
    shown = _typical(seen, verdict)
    example = None if shown is None else cut_example(shown, wrong=verdict is PruningVerdict.UNSOUND)
    return PruningReport(
        verdict=verdict,
        reasons=(_first(verdict, seen), *_more(verdict, seen, example)),
        boards=tuple(seen.boards()),
        names=checked.names,
        example=example,
    )


def _verdict(seen: Evidence, *, optimal: bool) -> PruningVerdict:
    verdicts = (
        # A search with right moves raises here because of us.
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


def _wrong_by_equality(seen: Evidence) -> list[Cut]:
    """
    Return the justified cuts that a wrong move rests on.

    A cut branch is only known to be no better than another one. A search that takes the cut branch, because it seems
    equal, is wrong.
    """
    wrong = []
    for found in seen.wrong_moves():
        taken = [one.visit for one in found.recorded.root.tried if one.cell == found.recorded.trace.move]
        if taken and found.cuts and found.proved[taken[-1]].exact is None:
            below = [cut for cut in found.cuts if taken[-1] in cut.way and cut.reason is CutReason.BOUND]
            wrong += [cut for cut in below if cut.reached is not None and _matters(cut)]
    return wrong


def _typical(seen: Evidence, verdict: PruningVerdict) -> Cut | None:
    """Return the clearest cut for the verdict, on the smallest board; None without one."""
    match verdict:
        case PruningVerdict.UNSOUND:
            wrong = [cut for cut in seen.cuts if cut.reason is CutReason.NONE] or _wrong_by_equality(seen)
            shown = [cut for cut in wrong if _matters(cut)] or wrong
        case PruningVerdict.DEPTH_LIMITED:
            shown = [cut for cut in seen.cuts if cut.reason is CutReason.LEAF]
        case PruningVerdict.FIRST_WIN_ONLY:
            shown = [cut for cut in seen.cuts if cut.won and not cut.window.closed]
        case _:
            plain = [cut for cut in seen.by_bound if cut.depth > 1 and not cut.window.closed]
            draws = [cut for cut in plain if cut.at_equality]  # a draw against a draw is the easiest to see
            shown = draws or plain or seen.by_bound
    return min(shown, key=lambda cut: cut.way[0].board.count("."), default=None)


def _matters(cut: Cut) -> bool:
    mover = turn(cut.visit.board)
    sign = WIN[mover]
    reached = -1 if cut.reached is None else sign * (cut.reached.low if sign > 0 else cut.reached.high)
    return any(sign * table().value_after(cut.visit.board, cell) > reached for cell in cut.skipped)


ALL, HALF, NOTHING = Decimal(1), Decimal("0.5"), Decimal(0)
SETTLED = {
    PruningVerdict.ALPHA_BETA: ALL,
    PruningVerdict.NONE: NOTHING,
    PruningVerdict.MEMO_ONLY: NOTHING,
    PruningVerdict.NOT_SEARCHED: NOTHING,
}
"""The share of the points for verdicts without doubt."""
PROPOSED = {
    PruningVerdict.WITH_MEMO: ALL,  # nothing wrong was seen, but a table can hide left-out moves
    PruningVerdict.SHALLOW_ONLY: ALL,  # sound and useful; a person decides whether to call it alpha-beta
    PruningVerdict.FIRST_WIN_ONLY: NOTHING,  # needs no bounds, and bounds are the point of alpha-beta
    PruningVerdict.ROOT_ONLY: HALF,  # the idea is there, but only at the top
    PruningVerdict.ONE_SIDED: HALF,
    PruningVerdict.LITTLE: HALF,
    PruningVerdict.UNSOUND: HALF,  # the idea is there, with a fault
    PruningVerdict.NOT_OPTIMAL: HALF,
    PruningVerdict.NEEDS_NO_BOUND: None,  # bounds may be used, but no seen cut needs them
    PruningVerdict.RULES_WRONG: None,
    PruningVerdict.DEPTH_LIMITED: None,  # the student's own values at the limit: nobody can check a cut
    PruningVerdict.UNSEEN: None,
    PruningVerdict.NOT_RECURSIVE: None,  # guessed, not seen
    PruningVerdict.INCOMPLETE: None,
    PruningVerdict.UNCLEAR: None,
}
"""The share of the points that is proposed to a person; None without a reason for a number."""


def assessment(report: PruningReport, points: Decimal) -> Assessment:
    share = {**PROPOSED, **SETTLED}[report.verdict]
    return Assessment(
        points=None if share is None else to_cents(share * points),
        settled=report.verdict in SETTLED,
        reasons=report.reasons,
        found=report,
    )


FIRST = ("X.O...OX.", "XX..O...O", "X...O...X", ".X..OX...")
"""
Five and six free cells, both players to move, 2,700 positions in all: enough to see whether moves are left out.

Alpha-beta pruning leaves moves out on each of the first two, in every order of moves that was tried.
"""
MORE = ("X...O....", ".O..X....")
"""Seven free cells, asked only if moves were left out: enough to see by which bounds."""
LARGER = ("X........", ".X.......", "....X....")
"""
Eight free cells, asked only if no cut needs a bound, or if no search was seen.

Orders of moves differ in how soon a bound is needed. Without a search the work hardly grows with the free cells.
"""
Record = Callable[[str], SearchTrace]


def watch(record: Record, checked: Checked) -> PruningReport:
    """Return the findings of recordings; `checked` are the findings of the checks."""
    traces = _recorded(record, FIRST)
    seen = evidence_of(traces)
    if seen.prunes and seen.cut_off is None and not _needs_right_rules(seen, checked):
        traces += _recorded(record, MORE)
        seen = evidence_of(traces)
    verdict = judge(seen, checked)
    if verdict is PruningVerdict.NEEDS_NO_BOUND:
        traces += _complete(_recorded(record, LARGER))
        seen = evidence_of(traces)
        verdict = judge(seen, checked)
    if verdict is PruningVerdict.NOT_SEARCHED and seen.cut_off is None:
        seen = evidence_of([*traces, *_recorded(record, LARGER)])
    if verdict is PruningVerdict.ALPHA_BETA and checked.reads_clock:
        seen = evidence_of([*traces, *_complete(_recorded(record, [EMPTY_BOARD]))])
    return pruning_report(seen, checked)


def _needs_right_rules(seen: Evidence, checked: Checked) -> bool:
    """Return whether wrong rules may be why moves were left out, which more boards cannot undo."""
    seen_for_good = seen.strange or seen.has(CutReason.LEAF) or seen.has(CutReason.NONE)
    return seen_for_good and judge(seen, checked) is PruningVerdict.RULES_WRONG


def _complete(traces: Iterable[SearchTrace]) -> list[SearchTrace]:
    return [trace for trace in traces if trace.complete]


def _recorded(record: Record, boards: Iterable[str]) -> list[SearchTrace]:
    """Return recordings from `boards`, up to the first one that is cut off."""
    traces: list[SearchTrace] = []
    for board in boards:
        traces.append(as_ended(record(board)))
        if not traces[-1].complete:
            break
    return traces


MOVE_CHECKS = ("legal_move", "keeps_win", "keeps_draw")
"""The checks that together show that every move is optimal."""


def assess_pruning(points: Decimal, graded: Graded) -> Assessment:
    return assessment(_report(graded.student, graded.assignment, _checked(graded)), points)


def _checked(graded: Graded) -> Checked:
    passed = {check for check, outcome in graded.outcomes.items() if outcome.verdict is Verdict.PASS}
    rules = {
        function.name
        for function in graded.assignment.module_spec.functions
        if not (function.slow or function.prints or function.is_dialogue)
    }
    entries = [entry for entry in graded.assignment.checks if not entry.conduct]
    return Checked(
        optimal=all(entry.id in passed for entry in entries if entry.id.partition(".")[2] in MOVE_CHECKS),
        rules=all(entry.id in passed for entry in entries if entry.function in rules),
        reads_clock=bool(graded.student.usage.clocks),
        names=pruning_names(file.text for file in graded.submission.files),
    )


def _report(student: Student, assignment: Assignment, checked: Checked) -> PruningReport:
    search = student.module_spec.search
    if student.failure is not None:
        refused = student.failure.refused is not None
        verdict = PruningVerdict.INCOMPLETE if refused else PruningVerdict.NOT_SEARCHED
        return PruningReport(verdict=verdict, reasons=(reason("pruning_no_import"),), names=checked.names)
    if not student.has(search):
        why = (reason("pruning_no_function", function=search),)
        return PruningReport(verdict=PruningVerdict.NOT_SEARCHED, reasons=why, names=checked.names)

    return watch(lambda board: student.trace(board, recorded_call(board, assignment).extra), checked)


def recorded_call(board: str, assignment: Assignment) -> Call:
    extra = (0, turn(board) == O) if assignment.search_takes_turn else ()
    return Call(function=assignment.module_spec.search, board=board, extra=extra)


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
    return reason(f"pruning_{verdict.value}", **values)


def _more(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> Said:
    if verdict is PruningVerdict.UNSOUND and example is not None:
        return (reason("space"), *example.known)
    if verdict is PruningVerdict.INCOMPLETE:
        why = seen.cut_off.why if seen.cut_off else None
        return (why or reason("unwatched_cut_off"), reason("full_stop"))
    if verdict is PruningVerdict.DEPTH_LIMITED:
        cuts = any(cut.reason is not CutReason.LEAF and cut.reached is not None for cut in seen.cuts)
        return (reason("pruning_also_elsewhere" if cuts else "pruning_nowhere_else"),)
    if verdict in {PruningVerdict.ALPHA_BETA, PruningVerdict.NONE} and seen.unsearched:
        count = len(seen.unsearched)
        return (reason("pruning_one_unsearched" if count == 1 else "pruning_unsearched", count=count),)
    return ()


def known_at(example: CutExample, *, equal: bool) -> Iterator[Reason]:
    """Yield the known values at a cut; `equal` if the cut is justified, but a draw was taken for more."""
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


def cut_example(cut: Cut, *, wrong: bool) -> CutExample:
    """Return the cut in plain values; `wrong` if it is shown because it is not justified."""
    bound = cut.window.against(cut.mover)
    example = CutExample(
        board=cut.visit.board,
        start=cut.way[0].board,
        best=None if cut.reached is None else cut.reached.exact,
        bound=None if bound is None else bound.exact,
        skipped=cut.skipped,
        values=tuple(table().value_after(cut.visit.board, cell) for cell in cut.skipped),
        justified=not wrong and cut.reason not in {CutReason.NONE, CutReason.LEAF},
        way=tuple(visit.board for visit in cut.way),
    )
    known = known_at(example, equal=wrong and cut.reason is CutReason.BOUND)
    return structs.replace(example, known=tuple(known))
