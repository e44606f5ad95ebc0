"""What the tests of the shortcut share: a launcher, and each source's claim, asked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.shortcut.claim import ShortcutClaim
from tests.shortcut.comparison import claim_of
from tests.shortcut.in_process import recursion_of_a_fresh_interpreter


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """Let recursion go as deep as in the sandbox."""
    with recursion_of_a_fresh_interpreter():
        yield


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
