"""
Hidden state and odd actions, searched for with hypothesis. These own no points.

A wrong answer found here counts in the check that owns it, so they run before the checks that do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture.providers import HypothesisProvider

from grader.assignments.tictactoe.examination import examine
from grader.assignments.tictactoe.finding import Wrong
from grader.assignments.tictactoe.truth import NEGATIVE, OCCUPIED, OUT_OF_RANGE, Question, asked_of, odd_action
from grader.game.tree import table
from grader.model.verdict import ChildEnd

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from grader.sandbox.student import Student

T = TypeVar("T")

EXAMPLES = 15
EARLY = 10
FEW_FREE = 4
"""`minimax` takes part on boards with at most so many free cells, where every search is short."""

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


def test_answers_do_not_depend_on_earlier_calls(student: Student) -> None:
    """Functions that are right on their own stay right when their calls are mixed."""
    if student.failure is not None:
        return
    functions = [shape.name for shape in student.surface.functions if student.has(shape.name)]
    sound = [name for name in functions if examine(student, name).sound]
    if not sound:
        return
    steps = st.one_of([_picked(_pool(student, name)) for name in sound])
    _search(student, st.lists(st.lists(steps, max_size=8), max_size=8).map(_flat))


def test_result_refuses_odd_actions(student: Student) -> None:
    """Any two ints that are no empty cell are refused, on any open board."""
    if student.failure is not None or not student.has("result") or not examine(student, "result").works:
        return
    examination = examine(student, "result")
    shown = {question.kind for question, right in zip(examination.asked, examination.right, strict=True) if not right}
    if shown >= {OCCUPIED, OUT_OF_RANGE, NEGATIVE}:
        return
    boards = _picked([position.board for position in table().open])
    numbers = st.integers(-4, 6) | st.integers(-(2**40), 2**40)

    def still_in_doubt(board: str, action: tuple[int, int]) -> Question | None:
        question = odd_action(board, action)
        return question if question is not None and question.kind not in shown else None

    odd = st.builds(still_in_doubt, boards, st.tuples(numbers, numbers))
    _search(student, st.lists(st.lists(odd, max_size=8), max_size=8).map(_flat))


def _flat(parts: list[list[Question]] | list[list[Question | None]]) -> list[Question]:
    # Lists of lists: hypothesis makes a single list a handful of items long, whatever it may hold.
    return [question for part in parts for question in part if question is not None]


def _picked(pool: Sequence[T]) -> st.SearchStrategy[T]:
    # By index: `sampled_from` would hash every element of these large pools. The first boards are the likely ones: a
    # game that starts again is where state left behind shows.
    return (st.integers(0, min(EARLY, len(pool)) - 1) | st.integers(0, len(pool) - 1)).map(pool.__getitem__)


def _pool(student: Student, function: str) -> Sequence[Question]:
    asked = asked_of(function)
    if not student.surface.function(function).slow:
        return asked
    return [question for question in asked if question.call.board.count(".") <= FEW_FREE]


def _search(student: Student, sequences: st.SearchStrategy[list[Question]]) -> None:
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
        wrong = found.wrong
    except Flaky:  # it answers the same calls differently from run to run: what was seen was wrong all the same
        wrong = last[0]
    else:
        return
    examine(student, wrong.question.call.function).evidence.append(wrong)


def _no_found_constants() -> AbstractContextManager[object]:
    """
    Keep hypothesis from mixing in literals of the modules that happen to be loaded.

    What it tries would depend on who asks (one file, a class, a test), and it would keep what it read on disk.
    """
    return patch.object(HypothesisProvider, "_maybe_draw_constant", lambda *_args, **_options: None, create=True)


def _first_wrong(student: Student, sequence: Sequence[Question]) -> Wrong | None:
    if not sequence:
        return None
    calls = [question.call for question in sequence]
    for at, answer in enumerate(student.sequence(calls)):
        question = sequence[at]
        if answer.end is ChildEnd.NOT_REACHED:
            return None
        if not examine(student, question.call.function).truth.right(question, answer):
            return Wrong(question=question, answer=answer, earlier=tuple(calls[:at]))
    return None
