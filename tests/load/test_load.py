"""A small part of `python -m tests.load`, small enough for the test suite."""

from __future__ import annotations

import pytest

from tests.batch.process_tree import HAS_PROC
from tests.fixture_folders import SLOW
from tests.load.run import run


@SLOW
@pytest.mark.skipif(not HAS_PROC, reason="only Linux tells descendants of a process and its memory")
def test_a_mixed_class_gets_its_marks_and_leaves_nothing() -> None:
    """Verdicts as expected; memory flat; no process, no file, no connection; no more time than the budgets allow."""
    outcome = run(14, 4, quick=True)

    assert () == outcome.failures
    assert 14 == outcome.count
