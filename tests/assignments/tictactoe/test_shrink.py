"""The search for the fewest calls."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import strategies as st

from grader.assignments.tictactoe.functions import CASES
from grader.assignments.tictactoe.shrink import MAX_ENDED, MAX_TRIES, Tries, shrink_calls
from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd


class Listening:
    """A student who answers nothing and remembers what was asked."""

    def __init__(self, end: ChildEnd = ChildEnd.NOT_REACHED) -> None:
        """Remember nothing yet; every call ends as `end`."""
        self._end = end
        self.heard: list[Sequence[Call]] = []

    def sequence(self, asked: Sequence[Call]) -> list[Answer]:
        """Remember."""
        self.heard.append(asked)
        return [Answer(end=self._end)] * len(asked)


def test_the_search_is_the_same_wherever_it_runs() -> None:
    """What is tried depends on no other module that happens to be loaded, and nothing is kept on disk."""
    sequences = st.lists(st.integers(0, 4_519).map(CASES.of("player").__getitem__))
    kept = Path(".hypothesis")
    first, second = Listening(), Listening()
    stranger = ModuleType("a_module_full_of_numbers")
    stranger.__file__ = __file__
    before = kept.exists()

    shrink_calls(Tries(first), {}, sequences)  # type: ignore[arg-type] # what it asks is the claim
    sys.modules[stranger.__name__] = stranger
    try:
        shrink_calls(Tries(second), {}, sequences)  # type: ignore[arg-type]
    finally:
        del sys.modules[stranger.__name__]

    assert len(first.heard) > 5
    assert first.heard == second.heard
    assert kept.exists() == before


@pytest.mark.parametrize(("end", "tries"), [(ChildEnd.WALL_LIMIT, MAX_ENDED), (ChildEnd.GARBLED, MAX_TRIES)])
def test_a_student_who_stalls_is_asked_a_few_times_only(end: ChildEnd, tries: int) -> None:
    """What was seen last stays wrong; no further process is started for a shorter command."""
    student = Listening(end)
    asking = Tries(student)  # type: ignore[arg-type]
    call = Call(function="player", board="." * 9)

    ends = [asking.ask([call])[0].end for _ in range(MAX_TRIES + 5)]

    assert len(student.heard) == tries
    assert ends == [end] * tries + [ChildEnd.NOT_ASKED] * (len(ends) - tries)


def test_a_wrong_answer_that_can_be_asked_no_more_is_still_found() -> None:
    """The search ends with the last one that was wrong, as if each other sequence were right."""
    examinations = {"player": SimpleNamespace(oracle=SimpleNamespace(is_right=lambda _case, _answer: False))}
    sequences = st.lists(st.integers(0, 4_519).map(CASES.of("player").__getitem__))

    found = shrink_calls(Tries(Listening(ChildEnd.CPU_LIMIT)), examinations, sequences)  # type: ignore[arg-type]

    assert found is not None
    assert found.answer.end is ChildEnd.CPU_LIMIT
