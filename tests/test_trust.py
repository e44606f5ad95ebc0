"""The table of what a forger could win covers every check, and the sum is nothing."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from grader.assignments import ASSIGNMENTS
from grader.capabilities.hand_in.rules import FILE_CHECKS
from tests.fixture_folders import ROOT

ROW = re.compile(r"^\| (`\*\.[^|]*) \|[^|]*\| (\d+) \|$", re.MULTILINE)
CHECKS = [entry.id for one in ASSIGNMENTS.values() for entry in one.checks] + [entry.id for entry in FILE_CHECKS]


def test_every_check_is_in_one_row_of_the_table_and_a_forger_wins_nothing_there() -> None:
    """A new check must say what it rests on before it may cost points."""
    rows = ROW.findall((ROOT / "docs" / "trust.md").read_text(encoding="utf-8"))
    wins = {
        check: [won for names, won in rows if any(fnmatchcase(check, name) for name in re.findall(r"`([^`]+)`", names))]
        for check in CHECKS
    }

    assert set() == {check for check in CHECKS if wins[check] != ["0"]}
