"""The catalogue and the check modules name the same checks."""

from __future__ import annotations

import re
from pathlib import Path

from grader.assignments.tictactoe import ASSIGNMENT

CHECKS = Path(str(ASSIGNMENT.checks))


def marked_checks() -> list[str]:
    """Return the check of every criterion marker in the check modules."""
    return [
        check
        for module in sorted(CHECKS.glob("test_*.py"))
        for check in re.findall(r'@pytest\.mark\.criterion\("([^"]+)"\)\ndef test_', module.read_text(encoding="utf-8"))
    ]


def test_every_check_has_exactly_one_test_and_every_test_a_check() -> None:
    """The catalogue and the modules name the same checks, in the same order within a function, none twice."""
    catalogue = [entry.id for entry in ASSIGNMENT.catalogue]

    assert sorted(marked_checks()) == sorted(catalogue)
    assert len(set(catalogue)) == len(catalogue)


def test_every_check_stands_in_the_module_of_its_function() -> None:
    """test_player.py has the checks of player, and so on."""
    for module in CHECKS.glob("test_*.py"):
        found = re.findall(r'criterion\("([a-z]+)\.', module.read_text(encoding="utf-8"))
        assert set(found) <= {module.stem.removeprefix("test_")}


def test_conduct_is_what_a_wrong_answer_does_not_decide() -> None:
    """The checks of conduct are exactly those that docs/decisions.md lists."""
    conduct = {entry.id.partition(".")[2] for entry in ASSIGNMENT.catalogue if entry.conduct}

    assert conduct == {
        "board_unchanged", "set_of_tuples", "original_unchanged", "no_shared_rows", "rejects_occupied",
        "rejects_out_of_range", "rejects_negative", "returns_bool", "in_time",
    }  # fmt: skip
