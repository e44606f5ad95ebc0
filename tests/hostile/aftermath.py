"""The state after all attacks have been graded: results, reports, and everything that they touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grader.model.isolation import Level
from grader.model.result import Result
from tests.hostile.bait_paths import Bait
from tests.hostile.corpus import ATTACKS, needs_full
from tests.hostile.grading import Traces
from tests.render.rendering import render_terminal


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """The state after all attacks that this machine could try."""

    level: Level
    results: Mapping[str, Result]
    """By the attack's name."""
    next_results: Mapping[str, Result]
    """Of the ordinary submission graded next after each attack, by the attack's name."""
    baits: Mapping[str, Bait]
    visitors: list[str]
    """The sockets that somebody connected or sent something to."""
    traces: Traces
    reports: Path
    """A class's reports on all of them."""
    secret: str
    """A token in the environment of whoever grades."""

    def of(self, attack: str) -> Result:
        """Return the result of `attack`; skips the test if it cannot be tried here."""
        lacking = ATTACKS[attack].lacking(self.level)
        if lacking:
            pytest.skip(lacking)
        return self.results[attack]

    def needs_wall(self) -> None:
        """Skip a test of what only the kernel's layers prevent, if they are not complete."""
        if not self.level.reaches(Level.FULL):
            pytest.skip(needs_full(self.level))


def terminal_text(result: Result, width: int = 100) -> str:
    """Return a result as a terminal without colours shows it."""
    screen = StringIO()
    render_terminal(result, Console(file=screen, width=width))
    return screen.getvalue()
