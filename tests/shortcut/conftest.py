"""What the tests of the shortcut share: a launcher, students of the console, and each source's claim, asked once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.shortcut.claim import ShortcutClaim
from grader.sandbox.student import Student
from tests.sandbox.console import MakeConsole, console_student
from tests.shortcut.comparison import claim_of

PYTHONS_LIMIT = 1000
"""Frames: what a fresh interpreter allows. hypothesis may have changed it in this process."""


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """Let recursion go as deep as in the sandbox, and leave this process as it was."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(PYTHONS_LIMIT)
    yield
    sys.setrecursionlimit(limit)


@pytest.fixture(scope="session")
def zygote() -> Iterator[Launcher]:
    """Return a launcher whose probes are warm."""
    one = launcher()
    yield one
    one.close()


@pytest.fixture(scope="session")
def claim(default_rubric: Rubric, zygote: Launcher) -> Callable[[Submission], ShortcutClaim]:
    """Return a function that returns what the inside claims about a submission."""
    return cache(lambda submission: claim_of(submission, default_rubric, zygote))


@pytest.fixture
def console(zygote: Launcher) -> MakeConsole:
    """Make students of the console module."""

    def make(source: str | Sequence[str], *, helper: str = "", shortcut: bool = False, **limits: float) -> Student:
        return console_student(source, zygote, helper, limits, shortcut=shortcut)

    return make
