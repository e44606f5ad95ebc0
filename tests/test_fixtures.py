"""Every fixture gets what its expect.yaml says, and every check has a fixture that breaks it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.assignments import ASSIGNMENTS
from grader.model.result import Result
from tests.conftest import FIXTURES, Fixture

NAMES = [folder.name for folder in FIXTURES]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("fixture_name", NAMES)
def test_the_fixture_gets_what_it_expects(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Points per line, every lost check with its verdict, and the notes a person needs."""
    expect, result = fixtures[fixture_name].expect, graded[fixture_name]
    lost = {
        check.id: check.verdict.value
        for line in result.criteria
        for check in line.checks
        if check.verdict.value != "pass"
    }
    lines = {line.id: line.earned for line in result.criteria if not line.by_hand}

    assert ("graded", "") == (result.status, result.fault)
    assert dict(expect["lost"] or {}) == lost
    assert {line: Decimal(str(points)) for line, points in expect["lines"].items()} == lines
    for note in expect.get("notes", ()):
        assert note.lower() in "\n".join(result.notes).lower()
    patterns = {check.id: check.pattern for line in result.criteria for check in line.checks}
    for check, pattern in expect.get("patterns", {}).items():
        assert pattern == patterns[check]


def test_every_check_has_a_fixture_that_breaks_it(fixtures: dict[str, Fixture]) -> None:
    """No check of the catalogue is there without a proof that it can fail."""
    broken = {check for one in fixtures.values() for check in one.expect["lost"] or ()}

    assert set() == {entry.id for one in ASSIGNMENTS.values() for entry in one.catalogue} - broken


@pytest.mark.parametrize("fixture_name", NAMES)
def test_a_fixture_that_lists_losses_loses_points(fixture_name: str, fixtures: dict[str, Fixture]) -> None:
    """A "wrong" fixture costs something, a right one nothing; the story says which it is."""
    fixture = fixtures[fixture_name]
    expected = sum(Decimal(str(points)) for points in fixture.expect["lines"].values())

    assert bool(fixture.expect["lost"]) == (expected < fixture.rubric.automatic)
    assert fixture.expect["story"].strip()
