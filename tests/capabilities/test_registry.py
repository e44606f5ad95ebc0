"""Code quality and pruning are lines of a result: proposed or counted, and never at the cost of another line."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from unittest.mock import patch

import pytest

from grader.capabilities.alpha_beta.capability import PruningReport, PruningVerdict
from grader.capabilities.quality.capability import QualityReport
from grader.capabilities.rescue.capability import RescueTerms
from grader.marking.mark import mark
from grader.model.result import ItemResult, Result
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import launcher
from grader.store.result_json import from_json, to_json
from grader.text.reasons import said
from tests.capabilities.quality.sources import SAMPLES
from tests.marking.one_file import submission

TYPICAL = (SAMPLES / "typical.py").read_text(encoding="utf-8")
QUICK = f"{TYPICAL}\nraise ValueError\n"
"""It cannot be imported, so without a rescue it is graded at once; its text is what it is."""


def graded(rubric: Rubric, *, auto: bool) -> Result:
    """Return the result of such a file, with points for quality that are proposed or that count by themselves."""
    lines = (
        dataclasses.replace(item, by_hand=not auto) if item.capability == "quality" else item
        for item in rubric.criteria
    )
    ours = launcher()
    rubric = dataclasses.replace(rubric, criteria=tuple(lines)).with_section(RescueTerms, RescueTerms(on=False))
    result = mark(submission(QUICK), rubric, ours)
    ours.close()
    return result


def quality_of(result: Result) -> ItemResult:
    """Return the item for code quality."""
    return next(item for item in result.criteria if item.id == "code_quality")


def test_points_for_quality_are_proposed_to_a_person(default_rubric: Rubric) -> None:
    """They are pending, with the findings; and a result that is read back is the same."""
    result = graded(default_rubric, auto=False)
    line = quality_of(result)

    assert (line.verdict, line.by_hand, line.earned) == (Verdict.PENDING, True, Decimal(0))
    assert line.proposed == Decimal("4.25")
    assert isinstance(line.found, QualityReport)
    assert [kind.id for kind in line.found.kinds] == ["unused", "comparisons", "docstrings"]
    assert from_json(to_json(result), "result.json") == result


def test_points_for_quality_count_if_the_rubric_says_so(default_rubric: Rubric) -> None:
    """Then nothing of them is pending."""
    result = graded(default_rubric, auto=True)
    line = quality_of(result)

    assert (line.verdict, line.by_hand, line.earned, line.proposed) == (Verdict.FAIL, False, Decimal("4.25"), None)
    assert result.score is not None
    assert (result.score.earned, result.score.pending) == (Decimal("4.25"), Decimal(0))


def test_without_ruff_every_other_line_has_its_points(default_rubric: Rubric) -> None:
    """A fault of ours costs nothing: the line waits for a person, and says why."""
    with patch.dict("sys.modules", {"ruff": None}):
        result = graded(default_rubric, auto=True)
    line = quality_of(result)

    assert (result.status, line.verdict, line.proposed) == ("graded", Verdict.PENDING, None)
    assert (
        said(line.reasons)
        == "Ruff is not installed beside the grader, so the code was not rated; to be marked by hand."
    )


def test_a_file_that_cannot_be_imported_has_no_bonus(default_rubric: Rubric) -> None:
    """That is settled: there is no search to watch. The names in the file are shown all the same."""
    result = graded(default_rubric, auto=False)
    item = next(item for item in result.criteria if item.id == "alpha_beta")

    assert isinstance(item.found, PruningReport)
    assert (item.found.verdict, item.earned, item.by_hand) == (PruningVerdict.NOT_SEARCHED, Decimal(0), False)
    assert said(item.reasons) == "The file cannot be imported, so there is no search to watch."


@pytest.mark.parametrize(
    ("line_id", "faulty"),
    [
        ("alpha_beta", "grader.capabilities.alpha_beta.judge.assessment"),
        ("alpha_beta", "grader.capabilities.alpha_beta.judge.pruning_names"),
        ("code_quality", "grader.capabilities.quality.assess.find_all"),
    ],
)
def test_a_fault_of_ours_in_assessing_costs_nothing(default_rubric: Rubric, line_id: str, faulty: str) -> None:
    """The item waits for a person, and says why; every other item is as without the fault."""
    right = graded(default_rubric, auto=True)
    with patch(faulty, side_effect=IndexError):
        unjudged = graded(default_rubric, auto=True)
    item = next(item for item in unjudged.criteria if item.id == line_id)

    assert (unjudged.status, item.verdict, item.proposed) == ("graded", Verdict.PENDING, None)
    assert said(item.reasons) == "Internal error (IndexError): this could not be judged and is to be marked by hand."
    assert [one for one in right.criteria if one.id != line_id] == [
        one for one in unjudged.criteria if one.id != line_id
    ]
