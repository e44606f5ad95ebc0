"""
Asks what a sweep of one function cannot show: calls of all functions mixed, and many more invalid actions.

Functions that are right on their own must stay right between calls of the others, and `result` must refuse any two
integers that do not name an empty cell. All calls are made in one process, and they are the same for every submission
whose functions are right on their own. Only if an answer is wrong, the fewest calls that show it are searched for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from grader.assignments.exhaustive.cases import LEGAL, Case, WrongAnswer
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.tictactoe.functions import CASES, NEGATIVE, OCCUPIED, OUT_OF_RANGE, invalid_action
from grader.game.tree import table
from grader.model.answer import Answer
from grader.model.call_batch import CallBatch
from grader.model.progress import Work
from grader.model.verdict import NOT_MADE
from grader.sandbox.student import Student

Examinations = Mapping[str, Examination]
"""By function."""

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


class MixedCalls(NamedTuple):
    """Calls of several functions in the order in which they are made."""

    cases: tuple[Case, ...]
    calls: CallBatch
    """The calls of `cases`."""


def ask_mixed_calls(student: Student, examinations: Examinations) -> None:
    """Make the mixed calls; add what is wrong to `found_in_mixed_calls` of the function that answered wrongly."""
    functions = tuple(name for name, examination in examinations.items() if examination.all_right)
    kinds = _refused_so_far(examinations["result"])
    cases, calls = mixed_calls(functions, kinds)
    if not cases:
        return
    student.progress.begin(Work.MIXED_CALLS, of=len(calls), noun="calls")
    wrong = list(wrong_answers(examinations, cases, student.sweep(calls).answers))
    if not wrong:
        return
    # Late: hypothesis takes longer to import than all checks of a right submission take.
    from grader.assignments.tictactoe.shrink import (
        Tries,
        invalid_sequences,
        mixed_sequences,
        shrink_calls,
        shrink_prefix,
    )

    legal = [each for each in wrong if each.case.kind == LEGAL]
    invalid = [each for each in wrong if each.case.kind != LEGAL]
    for seen, sequences in ((legal, mixed_sequences(functions)), (invalid, invalid_sequences(kinds))):
        if seen:
            tries = Tries(student)
            found = shrink_calls(tries, examinations, sequences) or shrink_prefix(tries, examinations, seen[0])
            examinations[found.case.call.function].found_in_mixed_calls.append(found)


def _refused_so_far(result: Examination) -> frozenset[str]:
    """Return the kinds of invalid actions that `result` refused in all its own cases."""
    if not result.mostly_right:
        return frozenset()
    accepted = {kind for kind, right in zip(result.cases.kinds, result.is_right, strict=True) if not right}
    return frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE} - accepted)


@cache
def mixed_calls(functions: tuple[str, ...], kinds: frozenset[str]) -> MixedCalls:
    """Return cases of `functions` and invalid actions of `kinds`, mixed."""
    picks = random.Random(SEED)  # noqa: S311 - an order, not a secret
    mixed = [_pick_case(picks, mixable_cases(picks.choice(functions))) for _ in range(LEGAL_COUNT if functions else 0)]
    mixed += [case for case in _invalid_actions(picks) if case.kind in kinds]
    picks.shuffle(mixed)
    # The first call of a sweep decides whether each call is timed alone, as calls of `minimax` are: begin with another.
    first = next((index for index, case in enumerate(mixed) if case.call.function != "minimax"), 0)
    cases = (*mixed[first:], *mixed[:first])
    calls = [case.call for case in cases]
    batch = CallBatch([call.function for call in calls], [call.board for call in calls], [call.extra for call in calls])
    return MixedCalls(cases, batch)


@cache
def mixable_cases(function: str) -> Sequence[Case]:
    """Return the cases of `function` that may be asked between calls of others."""
    cases = CASES.of(function)
    if function != "minimax":
        return cases
    return [cases[index] for index, position in enumerate(cases.positions) if position.board.count(".") <= FEW_FREE]


def wrong_answers(
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
