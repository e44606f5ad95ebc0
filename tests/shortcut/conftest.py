"""What the tests of the shortcut share: a launcher, and what the inside claims about each source, asked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.memoized.claim import ShortcutClaim
from tests.shortcut.comparison import claim_of


@pytest.fixture(scope="session")
def started() -> Iterator[Launcher]:
    """Return a launcher whose probes are warm."""
    one = launcher()
    yield one
    one.close()


@pytest.fixture(scope="session")
def claim(default_rubric: Rubric, started: Launcher) -> Callable[[Submission], ShortcutClaim]:
    """Return a function that tells what the inside claims about a submission."""
    return cache(lambda submission: claim_of(submission, default_rubric, started))
