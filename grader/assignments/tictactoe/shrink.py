"""
Searches for the fewest calls that give a wrong answer from a fresh start, with hypothesis.

Imported only when an answer among mixed calls was wrong: importing hypothesis takes longer than all checks of a right
submission.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture.providers import HypothesisProvider

from grader.assignments.exhaustive.cases import Case, WrongAnswer
from grader.assignments.tictactoe.functions import invalid_action
from grader.assignments.tictactoe.mixed_calls import (
    EARLY_CASES,
    LARGEST_NUMBER,
    SMALL_NUMBERS,
    Examinations,
    mixable_cases,
    wrong_answers,
)
from grader.game.tree import table
from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student

T = TypeVar("T")
Sequences = st.SearchStrategy[list[Case]]

MAX_EXAMPLES = 15
SEED = 15
"""Fixed, and not derived by hypothesis from the text of the test function: a new name in it would change the search."""
MAX_TRIES, MAX_ENDED = 400, 5
"""
Sequences that are asked, and those of them that may be ended at a limit.

Public solutions need 40 at most, our fixtures 210.
"""
PREFIX_LENGTHS = (0, 1, 2, 4, 8, 16, 32)
"""Numbers of calls before a wrong answer that are tried; a longer command would not help a person."""

# Derandomized and without a database: the same file always gets the same mark, and nothing is written to disk.
SEARCH = settings(
    max_examples=MAX_EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
)


class WrongAnswerFound(Exception):
    """A sequence of calls whose last one is answered wrongly."""

    def __init__(self, wrong: WrongAnswer) -> None:
        """Keep the wrong answer."""
        super().__init__(str(wrong.case.call))
        self.wrong = wrong


def mixed_sequences(functions: Sequence[str]) -> Sequences:
    """Generate sequences of cases of `functions`, mixed."""
    steps = st.one_of([_items(mixable_cases(name)) for name in functions])
    return st.lists(st.lists(steps, max_size=8), max_size=8).map(_flat)


def invalid_sequences(kinds: Collection[str]) -> Sequences:
    """Generate sequences of cases in which `result` must refuse an action, of `kinds` only."""
    boards = _items([position.board for position in table().open])
    numbers = st.integers(SMALL_NUMBERS[0], SMALL_NUMBERS[-1]) | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)

    def of_these_kinds(board: str, action: tuple[int, int]) -> Case | None:
        case = invalid_action(board, action)
        return case if case is not None and case.kind in kinds else None

    cases = st.builds(of_these_kinds, boards, st.tuples(numbers, numbers))
    return st.lists(st.lists(cases, max_size=8), max_size=8).map(_flat)


def _flat(parts: list[list[Case]] | list[list[Case | None]]) -> list[Case]:
    # Lists of lists: a single list that hypothesis makes rarely has more than a few items.
    return [case for part in parts for case in part if case is not None]


def _items(items: Sequence[T]) -> st.SearchStrategy[T]:
    # By index: `sampled_from` would hash every item of these long lists.
    return (st.integers(0, min(EARLY_CASES, len(items)) - 1) | st.integers(0, len(items) - 1)).map(items.__getitem__)


class Tries:
    """Asks a student sequences of calls, as long as there were not too many or too many that had to be ended."""

    def __init__(self, student: Student) -> None:
        """Ask `student`."""
        self._student = student
        self._made = self._ended = 0

    def ask(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """Return the answers to `calls` in one fresh process; "not asked" if there were too many tries."""
        if not calls or self._made >= MAX_TRIES or self._ended >= MAX_ENDED:
            return [Answer(end=ChildEnd.NOT_ASKED)] * len(calls)
        answers = self._student.sequence(calls)
        self._made += 1
        self._ended += any(answer.end in (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT) for answer in answers)
        return answers


def shrink_calls(tries: Tries, examinations: Examinations, sequences: Sequences) -> WrongAnswer | None:
    """Return the wrong answer at the end of the smallest of `sequences`; None if all that were tried are right."""
    last: list[WrongAnswer] = []

    @seed(SEED)
    @SEARCH
    @given(sequences)
    def every_answer_is_right(cases: list[Case]) -> None:
        answers = tries.ask([case.call for case in cases])
        wrong = next(wrong_answers(examinations, cases, answers), None)
        if wrong is not None:
            last[:] = [wrong]
            raise WrongAnswerFound(wrong)

    try:
        with _without_found_constants():
            every_answer_is_right()
    except WrongAnswerFound as found:
        return found.wrong
    except Flaky:  # other answers from run to run, or no more tries: what was seen last is still wrong
        return last[0]
    return None


def shrink_prefix(tries: Tries, examinations: Examinations, seen: WrongAnswer) -> WrongAnswer:
    """Return `seen` with the fewest calls just before it that show it again; with none if not even 32 show it."""
    before = seen.calls_before or ()
    for count in (count for count in PREFIX_LENGTHS if count <= len(before)):
        found = _wrong_after(tries, examinations, seen.case, before[len(before) - count :])
        if found is not None:
            break
    else:
        return replace(seen, case=replace(seen.case, index=None), calls_before=None)
    for call in found.calls_before or ():
        without = tuple(each for each in found.calls_before or () if each is not call)
        found = _wrong_after(tries, examinations, seen.case, without) or found
    return found


def _wrong_after(tries: Tries, examinations: Examinations, case: Case, before: tuple[Call, ...]) -> WrongAnswer | None:
    """Return the answer to `case` after the calls `before` from a fresh start if it is wrong, else None."""
    answer = tries.ask((*before, case.call))[-1]
    wrong = next(wrong_answers(examinations, [case], [answer]), None)
    return wrong and replace(wrong, calls_before=before)


def _without_found_constants() -> AbstractContextManager[object]:
    """
    Keep hypothesis from using literals that it finds in the modules that are loaded.

    Otherwise, what it tries would depend on what else is loaded, and it would store on disk what it found.
    """
    return patch.object(HypothesisProvider, "_maybe_draw_constant", lambda *_args, **_options: None, create=True)
