"""Every fixture gets what its expect.yaml says, and every check has a fixture that breaks it."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest
from rich.console import Console

from grader.assignments import ASSIGNMENTS
from grader.capabilities.alpha_beta.capability import PruningReport
from grader.capabilities.causes.report import Findings
from grader.capabilities.hand_in.capability import FILE_CHECKS
from grader.capabilities.registry import completed
from grader.marking.rescore import rescored
from grader.model.result import CheckResult, Result
from grader.model.rubric import Rubric
from grader.render.terminal import NO_PAGE, SCREEN
from grader.store.result_json import from_json, to_json
from grader.story.answer import rescue_text
from tests.expectation import finding_of, read_expectation
from tests.fixture_folders import ALL_FIXTURES, EVERY, FIXTURES, Fixture, rubric_called
from tests.marking.other_points import doubled
from tests.platforms.reports.totals import READERS, SLOW, expected_total
from tests.render.rendering import render_terminal, screen_rows

each_fixture = pytest.mark.parametrize("fixture_name", [folder.name for folder in FIXTURES])
CHECKS = {(assignment, entry.id) for assignment, one in ASSIGNMENTS.items() for entry in one.checks} | {
    ("tictactoe", entry.id) for entry in FILE_CHECKS
}


@each_fixture
def test_the_fixture_gets_what_it_expects(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Every lost check with its verdict, the points of all others, and the notes a person needs."""
    expect, result, rubric = fixtures[fixture_name].expect, graded[fixture_name], fixtures[fixture_name].rubric
    lost = {check.id: check.verdict.value for check in _checks(result) if check.verdict.value != "pass"}
    lines = {item.id: item.earned for item in result.criteria if item.checks and not item.by_hand}
    seen = [found.verdict for item in result.criteria if (found := item.found_as(PruningReport)) is not None]

    assert ("graded", "") == (result.status, result.fault)
    assert expect.lost == lost
    assert _earned(rubric, expect.lost) == lines
    assessed = {item.id: item.proposed if item.by_hand else item.earned for item in result.criteria if not item.checks}
    assert {item: Decimal(str(points)) for item, points in expect.assessed.items()}.items() <= assessed.items()
    assert expect.pruning is None or [expect.pruning] == [verdict.value for verdict in seen]
    for note in expect.notes:
        assert note.lower() in "\n".join(result.notes).lower()


@each_fixture
def test_the_student_is_told_what_the_fixture_states(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Of each check under `findings`: message, pattern, counterexample and command, no more and no less."""
    findings = fixtures[fixture_name].expect.findings

    told = {check.id: finding_of(check) for check in _checks(graded[fixture_name]) if check.id in findings}

    assert findings == told


@each_fixture
def test_failures_follow_from_what_the_fixture_states(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """No more failures, and no others: a function that is wrong in a way of its own is the consequence of none."""
    found = graded[fixture_name].found_as(Findings) or Findings()
    causes = {" and ".join(cause.functions): [*cause.checks] for cause in found.causes}

    assert fixtures[fixture_name].expect.causes == causes


@each_fixture
def test_verdicts_are_enough_for_other_points(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """
    A stored result gets twice as many points by a rubric with twice as many.

    That result, stored and rescored by the rubric of the fixture, is byte for byte what grading the code gave.
    """
    result, rubric = graded[fixture_name], fixtures[fixture_name].rubric
    stored = from_json(to_json(result), "result.json")

    twice = rescored(stored, doubled(rubric))

    assert twice is not None
    again = rescored(from_json(to_json(completed(twice, doubled(rubric))), "result.json"), rubric)
    assert again is not None
    assert to_json(result) == to_json(completed(again, rubric))
    assert [(item.id, 2 * item.earned, item.verdict) for item in result.criteria if not item.gives_back] == [
        (item.id, item.earned, item.verdict) for item in twice.criteria
    ]


@each_fixture
def test_a_file_that_cannot_be_imported_would_earn_what_the_fixture_states(
    fixture_name: str, fixtures: dict[str, Fixture], graded: dict[str, Result]
) -> None:
    """Without the lines that are to blame; its verdicts stay."""
    result = graded[fixture_name]

    assert result.score is not None
    assert fixtures[fixture_name].expect.rescued == rescue_text(result, result.score)


@each_fixture
def test_every_platform_reads_the_total_of_the_fixture(fixture_name: str, graded: dict[str, Result]) -> None:
    """With the rounding that its format is declared to have."""
    result = graded[fixture_name]

    for form, read in READERS.items():
        if form == SLOW and not os.environ.get(EVERY):
            continue
        assert (form, expected_total(form, result)) == (form, read(result))


def test_every_check_has_a_fixture_that_breaks_it() -> None:
    """No check is there without a proof that it can fail."""
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
    (tmp_path / "expect.yaml").write_text(f"story: Right.\nlost: {{}}\n{line}\n", encoding="utf-8")

    with pytest.raises(ValueError, match=named):
        read_expectation(tmp_path)


def _earned(rubric: Rubric, lost: Mapping[str, str]) -> dict[str, Decimal]:
    """Return the points of each item that does not wait for a person, if just the checks in `lost` are not passed."""
    return {
        item.id: sum((share.points for share in item.shares if share.check not in lost), Decimal(0))
        for item in rubric.criteria
        if item.shares and not item.by_hand and "pending" not in {lost.get(share.check) for share in item.shares}
    }


@each_fixture
def test_the_screen_has_room_for_the_report_of_the_fixture(fixture_name: str, graded: dict[str, Result]) -> None:
    """Without `--all`: 80 columns and 24 rows, of which the first names the rubric."""
    console = Console(file=io.StringIO(), width=80, color_system=None)
    with console.capture() as captured:
        render_terminal(graded[fixture_name], console, everything=False, page=NO_PAGE)

    assert screen_rows(captured.get()) <= SCREEN


def _checks(result: Result) -> list[CheckResult]:
    return [check for item in result.criteria for check in item.checks]
