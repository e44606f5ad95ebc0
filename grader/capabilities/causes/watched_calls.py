"""
Finds out which failures may follow from another function: a few failed calls are made once more and watched.

What is seen inside is a claim, and decides about no point. Whether the answers that were seen are right is judged here,
by the same cases as in the checks. Nothing is watched unless checks of two functions failed.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from grader.assignments.exhaustive.cases import LEGAL, Case, CaseTable
from grader.assignments.exhaustive.cell_spelling import CellSpelling, cells_of_board
from grader.assignments.exhaustive.checks import BOARD_AS_IT_WAS, GradingSpec
from grader.assignments.exhaustive.oracle import Oracle
from grader.assignments.exhaustive.value_text import call_text, value_said
from grader.capabilities.causes.report import Cause
from grader.model.answer import Answer, Call, HelperCall, Value
from grader.model.progress import Work
from grader.model.reason import Said, reason
from grader.model.result import CheckOutcome
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.student import Student

T = TypeVar("T")
LOGGER = logging.getLogger(__name__)
FAULT = "a fault of the grader"
"""How a message begins about a fault that costs nothing; the tests look for it."""
FAILED = frozenset({Verdict.FAIL, Verdict.ERROR, Verdict.TIMEOUT})
MAX_WATCHED = 48
"""Calls of one submission that are watched."""


def find_causes(student: Student, spec: GradingSpec, outcomes: Mapping[str, CheckOutcome]) -> tuple[Cause, ...]:
    """Return the functions that failures of others may follow from; `student` has been asked everything."""
    return only_evidence("causes", lambda: _find_causes(student, spec, outcomes), ())


def only_evidence(what: str, find: Callable[[], T], nothing: T) -> T:
    """Return what `find` finds, and `nothing` after a fault of ours: it is worth no mark."""
    try:
        return find()
    except Exception as error:  # noqa: BLE001 - only evidence is missing
        place = traceback.extract_tb(error.__traceback__)[-1]
        # The text of the exception may hold what a student wrote.
        at = f"{place.name}, line {place.lineno}"
        LOGGER.error("%s: no %s, %s in %s", FAULT, what, type(error).__name__, at)  # noqa: TRY400
        return nothing


def _find_causes(student: Student, spec: GradingSpec, outcomes: Mapping[str, CheckOutcome]) -> tuple[Cause, ...]:
    made = [outcomes[entry.id] for entry in spec.checks if entry.id in outcomes]
    failed = [outcome for outcome in made if outcome.verdict in FAILED and _may_be_watched(outcome)]
    functions = {outcome.function for outcome in failed}
    if len(functions) < 2:  # noqa: PLR2004 - the one that fails, and the one that it follows from
        return ()
    student.progress.begin(Work.CAUSES)
    evidence = _Evidence(student, spec, functions)
    found: dict[str, list[_Followed]] = {}
    for outcome in failed:
        followed = evidence.followed(outcome)
        if followed is not None:
            found.setdefault(followed.seen.root.call.function, []).append(followed)
    order = [function.name for function in spec.module_spec.functions]
    return tuple(evidence.cause(found[name]) for name in order if name in found)


def _may_be_watched(outcome: CheckOutcome) -> bool:
    """Tell whether a call is shown, and not one that waits: watching it would take as long as asking it."""
    return outcome.shown is not None and outcome.shown.answer.end is not ChildEnd.WALL_LIMIT


def _calls(outcome: CheckOutcome) -> tuple[Call, ...]:
    return (*([outcome.shown.call] if outcome.shown else []), *outcome.failing_calls)


class _Seen(NamedTuple):
    """A wrong answer that was seen in a watched call, and no wrong answer of another function inside it."""

    root: HelperCall
    watched: Call


class _Followed(NamedTuple):
    """A failed check, and the wrong answer that it may follow from."""

    check: str
    seen: _Seen


class _Evidence:
    """Watches calls of one submission and judges what they were answered."""

    def __init__(self, student: Student, spec: GradingSpec, failed: set[str]) -> None:
        self._student, self._spec, self._failed = student, spec, failed
        self._spelling = CellSpelling(student.cell_value)
        self._oracle: Oracle = spec.oracle(self._spelling)
        self._left = MAX_WATCHED
        self._known: dict[Call, dict[str, _Seen]] = {}

    def followed(self, outcome: CheckOutcome) -> _Followed | None:
        """Return what a failed check may follow from; None if one of its calls shows nothing."""
        counts: Counter[str] = Counter()
        first: dict[str, _Seen] = {}
        for call in dict.fromkeys(_calls(outcome)):
            roots = self._roots(call)
            if not roots:
                return None
            counts.update(roots.keys())  # of a mapping itself, the values would be taken for counts
            first = {**roots, **first}
        return _Followed(outcome.check, first[max(counts, key=counts.__getitem__)]) if first else None

    def cause(self, followed: Sequence[_Followed]) -> Cause:
        """Return the cause that several failed checks have in common."""
        root, watched = followed[0].seen
        case = self._case(root.call)
        assert case is not None and root.answer is not None  # noqa: S101, PT018 - it was judged
        return Cause(
            function=root.call.function,
            checks=tuple(one.check for one in followed),
            caller=watched.function,
            board=root.call.board,
            call=call_text(root.call),
            got=self._got(root.answer),
            expected=(reason(BOARD_AS_IT_WAS),)
            if self._changed_only(case, root.answer)
            else self._oracle.expected(case),
        )

    def _roots(self, call: Call) -> dict[str, _Seen]:
        """Return by function the first wrong answer in `call` that no wrong answer of another function explains."""
        if call not in self._known:
            if self._left == 0:
                return {}
            self._left -= 1
            self._known[call] = self._find_roots(call)
        return self._known[call]

    def _find_roots(self, call: Call) -> dict[str, _Seen]:
        calls = self._student.helper_calls(call)
        wrong = {at: one.call.function for at, one in enumerate(calls) if self._is_wrong(one)}
        callers = _callers(calls)
        above_wrong = {
            name: _reachable(callers, (at for at in wrong if wrong[at] == name))
            for name in dict.fromkeys(wrong.values())
        }
        found: dict[str, _Seen] = {}
        for at, name in wrong.items():
            explains = name in self._failed and name != call.function and name not in found
            if explains and not any(at in above for other, above in above_wrong.items() if other != name):
                found[name] = _Seen(calls[at], call)
        return found

    def _is_wrong(self, one: HelperCall) -> bool:
        case = self._case(one.call)
        if case is None or one.answer is None:
            return False
        return not self._oracle.is_right(case, one.answer) or one.answer.changed

    def _changed_only(self, case: Case, answer: Answer) -> bool:
        return answer.changed and self._oracle.is_right(case, answer)

    def _case(self, call: Call) -> Case | None:
        """Return the legal case that a call is, whatever depth a search has come to; None if it is none."""
        search = self._spec.module_spec.search
        takes_turn = self._spec.search_takes_turn and call.function == search
        takes_turn = takes_turn and bool(call.extra) and type(call.extra[0]) is int
        extra = (0, *call.extra[1:]) if takes_turn else call.extra
        plain = tuple(tuple(one) if isinstance(one, list) else one for one in extra)  # an action may be a list
        return _legal_cases(self._spec.cases, call.function).get((call.board, repr(plain)))

    def _got(self, answer: Answer) -> Said:
        if answer.end is not ChildEnd.RETURNED:
            return (reason("an_exception"),)
        got = value_said(answer.value, self._spelling)
        after: Value = answer.after
        if not answer.changed:
            return got
        board = cells_of_board(after, self._spelling)
        return (*got, reason("changes_board") if board is None else reason("changes_board_to", board=board))


@cache
def _legal_cases(table: CaseTable, function: str) -> Mapping[tuple[str, str], Case]:
    """Return the legal cases of `function` by board and further arguments."""
    legal = (case for case in table.of(function) if case.kind == LEGAL)
    return {(case.call.board, repr(case.call.extra)): case for case in legal}


def _callers(calls: Sequence[HelperCall]) -> Sequence[Sequence[int]]:
    """Return, for each call, the numbers of those in which it was made."""
    callers: list[list[int]] = [[] for _ in calls]
    for at, one in enumerate(calls):
        for inside in one.inside:
            callers[inside].append(at)
    return callers


def _reachable(links: Sequence[Sequence[int]], starts: Iterable[int]) -> set[int]:
    """Return all numbers that `links` lead to from `starts`."""
    found: set[int] = set()
    left = [*starts]
    while left:
        for at in links[left.pop()]:
            if at not in found:
                found.add(at)
                left.append(at)
    return found
