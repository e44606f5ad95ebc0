"""The answer: what the mark is made of, what was lost, what to correct first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.capabilities.by_hand.marks import with_manual
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, RaisedText, SourceLine, Wanted
from grader.model.reason import reason
from grader.model.result import CheckResult, ManualMark, Result
from grader.model.verdict import Verdict
from grader.story.answer import answer_facts
from grader.story.evidence import call_facts, evidence
from grader.story.failures import headline, meaning_text, mistake_text
from grader.story.findings import FailedCheck, ToldFinding
from grader.text.number_text import score_text
from grader.widgets import YourLines
from tests.render.samples import line


def test_the_mark_names_its_parts(samples: Mapping[str, Result]) -> None:
    """Automatic points, points by hand, what is pending, the bonus, the second scale."""
    assert dict(answer_facts(samples["pending"])) == {
        "Mark": "16 of 16 automatic points; 5 points and the bonus (10) are marked by a person",
        "Scaled": "7.62 of 10; a person can add up to 7.14",
    }
    assert dict(answer_facts(samples["marked"]))["By hand"] == "3.5 of 5"
    assert dict(answer_facts(samples["changed"]))["Changed by hand"] == "+8"
    assert dict(answer_facts(samples["harness_fault"])) == {}


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
        assert dict(answer_facts(with_manual(graded, marks)))["Changed by hand"] == shown


def test_a_rubric_with_one_total_has_no_second(samples: Mapping[str, Result]) -> None:
    """Only what the rubric asks for is named."""
    score = samples["pass"].score
    assert score is not None
    plain = dataclasses.replace(score, scaled=None, scaled_possible=None)

    assert list(dict(answer_facts(dataclasses.replace(samples["pass"], score=plain)))) == ["Mark"]
    assert score_text(dataclasses.replace(score, bonus=Decimal(8))) == "16 of 16, plus 8 bonus"


def crashed(raised: RaisedText) -> ToldFinding:
    """Return that every call of `minimax` raises this."""
    example = Counterexample(
        function="minimax", board="." * 9, call="minimax(board)", got=(), expected=(), at="tictactoe.py:9",
        answered=Answered(kind=AnswerKind.RAISED, raised=raised),
    )  # fmt: skip
    check = CheckResult(
        id="minimax.legal_move", title="t", points=Decimal(3), earned=Decimal(0), verdict=Verdict.ERROR,
        reasons=(reason("failing_boards", crashed=4520, of=4520),), counterexample=example,
    )  # fmt: skip
    members = (FailedCheck(line("minimax", check), check),)
    return ToldFinding(title="t", lost=Decimal(3), check=check, sheet="", members=members)


@pytest.mark.parametrize(
    ("raised", "first"),
    [
        (
            RaisedText(type="NameError", message="name 'best' is not defined"),
            "NameError: name 'best' is not defined at tictactoe.py:9",
        ),
        (
            RaisedText(type="NotImplementedError", message=""),
            "raises NotImplementedError at tictactoe.py:9: something is not written yet",
        ),
    ],
    ids=str,
)
def test_what_only_crashes_is_told_by_its_exception_and_line(raised: RaisedText, first: str) -> None:
    """Not by the number of boards."""
    assert headline(crashed(raised)) == f"minimax: {first}"


@pytest.mark.parametrize(
    ("message", "means"),
    [
        ("list indices must be integers or slices, not tuple", "board[i, j] for board[i][j], or a comma left out"),
        ("'function' object is not subscriptable", ""),
        ("anything else", ""),
    ],
)
def test_what_an_exception_means_is_told_where_the_headline_says_no_remedy(message: str, means: str) -> None:
    """Below the headline, in place of a board on which nothing more is to be seen."""
    assert meaning_text(crashed(RaisedText(type="TypeError", message=message))) == means


def test_an_exception_behind_a_failed_import_is_told_with_what_to_do() -> None:
    """As one of any other file."""
    raised = "AttributeError: 'dict' object has no attribute 'add'"

    assert mistake_text((reason("raised_at", raised=raised, place="t.py:45"),)) == (
        "write set(): {} is an empty dictionary, not a set (AttributeError at t.py:45)"
    )


def test_a_recursion_without_end_names_no_line(samples: Mapping[str, Result]) -> None:
    """Python raises it in whichever line runs when the stack is full."""
    raised = RaisedText(type="RecursionError", message="maximum recursion depth exceeded")
    example = Counterexample(
        function="minimax", board="." * 9, call="minimax(board)", got=(), expected=(), at="tictactoe.py:9",
        answered=Answered(kind=AnswerKind.RAISED, raised=raised), wanted=Wanted(question=Question.MOVE),
    )  # fmt: skip
    check = dataclasses.replace(
        samples["fail"].criteria[0].checks[0],
        pattern=(),
        reasons=(reason("failing_boards", crashed=22, of=2836),),
        counterexample=example,
        excerpt=(SourceLine(number=9, text="    for j in range(3):", raised=True),),
    )
    found = ToldFinding(
        title="t", lost=Decimal(3), check=check, sheet="", members=(FailedCheck(line("minimax", check), check),)
    )

    told = headline(found)

    assert told.endswith(": calls itself without end: pass on the board after the move, not the same board")
    assert "your line" not in dict(call_facts(example))
    assert not any(one.excerpt for one in evidence(check) if isinstance(one, YourLines))
