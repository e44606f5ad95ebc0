"""Every fixture gets what its expect.yaml says, and every check has a fixture that breaks it."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path

import pytest

from grader.assignments import ASSIGNMENTS
from grader.capabilities.alpha_beta.report import PruningReport
from grader.model.file_rules import FILE_CHECKS
from grader.model.result import CheckResult, Result
from tests.background_grading import LONGEST_WAIT
from tests.expectation import finding_of, read_expectation
from tests.fixture_folders import ALL_FIXTURES, EVERY, FIXTURES, Fixture, rubric_called
from tests.platforms.reports.totals import READERS, SLOW, expected_total

each_fixture = pytest.mark.parametrize("fixture_name", [folder.name for folder in FIXTURES])
CHECKS = {(assignment, entry.id) for assignment, one in ASSIGNMENTS.items() for entry in one.catalogue} | {
    ("tictactoe", entry.id) for entry in FILE_CHECKS
}


@pytest.mark.timeout(LONGEST_WAIT)
@each_fixture
def test_the_fixture_gets_what_it_expects(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Points per line, every lost check with its verdict, and the notes a person needs."""
    expect, result = fixtures[fixture_name].expect, graded[fixture_name]
    lost = {check.id: check.verdict.value for check in _checks(result) if check.verdict.value != "pass"}
    lines = {line.id: line.earned for line in result.criteria if line.checks and not line.by_hand}
    seen = [found.verdict for line in result.criteria if (found := line.found_as(PruningReport)) is not None]

    assert ("graded", "") == (result.status, result.fault)
    assert expect.lost == lost
    assert {line: Decimal(str(points)) for line, points in expect.lines.items()} == lines
    assessed = {line.id: line.proposed if line.by_hand else line.earned for line in result.criteria if not line.checks}
    assert {line: Decimal(str(points)) for line, points in expect.assessed.items()}.items() <= assessed.items()
    assert expect.pruning is None or [expect.pruning] == [verdict.value for verdict in seen]
    for note in expect.notes:
        assert note.lower() in "\n".join(result.notes).lower()


@pytest.mark.timeout(LONGEST_WAIT)
@each_fixture
def test_the_student_is_told_what_the_fixture_states(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Of each check under `findings`: message, pattern, counterexample and command, no more and no less."""
    findings = fixtures[fixture_name].expect.findings

    told = {check.id: finding_of(check) for check in _checks(graded[fixture_name]) if check.id in findings}

    assert findings == told


@pytest.mark.timeout(LONGEST_WAIT)
@each_fixture
def test_failures_follow_from_what_the_fixture_states(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """No more failures, and no others: a function that is wrong in a way of its own is the consequence of none."""
    causes = {cause.function: [*cause.checks] for cause in graded[fixture_name].causes}

    assert fixtures[fixture_name].expect.causes == causes


@pytest.mark.timeout(LONGEST_WAIT)
@each_fixture
def test_every_platform_reads_the_total_of_the_fixture(fixture_name: str, graded: dict[str, Result]) -> None:
    """With the rounding that its format is declared to have."""
    result = graded[fixture_name]

    for form, read in READERS.items():
        if form == SLOW and not os.environ.get(EVERY):
            continue
        assert (form, expected_total(form, result)) == (form, read(result))


def test_every_check_has_a_fixture_that_breaks_it() -> None:
    """No check of the catalogue is there without a proof that it can fail."""
    broken = {
        (rubric_called(expect.rubric).assignment, check)
        for expect in map(read_expectation, ALL_FIXTURES)
        for check in expect.lost
    }

    assert set() == CHECKS - broken


def test_every_check_has_a_fixture_that_states_its_finding() -> None:
    """So every change of what students read is noticed."""
    stated = {
        (rubric_called(expect.rubric).assignment, check)
        for expect in map(read_expectation, ALL_FIXTURES)
        for check in expect.findings
    }

    assert set() == CHECKS - stated


@each_fixture
def test_an_expectation_fits_its_rubric(fixture_name: str, fixtures: dict[str, Fixture]) -> None:
    """The lines are the rubric's, and the lost checks belong to them and cost exactly the missing points."""
    fixture = fixtures[fixture_name]
    expect = fixture.expect
    lines = [line for line in fixture.rubric.criteria if line.shares and not line.by_hand]
    waiting = {line.id for line in lines if any(expect.lost.get(share.check) == "pending" for share in line.shares)}
    earned = {
        line.id: sum(share.points for share in line.shares if share.check not in expect.lost)
        for line in lines
        if line.id not in waiting
    }

    assert {line: Decimal(str(points)) for line, points in expect.lines.items()} == earned
    assert set() == set(expect.lost) - {share.check for line in lines for share in line.shares}
    assert set() == set(expect.findings) - set(expect.lost)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("finding: {}", "finding"),
        ("notes: a text", "notes"),
        ("findings: {winner.rows: {message: wrong, patern: every row}}", "patern"),
        ("limits: {calls: 1}", "calls"),
    ],
)
def test_a_mistake_in_an_expectation_is_an_error(line: str, named: str, tmp_path: Path) -> None:
    """A misspelt key or a wrong type cannot make a test pass without comparing anything."""
    (tmp_path / "expect.yaml").write_text(f"story: Right.\nlines: {{}}\nlost: {{}}\n{line}\n", encoding="utf-8")

    with pytest.raises(ValueError, match=named):
        read_expectation(tmp_path)


def _checks(result: Result) -> list[CheckResult]:
    return [check for line in result.criteria for check in line.checks]
