"""Every format tells a student the same."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Mapping
from decimal import Decimal

from rich.console import Console

from grader.capabilities.by_hand.marks import with_manual
from grader.model.result import ManualMark, Result
from grader.model.verdict import Verdict
from grader.reports.pages.rubric_items import rubric_section
from grader.reports.student.findings import findings, mark_parts
from grader.reports.student.markdown import student_markdown
from grader.reports.student.terminal import render_terminal
from grader.text.number_text import score_text


def test_the_mark_names_its_parts(samples: Mapping[str, Result]) -> None:
    """Automatic points, points by hand, what is pending, the bonus, the second scale."""
    assert dict(mark_parts(samples["pending"])) == {
        "automatic": "16 of 16",
        "to be marked by hand": "Code quality (5)",
        "bonus": "0 of 10 (to be marked by hand)",
        "scaled": "7.62 of 10 so far, up to 7.14 more by hand (rounded half up)",
    }
    assert dict(mark_parts(samples["marked"]))["by hand"] == "3.5 of 5"
    assert dict(mark_parts(samples["changed"]))["changed by hand"] == "+8"
    assert dict(mark_parts(samples["harness_fault"])) == {}


def test_a_person_adds_points_and_takes_them_off(samples: Mapping[str, Result]) -> None:
    """The bonus is apart; a change that leaves the sum as it was is named too."""
    bonus = dataclasses.replace(samples["marked"].criteria[-1], by_hand=False, manual=None)
    graded = dataclasses.replace(samples["fail"], criteria=(*samples["fail"].criteria[:2], bonus))
    for changes, shown in (
        ({"minimax": 1}, "-2"),
        ({"winner": "4.5", "minimax": "2.5"}, "+0"),
        ({"alpha_beta": 4}, "-6 bonus"),
        ({"minimax": 7, "alpha_beta": 0}, "+4, -10 bonus"),
    ):
        marks = {name: ManualMark(points=Decimal(points), comment="why") for name, points in changes.items()}
        assert dict(mark_parts(with_manual(graded, marks)))["changed by hand"] == shown


def test_a_rubric_with_one_total_has_no_second(samples: Mapping[str, Result]) -> None:
    """Only what the rubric asks for is named."""
    score = samples["pass"].score
    assert score is not None
    plain = dataclasses.replace(score, scaled=None, scaled_possible=None)

    assert list(dict(mark_parts(dataclasses.replace(samples["pass"], score=plain)))) == ["automatic"]
    assert score_text(dataclasses.replace(score, bonus=Decimal(8))) == "16 of 16, plus 8 bonus"


def test_the_points_of_all_findings_are_the_points_lost(sample: tuple[str, Result]) -> None:
    """No finding is left out, none is counted twice."""
    _, result = sample
    lines = [line for line in result.criteria if not line.by_hand and line.manual is None and line.deduction is None]

    assert sum(finding.lost for finding in findings(result)) == sum(line.points - line.earned for line in lines)


def test_checks_with_the_same_reason_are_one_finding(samples: Mapping[str, Result]) -> None:
    """Everything, a whole line, or some checks of a line."""
    assert [finding.title for finding in findings(samples["error"])] == ["every function"]
    assert [finding.title for finding in findings(samples["missing"])] == ["minimax"]
    some = samples["missing"].criteria[0]
    failed = [
        dataclasses.replace(check, verdict=samples["missing"].criteria[1].verdict, earned=Decimal(0))
        for check in some.checks[:2]
    ]
    partly = dataclasses.replace(some, checks=(*failed, some.checks[2]))

    titles = [finding.title for finding in findings(dataclasses.replace(samples["pass"], criteria=(partly,)))]

    assert titles == ["winner: detects a full row, detects a full column"]


def test_a_finding_without_a_message_is_still_told(samples: Mapping[str, Result]) -> None:
    """The verdict stands for it."""
    line = samples["fail"].criteria[0]
    silent = dataclasses.replace(line.checks[0], message="", counterexample=None, reproduce=None)
    result = dataclasses.replace(samples["fail"], criteria=(dataclasses.replace(line, checks=(silent,)),))
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        render_terminal(result, console)

    assert "**fail**: no more is known" in student_markdown(result)
    assert "winner: detects a full row  -4.5 points" in capture.get()


def test_a_finding_names_its_checks_with_their_lines(samples: Mapping[str, Result]) -> None:
    """In rubric order; it is shared where they stand in several lines."""
    (everything,) = findings(samples["error"])
    (function,) = findings(samples["missing"])

    assert [(line.id, check.id) for line, check in everything.members] == [
        ("winner", "winner.rows"),
        ("winner", "winner.columns"),
        ("minimax", "minimax.legal_move"),
    ]
    assert everything.shared
    assert len(function.members) == 2
    assert not function.shared


def test_checks_with_different_patterns_are_different_findings(samples: Mapping[str, Result]) -> None:
    """What the wrong answers have in common is part of the reason."""
    line = samples["error"].criteria[0]
    checks = tuple(
        dataclasses.replace(check, pattern=pattern) for check, pattern in zip(line.checks, ("a", "b"), strict=True)
    )
    result = dataclasses.replace(samples["error"], criteria=(dataclasses.replace(line, checks=checks),))

    assert [finding.check.pattern for finding in findings(result)] == ["a", "b"]


def test_a_bonus_that_was_not_earned_is_neither_a_fault_nor_a_success(samples: Mapping[str, Result]) -> None:
    """A perfect file gets no cross for it, and no file a tick for nothing."""
    bonus = dataclasses.replace(samples["pending"].criteria[-1], verdict=Verdict.FAIL, by_hand=False)
    result = dataclasses.replace(samples["pass"], criteria=(*samples["pass"].criteria, bonus))
    out = io.StringIO()
    render_terminal(result, Console(file=out, width=100))
    assert "-  not earned" in out.getvalue()
    assert "| not earned |" in student_markdown(result)
    assert rubric_section(result.criteria, []).items[-1].colour == "open"
