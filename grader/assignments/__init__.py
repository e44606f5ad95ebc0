"""One folder per assignment; its `checks.py` has the table of its checks."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping

from grader.assignments.exhaustive.checks import GradingSpec

IDS = ("tictactoe", "ai_game")


class _Assignments(Mapping[str, GradingSpec]):
    """The assignments by id; each is loaded when it is first needed, so that a check loads no other."""

    def __getitem__(self, name: str) -> GradingSpec:
        """Return the assignment called `name` (KeyError if there is none)."""
        if name not in IDS:
            raise KeyError(name)
        found: GradingSpec = importlib.import_module(f"{__name__}.{name}").ASSIGNMENT
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


ASSIGNMENTS: Mapping[str, GradingSpec] = _Assignments()
