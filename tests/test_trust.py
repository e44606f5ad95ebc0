"""The table of what a forger could win covers every check, and the sum is nothing."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from grader.assignments import ASSIGNMENTS
from grader.model.file_rules import FILE_CHECKS
from tests.fixture_folders import ROOT

ROW = re.compile(r"^\| (?P<checks>`\*\.[^|]*) \|(?P<rests_on>[^|]*)\| (?P<wins>\d+) \|$", re.MULTILINE)
CHECKS = [entry.id for one in ASSIGNMENTS.values() for entry in one.catalogue] + [entry.id for entry in FILE_CHECKS]


def rows() -> list[re.Match[str]]:
    """Return the rows of the table in `docs/trust.md`."""
    return list(ROW.finditer((ROOT / "docs" / "trust.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("check", CHECKS)
def test_the_table_says_once_what_a_check_rests_on_and_that_a_forger_wins_nothing(check: str) -> None:
    """A new check must say what it rests on before it may cost points."""
    found = [row for row in rows() if any(fnmatchcase(check, each) for each in re.findall(r"`([^`]+)`", row["checks"]))]

    assert ["0"] == [row["wins"] for row in found]
