"""
Looks with hypothesis for the fewest calls that are answered wrongly from a fresh start.

Imported only where an answer among mixed calls was wrong: hypothesis costs more than all checks of a right submission.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture.providers import HypothesisProvider

from grader.assignments.exhaustive.cases import Question
from grader.assignments.exhaustive.explanation import Wrong
from grader.assignments.tictactoe.cases import odd_action
from grader.assignments.tictactoe.mixed_calls import EARLY, FAR, SMALL, all_wrong, pool
from grader.game.tree import table
from grader.sandbox.student import Student

T = TypeVar("T")
Sequences = st.SearchStrategy[list[Question]]

EXAMPLES = 15

# Derandomized and without a store: the same file always gets the same mark, and nothing is written anywhere.
SEARCH = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
)


class Found(Exception):
    """A sequence of calls whose last one is answered wrongly."""

    def __init__(self, wrong: Wrong) -> None:
        """Carry it."""
        super().__init__(str(wrong.question.call))
        self.wrong = wrong


def mixtures(functions: Sequence[str]) -> Sequences:
    """Generate calls of `functions`, mixed."""
    steps = st.one_of([_picked(pool(name)) for name in functions])
    return st.lists(st.lists(steps, max_size=8), max_size=8).map(_flat)


def odd_actions(kinds: Collection[str]) -> Sequences:
    """Generate calls of `result` that must be refused, of `kinds` alone."""
    boards = _picked([position.board for position in table().open])
    numbers = st.integers(SMALL[0], SMALL[-1]) | st.integers(-FAR, FAR)

    def still_in_doubt(board: str, action: tuple[int, int]) -> Question | None:
        question = odd_action(board, action)
        return question if question is not None and question.kind in kinds else None

    odd = st.builds(still_in_doubt, boards, st.tuples(numbers, numbers))
    return st.lists(st.lists(odd, max_size=8), max_size=8).map(_flat)


def _flat(parts: list[list[Question]] | list[list[Question | None]]) -> list[Question]:
    # Lists of lists: hypothesis makes a single list a handful of items long, whatever it may hold.
    return [question for part in parts for question in part if question is not None]


def _picked(pool: Sequence[T]) -> st.SearchStrategy[T]:
    # By index: `sampled_from` would hash every element of these large pools.
    return (st.integers(0, min(EARLY, len(pool)) - 1) | st.integers(0, len(pool) - 1)).map(pool.__getitem__)


def fewest(student: Student, sequences: Sequences) -> Wrong | None:
    """Return the wrong answer at the end of the smallest of `sequences`; None when every one tried is right."""
    last: list[Wrong] = []

    @SEARCH
    @given(sequences)
    def every_answer_is_right(sequence: list[Question]) -> None:
        wrong = _first_wrong(student, sequence)
        if wrong is not None:
            last[:] = [wrong]
            raise Found(wrong)

    try:
        with _no_found_constants():
            every_answer_is_right()
    except Found as found:
        return found.wrong
    except Flaky:  # it answers the same calls differently from run to run: what was seen was wrong all the same
        return last[0]
    return None


def _first_wrong(student: Student, sequence: Sequence[Question]) -> Wrong | None:
    if not sequence:
        return None
    return next(all_wrong(student, sequence, student.sequence([question.call for question in sequence])), None)


def _no_found_constants() -> AbstractContextManager[object]:
    """
    Keep hypothesis from mixing in literals of the modules that happen to be loaded.

    What it tries would depend on who asks (one file, a class, a test), and it would keep what it read on disk.
    """
    return patch.object(HypothesisProvider, "_maybe_draw_constant", lambda *_args, **_options: None, create=True)
