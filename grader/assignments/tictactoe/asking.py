"""
Asks one `tictactoe.py` everything, in one fixed order, before the first check looks at an answer.

The order decides what is asked when the submission's CPU budget runs out, and which hidden state a call meets. So the
order never depends on the checks that are run, or on their order.

A sweep of one function does not show everything: functions that are right on their own must stay right between calls of
others, and `result` must refuse any two integers that do not name an empty cell. One process makes these mixed calls;
they are the same for every submission whose functions are right on their own. If an answer is wrong, the fewest calls
are searched for that show it from a fresh start. Each try needs a new process, so the search begins with the few calls
that most mistakes need, and goes on with the calls that were made.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, cast

from msgspec.structs import replace

from grader.assignments.exhaustive.cases import LEGAL, Case, WrongAnswer
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.judge import Answers
from grader.assignments.exhaustive.read_back import read_boards_back
from grader.assignments.exhaustive.tree_play import play_tournaments, record_policy
from grader.assignments.tictactoe.checks import ASSIGNMENT
from grader.assignments.tictactoe.functions import CASES, NEGATIVE, OCCUPIED, OUT_OF_RANGE, invalid_action
from grader.game.board import FREE, O, X
from grader.game.tree import table
from grader.model.answer import Answer, Call, CallBatch
from grader.model.progress import Work
from grader.model.verdict import NOT_MADE, ChildEnd
from grader.sandbox.student import Student

Examinations = Mapping[str, Examination]

SEED = 958
LEGAL_COUNT = 600
"""Number of calls of functions that are right on their own."""
EARLY_CASES = 10
"""Half of these calls are among a function's first `EARLY_CASES`: state left behind shows when a new game begins."""
FEW_FREE = 4
"""`minimax` takes part on boards with at most this many free cells, on which every search is short."""
SMALL_NUMBERS = range(-4, 7)
"""Rows and columns of invalid actions: every pair is tried, on two boards each."""
LARGE_COUNT = 40
"""Number of further invalid actions, with a row or column between `-LARGEST_NUMBER` and `LARGEST_NUMBER`."""
LARGEST_NUMBER = 2**40
MOST_BEFORE = (1, 2, 4, 8, 16, 32)
"""Numbers of calls before a wrong answer that are tried; a longer command would not help a person."""
MAX_TRIES, MAX_ENDED = 400, 5
"""The most sequences that are asked in search of the fewest calls, and the most of them that may reach a limit."""


def ask_mixed_calls(student: Student, examinations: Examinations) -> None:
    """Make the mixed calls; add wrong answers to `found_in_mixed_calls` of the function that gave them."""
    functions = tuple(name for name, examination in examinations.items() if examination.all_right)
    kinds = _refused_so_far(examinations["result"])
    cases, calls = mixed_calls(functions, kinds)
    if not cases:
        return
    student.progress.begin(Work.MIXED_CALLS, of=len(calls), noun="calls")
    wrong = list(_wrong_answers(examinations, cases, student.sweep(calls).answers))
    legal = [each for each in wrong if each.case.kind == LEGAL]
    invalid = [each for each in wrong if each.case.kind != LEGAL]
    for seen, mixed in ((legal, functions), (invalid, ())):
        if seen:
            found = fewest_calls(Tries(student, examinations, kinds), cases, seen, mixed)
            examinations[found.case.call.function].found_in_mixed_calls.append(found)


def _refused_so_far(result: Examination) -> frozenset[str]:
    """Return the kinds of invalid actions that `result` refused in all its own cases."""
    if not result.mostly_right:
        return frozenset()
    accepted = {kind for kind, right in zip(result.cases.kinds, result.is_right, strict=True) if not right}
    return frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE} - accepted)


@cache
def mixed_calls(functions: tuple[str, ...], kinds: frozenset[str]) -> tuple[Sequence[Case], CallBatch]:
    """Return cases of several functions in the order in which they are asked, and their calls."""
    picks = random.Random(SEED)  # noqa: S311 - an order, not a secret
    mixed = [_pick_case(picks, mixable_cases(picks.choice(functions))) for _ in range(LEGAL_COUNT if functions else 0)]
    mixed += [case for case in _invalid_actions(picks) if case.kind in kinds]
    picks.shuffle(mixed)
    # The first call of a sweep decides whether each call is timed alone, as `minimax` is: begin with another function.
    first = next((index for index, case in enumerate(mixed) if case.call.function != "minimax"), 0)
    cases = (*mixed[first:], *mixed[:first])
    return cases, CallBatch.of(case.call for case in cases)


@cache
def mixable_cases(function: str) -> Sequence[Case]:
    """Return the cases of `function` that may be asked between calls of others."""
    cases = CASES.of(function)
    if function != "minimax":
        return cases
    return [cases[index] for index, position in enumerate(cases.positions) if position.board.count(".") <= FEW_FREE]


class ShownMistake(NamedTuple):
    """Cases from a fresh start; only the last one has a wrong answer."""

    cases: Sequence[Case]
    wrong: WrongAnswer


class Tries:
    """Asks a student sequences of calls, within limits for all sequences and for those that reach a limit."""

    def __init__(self, student: Student, examinations: Examinations, kinds: Collection[str]) -> None:
        """Ask `student`, whose answers are judged as in `examinations`, invalid actions only of `kinds`."""
        self._student, self._examinations, self._kinds = student, examinations, kinds
        self._known: dict[tuple[Call, ...], ShownMistake | None] = {}
        self._ended = 0

    def show(self, cases: Sequence[Case]) -> ShownMistake | None:
        """Return `cases` up to the first wrong answer in a fresh process; None if there is none, or no more tries."""
        calls = tuple(case.call for case in cases)
        if calls and calls not in self._known:
            if len(self._known) >= MAX_TRIES or self._ended >= MAX_ENDED:
                return None
            answers = self._student.sequence(calls)
            self._ended += any(answer.end in (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT) for answer in answers)
            wrong = next(_wrong_answers(self._examinations, cases, answers), None)
            shown = None if wrong is None else ShownMistake(cases[: len(wrong.calls_before or ()) + 1], wrong)
            self._known[calls] = shown
        return self._known.get(calls)

    def first_shown(self, sequences: Iterable[Sequence[Case]]) -> ShownMistake | None:
        """Return the mistake that the first of `sequences` with a wrong answer shows."""
        return next(filter(None, map(self.show, sequences)), None)

    def simplified(self, found: ShownMistake) -> ShownMistake:
        """Return `found` without needless calls, and with simpler calls if they show the mistake, too."""
        at = 0
        while at < len(found.cases):
            before, case, after = found.cases[:at], found.cases[at], found.cases[at + 1 :]
            simpler = [*before, *after], *([*before, one, *after] for one in _simpler_cases(case, self._kinds))
            shown = self.first_shown(simpler)
            found, at = (found, at + 1) if shown is None else (shown, at)
        return found


def fewest_calls(
    tries: Tries, cases: Sequence[Case], seen: Sequence[WrongAnswer], functions: Sequence[str]
) -> WrongAnswer:
    """
    Return a wrong answer after as few and as simple calls as can be found, first by two of `functions`.

    If no sequence shows a mistake again, it is the first of those `seen` among `cases`, without the calls before it.
    """
    found = tries.first_shown(_candidates(cases, seen, functions))
    if found is None:
        return replace(seen[0], case=replace(seen[0].case, index=None), calls_before=None)
    return tries.simplified(found).wrong


def _candidates(
    cases: Sequence[Case], seen: Sequence[WrongAnswer], functions: Sequence[str]
) -> Iterator[Sequence[Case]]:
    """
    Yield sequences that may show the mistake: one call, two of different functions, then more and more made calls.

    The pairs come in the order of the sheet: which function loses points must not depend on the order of `cases`.
    """
    first = {each.case.call.function: len(each.calls_before or ()) for each in reversed(seen)}
    places = sorted(first.values())
    yield from (cases[at : at + 1] for at in places)
    yield from ([mixable_cases(one)[0], mixable_cases(other)[0]] for one, other in product(functions, repeat=2))
    yield from (cases[max(0, at - count) : at + 1] for count, at in product(MOST_BEFORE, places))


def _simpler_cases(case: Case, kinds: Collection[str]) -> Iterator[Case]:
    """
    Yield cases that may replace `case`, the simplest first.

    These are early cases of its function, the first for each number of marks, and the first with the same right answer;
    for an invalid action early boards, and numbers nearer to 0 if the action is then of `kinds`.
    """
    board, index = case.call.board, case.index
    if index is not None:
        cases = mixable_cases(case.call.function)
        alike = set(next(members for members in CASES.equivalence_classes(case.call.function) if index in members))
        first_alike = next(one for one in cases if one.index in alike)
        likely = [*cases[:EARLY_CASES], *_first_by_marks(case.call.function), first_alike]
        by_index = {one.index: one for one in likely if one.index is not None}
        yield from (by_index[one] for one in sorted(by_index) if one < index)
        return
    row, column = cast("tuple[int, int]", case.call.extra[0])
    boards = [position.board for position in table().open[:EARLY_CASES]]
    earlier = boards[: boards.index(board)] if board in boards else boards
    simpler = [invalid_action(one, (row, column)) for one in earlier]
    simpler += [invalid_action(board, (number, column)) for number in _nearer(row)]
    simpler += [invalid_action(board, (row, number)) for number in _nearer(column)]
    yield from (one for one in simpler if one is not None and one.kind in kinds)


@cache
def _first_by_marks(function: str) -> Sequence[Case]:
    return [*{case.call.board.count(FREE): case for case in reversed(mixable_cases(function))}.values()]


def _nearer(number: int) -> Iterator[int]:
    yield from (one for one in sorted(SMALL_NUMBERS, key=abs) if abs(one) < abs(number))
    if abs(number) > SMALL_NUMBERS[-1]:
        yield int(number / 2)


def _wrong_answers(
    examinations: Examinations, cases: Sequence[Case], answers: Sequence[Answer]
) -> Iterator[WrongAnswer]:
    """Yield the wrong ones among `answers` of one process, with all calls before each; calls not made are not wrong."""
    for index, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        if answer.end in NOT_MADE or answer.refused is not None:
            continue
        if not examinations[case.call.function].oracle.is_right(case, answer):
            yield WrongAnswer(case=case, answer=answer, calls_before=tuple(each.call for each in cases[:index]))


def _pick_case(picks: random.Random, cases: Sequence[Case]) -> Case:
    return cases[picks.randrange(min(EARLY_CASES, len(cases)) if picks.random() < 0.5 else len(cases))]  # noqa: PLR2004 - half


def _invalid_actions(picks: random.Random) -> list[Case]:
    boards = [position.board for position in table().open]
    actions = [(row, column) for row in SMALL_NUMBERS for column in SMALL_NUMBERS] * 2
    for _ in range(LARGE_COUNT):
        pair = (
            picks.randint(-LARGEST_NUMBER, LARGEST_NUMBER),
            picks.choice([*SMALL_NUMBERS, LARGEST_NUMBER, -LARGEST_NUMBER]),
        )
        actions.append(pair if picks.random() < 0.5 else pair[::-1])  # noqa: PLR2004 - either is the row
    cases = [invalid_action(picks.choice(boards), action) for action in actions]
    return [case for case in cases if case is not None]


def ask(student: Student) -> Answers:
    """
    Make all calls: each function's cases, calls of all functions mixed, and the games of `minimax` as X and as O.

    HarnessFault if the sandbox fails. If the file cannot be imported, none of its functions is called.
    """
    student.import_module()
    functions = [function.name for function in student.module_spec.functions]
    examinations = {name: Examination(ASSIGNMENT, student, name) for name in functions}
    if student.failure is None:
        ask_mixed_calls(student, examinations)
    minimax = examinations["minimax"]
    tournaments = play_tournaments(minimax, (X, O))
    for tournament in tournaments.values():
        if not tournament.is_out_of_time:
            minimax.add_played(tournament.answers)
    record_policy(minimax)
    read_boards_back(student, examinations)
    return Answers(student=student, examinations=examinations, tournaments=tournaments)
