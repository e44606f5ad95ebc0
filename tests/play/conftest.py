"""A launcher for the tests of playing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.sandbox.launching.launcher import Launcher, launcher


@pytest.fixture(scope="session")
def processes() -> Iterator[Launcher]:
    """Return one launcher for all tests."""
    made = launcher()
    yield made
    made.close()
