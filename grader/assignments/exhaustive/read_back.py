"""
Reads boards back after a call, through another function of the student's, to see whether the call changed them.

The inside claims whether a call changed its board or returned rows of it. A file that removes the claim gains nothing:
the call's own board object is given to a function that answers all its own calls rightly, and the grader judges outside
whether the answer fits the board as it was sent. Separate probes make these pairs of calls, so no other answer depends
on them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from grader.assignments.exhaustive.cases import LEGAL, Case, CaseTable, ReadBack, WrongAnswer, every_board
from grader.assignments.exhaustive.examination import Examination
from grader.model.answer import Answer, CallBatch, Pairing, spread
from grader.model.verdict import CAME_BACK
from grader.sandbox.student import Student

Examinations = Mapping[str, Examination]
Suspects = Mapping[str, Mapping[Pairing, str]]
"""By function: its checks that would pass by claims alone, by the pairs of calls that could refute the claims."""

BOARDS = 300
"""Calls of each function, evenly spread, whose boards are read back: all pairs take some 0.1 s."""
SEARCH_BOARDS = 30
"""The same for a search, which takes longer."""
FEW_FREE = 3
"""A search is called on boards with at most this many free cells, where it is short."""


class Pair(Struct, frozen=True, eq=False):
    """A call, and the call that reads its board back."""

    at: int
    """Index of the case among those of its function."""
    case: Case
    reader: Case

    @property
    def function(self) -> str:
        """The function whose board is read back."""
        return self.case.call.function


class PairList(NamedTuple):
    """Pairs in the order in which they are made."""

    pairs: tuple[Pair, ...]
    calls: CallBatch
    """Both calls of each pair: one object, so that it is encoded once."""


def _listed(pairs: Iterable[Pair]) -> PairList:
    listed = tuple(pairs)
    return PairList(listed, CallBatch.of(case.call for pair in listed for case in (pair.case, pair.reader)))


def read_boards_back(student: Student, examinations: Examinations) -> None:
    """Read boards back for every check that would pass by claims alone; HarnessFault if the sandbox fails."""
    if student.failure is not None:
        return
    spec = next(iter(examinations.values())).spec
    suspects = {name: checks for name, one in examinations.items() if (checks := _checks_to_refute(one))}
    readers = tuple(name for name in spec.readers if examinations[name].is_complete and examinations[name].all_right)
    if not suspects:
        return
    if not readers:
        student.note(
            "no function of the file answers all its calls rightly, so only the file's own process tells whether the"
            f" boards given to {', '.join(suspects)} stay as they were"
        )
        return
    searches = frozenset(name for name in suspects if student.module_spec.function(name).slow)
    pairs = pairs_of(spec.cases, tuple(suspects), searches, readers, spec.readers[0])
    _ReadingBack(student, examinations, suspects).make(pairs)


def _checks_to_refute(examination: Examination) -> dict[Pairing, str]:
    """Return the checks of one function that rest on claims, if all claims are good."""
    found: dict[Pairing, str] = {}
    for check in examination.spec.board_checks(examination.function):
        if check.refuted_by is not Pairing.NONE and check.answer_ok is not None and examination.mostly_right:
            answers = examination.distinct_in_both_orders.values()
            if all(check.answer_ok(examination.oracle, answer) for answer in answers):
                found[check.refuted_by] = check.id
    return found


class _ReadingBack:
    def __init__(self, student: Student, examinations: Examinations, suspects: Suspects) -> None:
        self._student, self._examinations, self._suspects = student, examinations, suspects

    def make(self, pairs: PairList) -> None:
        """
        Make the pairs of calls with right answers, first with the boards that calls returned overwritten.

        If every reader is right even then, no call changed its board or returned rows of it: this is enough.
        """
        if not all(map(self._is_about_right_answer, pairs.pairs)):
            pairs = _listed(filter(self._is_about_right_answer, pairs.pairs))
        by_function: dict[str, list[Pair]] = {}
        wrong: dict[str, None] = {}
        for pair, answer in self._read(pairs, Pairing.OVERWRITTEN).items():
            by_function.setdefault(pair.function, []).append(pair)
            if not self._is_right(pair, answer):
                wrong[pair.function] = None
        for function in wrong:
            self._refute(function, _listed(by_function[function]))

    def _refute(self, function: str, pairs: PairList) -> None:
        """
        Find out which claims about `function` are wrong.

        `function` changed a board if the reader is wrong about that board, and right about a board of its own. It
        returned rows of its board if overwriting its answer changes what the reader says of that board, but not of a
        board of its own: a reader that keeps returned boards would be wrong there, too.
        """
        same = self._read(pairs, Pairing.SAME_BOARD)
        checks = self._suspects[function]
        if Pairing.SAME_BOARD in checks:
            changed = [pair for pair, answer in same.items() if not self._is_right(pair, answer)]
            self._keep(checks[Pairing.SAME_BOARD], pairs, changed, control=Pairing.NONE)
        if Pairing.OVERWRITTEN in checks:
            overwritten = self._read(pairs, Pairing.OVERWRITTEN)
            differs = [pair for pair, answer in overwritten.items() if pair in same and _differ(answer, same[pair])]
            self._keep(checks[Pairing.OVERWRITTEN], pairs, differs, control=Pairing.APART)

    def _keep(self, check: str, pairs: PairList, suspected: Sequence[Pair], *, control: Pairing) -> None:
        """Keep the `suspected` pairs as evidence against `check` if their readers are right in the `control`."""
        read = self._read(pairs, control) if suspected else {}
        wrong = {pair.at: pair for pair in suspected if self._is_right(pair, read.get(pair))}
        if wrong:
            examination = self._examinations[pairs.pairs[0].function]
            answers = [
                WrongAnswer(case=pair.case, answer=examination.answers[at], witness=pair.reader.call)
                for at, pair in sorted(wrong.items())
            ]
            examination.read_back[check] = ReadBack(wrong=answers, asked=len({pair.at for pair in pairs.pairs}))

    def _read(self, pairs: PairList, pairing: Pairing) -> dict[Pair, Answer]:
        """Return the readers' answers; a function is not called again after one of its pairs ended the probe."""
        read: dict[Pair, Answer] = {}
        while pairs.pairs:
            run = self._student.pairs(pairs.calls, pairing)
            answers = run.outcomes
            called = zip(pairs.pairs, answers[::2], answers[1::2], strict=False)
            judged = ((pair, second) for pair, first, second in called if first.end in CAME_BACK)
            read.update((pair, second) for pair, second in judged if second.refused is None)
            if run.end is None:
                break
            made = len(run.answers) // 2
            ended = pairs.pairs[made].function
            pairs = _listed(pair for pair in pairs.pairs[made:] if pair.function != ended)
        return read

    def _is_about_right_answer(self, pair: Pair) -> bool:
        return self._examinations[pair.function].is_right_in_both_orders[pair.at]

    def _is_right(self, pair: Pair, answer: Answer | None) -> bool:
        case = pair.reader
        return answer is not None and self._examinations[case.call.function].oracle.is_right(case, answer)


def _differ(answer: Answer, other: Answer) -> bool:
    return answer.end is not other.end or answer.value != other.value


@cache
def pairs_of(
    cases: CaseTable, functions: tuple[str, ...], searches: frozenset[str], readers: tuple[str, ...], whole: str
) -> PairList:
    """
    Return pairs for all `functions`, taken in turns, few and short ones for `searches`; the same for every submission.

    If `whole` is among the `readers` and has a case, it reads alone, since its answer tells the whole board. Elsewhere
    all other readers read the board back, each in a pair of its own.
    """
    lists = []
    for function in functions:
        own = cases.of(function)
        indices = cases.indices(function, LEGAL, every_board)
        if function in searches:
            indices = [at for at in indices if len(own.positions[at].moves) <= FEW_FREE]
        most = SEARCH_BOARDS if function in searches else BOARDS
        lists.append(
            [
                Pair(at, own[at], reader)
                for at in spread(indices, most)
                for reader in _read_by(cases, own.positions[at].board, readers, whole)
            ]
        )
    in_turns = itertools.zip_longest(*lists)
    return _listed(pair for turn in in_turns for pair in turn if pair is not None)


def _read_by(cases: CaseTable, board: str, readers: Sequence[str], whole: str) -> list[Case]:
    alone = _last_legal_case(cases, whole).get(board) if whole in readers else None
    if alone is not None:
        return [cases.of(whole)[alone]]
    found = {name: at for name in readers if (at := _last_legal_case(cases, name).get(board)) is not None}
    return [cases.of(name)[at] for name, at in found.items()]


@cache
def _last_legal_case(cases: CaseTable, function: str) -> Mapping[str, int]:
    boards, legal = cases.of(function).calls.boards, cases.indices(function, LEGAL, every_board)
    return dict(zip(map(boards.__getitem__, legal), legal, strict=True))
