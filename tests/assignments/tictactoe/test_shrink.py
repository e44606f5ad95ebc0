"""The search for the fewest calls."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from hypothesis import strategies as st

from grader.assignments.tictactoe.cases import CASES
from grader.assignments.tictactoe.shrink import shrink_calls
from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd


class Listening:
    """A student who answers nothing and remembers what was asked."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.heard: list[Sequence[Call]] = []

    def sequence(self, asked: Sequence[Call]) -> list[Answer]:
        """Remember."""
        self.heard.append(asked)
        return [Answer(end=ChildEnd.NOT_REACHED)] * len(asked)


def test_the_search_is_the_same_wherever_it_runs() -> None:
    """What is tried depends on no other module that happens to be loaded, and nothing is kept on disk."""
    sequences = st.lists(st.integers(0, 4_519).map(CASES.of("player").__getitem__))
    kept = Path(".hypothesis")
    first, second = Listening(), Listening()
    stranger = ModuleType("a_module_full_of_numbers")
    stranger.__file__ = __file__
    before = kept.exists()

    shrink_calls(first, {}, sequences)  # type: ignore[arg-type] # what it asks is the claim
    sys.modules[stranger.__name__] = stranger
    try:
        shrink_calls(second, {}, sequences)  # type: ignore[arg-type]
    finally:
        del sys.modules[stranger.__name__]

    assert len(first.heard) > 5
    assert first.heard == second.heard
    assert kept.exists() == before
