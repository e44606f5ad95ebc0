"""Every format tells a student the same."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Mapping
from decimal import Decimal

from rich.console import Console

from grader.blocks import Status
from grader.model.reason import reason
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.story.findings import findings, fix_first, fix_next
from grader.story.student import items_block
from grader.text.reasons import said
from tests.render.rendering import render_terminal, student_markdown
from tests.render.samples import with_items
from tests.words import words


def test_the_points_of_all_findings_are_the_points_lost(sample: tuple[str, Result]) -> None:
    """No finding is left out, none is counted twice."""
    _, result = sample
    lines = [item for item in result.criteria if not item.by_hand and item.manual is None and item.deduction is None]

    assert sum(one.lost for found in findings(result) for one in (found, *found.folded)) == sum(
        item.points - item.earned for item in lines
    )


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

    titles = [finding.title for finding in findings(with_items(samples["pass"], partly))]

    assert titles == ["winner: detect a full row, detect a full column"]


def test_a_finding_without_a_message_is_still_told(samples: Mapping[str, Result]) -> None:
    """The verdict stands for it."""
    line = samples["fail"].criteria[0]
    silent = dataclasses.replace(line.checks[0], reasons=(), counterexample=None, reproduce=None)
    result = with_items(samples["fail"], dataclasses.replace(line, checks=(silent,)))
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        render_terminal(result, console)

    assert "**fail**: no more is known" in student_markdown(result)
    assert "winner: detect a full row  4.5 points lost" in capture.get()


def test_a_finding_names_its_checks_with_their_lines(samples: Mapping[str, Result]) -> None:
    """In rubric order."""
    (everything,) = findings(samples["error"])
    (function,) = findings(samples["missing"])

    assert [(line.id, check.id) for line, check in everything.members] == [
        ("winner", "winner.rows"),
        ("winner", "winner.columns"),
        ("minimax", "minimax.legal_move"),
    ]
    assert len(function.members) == 2


def test_checks_with_different_patterns_are_different_findings(samples: Mapping[str, Result]) -> None:
    """What the wrong answers have in common is part of the reason."""
    line = samples["error"].criteria[0]
    checks = tuple(
        dataclasses.replace(check, pattern=words(pattern))
        for check, pattern in zip(line.checks, ("a", "b"), strict=True)
    )
    result = with_items(samples["error"], dataclasses.replace(line, checks=checks))

    assert [said(finding.check.pattern) for finding in findings(result)] == ["a", "b"]


def test_a_bonus_that_was_not_earned_is_neither_a_fault_nor_a_success(samples: Mapping[str, Result]) -> None:
    """A perfect file gets no cross for it, and no file a tick for nothing."""
    bonus = dataclasses.replace(samples["pending"].criteria[-1], verdict=Verdict.FAIL, by_hand=False)
    result = dataclasses.replace(samples["pass"], criteria=(*samples["pass"].criteria, bonus))
    out = io.StringIO()
    render_terminal(result, Console(file=out, width=100))
    assert "-  not earned" in out.getvalue()
    assert "| not earned |" in student_markdown(result)
    assert items_block(result).items[-1].status is Status.MUTED


def test_a_fault_of_each_other_function_is_to_be_fixed_next(samples: Mapping[str, Result]) -> None:
    """Of one function a second one only where both are known mistakes: else it may be the same fault once more."""
    winner, *others = samples["fail"].criteria
    rows, *rest = winner.checks
    boards = next(one for one in rest if one.id == "winner.board_unchanged")

    def next_faults(first: str, second: str) -> list[str]:
        checks = (
            dataclasses.replace(rows, pattern=(reason(first),)),
            dataclasses.replace(boards, pattern=(reason(second),)),
        )
        result = with_items(samples["fail"], dataclasses.replace(winner, checks=checks), *others)
        found = findings(result)
        leading = fix_first(found)
        assert leading is not None
        return [one.function for one in fix_next(result, found, leading)]

    assert next_faults("winner_loser", "board_not_left") == ["minimax", "winner"]
    assert next_faults("where_x_won", "board_not_left") == ["minimax"]
