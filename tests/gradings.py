"""Rubrics with outcomes for all their checks, by hand or drawn, and the results that they give."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from grader.capabilities.causes.judge import judged
from grader.capabilities.hand_in.capability import FILE_CHECKS, FileRules, WantedText
from grader.marking.result_info import rubric_info
from grader.model.assessment import Assessment
from grader.model.result import (
    CheckOutcome,
    GraderInfo,
    ItemResult,
    ManualMark,
    Markable,
    Observed,
    Result,
    Score,
    SubmissionInfo,
    Timing,
)
from grader.model.rubric import Limits, Rubric, RubricItem, Scale, Share
from grader.model.spec import Assignment, CheckEntry, ModuleSpec, Sheet
from grader.model.verdict import Verdict
from grader.scoring import score
from tests.words import words

NO_ASSESSMENTS: Mapping[str, Assessment] = MappingProxyType({})
UNKNOWN = Assessment(points=None, settled=False)
QUICK = settings(max_examples=60)
ON_CHECKS = [verdict for verdict in Verdict if verdict is not Verdict.PENDING]


FILES = FileRules(complete=("runner.py",), readme=True, readme_says=(WantedText(name="your ID", pattern="[0-9]+"),))
"""The demands that the checks of `files_line` belong to."""


def rubric_of(*criteria: RubricItem, scale: Scale | None = None) -> Rubric:
    """Return a rubric with these lines."""
    return Rubric(
        title="sample",
        assignment="sample",
        criteria=criteria,
        limits=Limits(),
        scale=scale,
        sections=(FILES,),
        source="sample.yaml",
        sha256="0" * 64,
    )


def assignment_of(rubric: Rubric) -> Assignment:
    """Return an assignment with the rubric's checks."""
    checks = [share.check for item in rubric.criteria for share in item.shares]
    return Assignment(
        id="sample",
        title="sample",
        module_spec=ModuleSpec(module="sample", functions=(), cells=()),
        checks=tuple(CheckEntry(id=check, title=f"title of {check}") for check in checks),
        sheets=(Sheet("first", dict.fromkeys(checks, "quoted")), Sheet("second", {"f.check_1": "another"})),
        rubrics=(),
    )


def line_of(*verdicts: Verdict, points: int = 2, bonus: bool = False) -> tuple[RubricItem, dict[str, CheckOutcome]]:
    """Return a line with a check per verdict, and their outcomes."""
    checks = [f"f.check_{number}" for number in range(len(verdicts))]
    line = RubricItem(
        id="f",
        title="f",
        points=Decimal(points * len(verdicts)),
        shares=tuple(Share(check=check, points=Decimal(points)) for check in checks),
        bonus=bonus,
    )
    return line, {
        check: CheckOutcome(check=check, verdict=verdict) for check, verdict in zip(checks, verdicts, strict=True)
    }


def scored(
    rubric: Rubric, outcomes: Mapping[str, CheckOutcome], assessments: Mapping[str, Assessment] = NO_ASSESSMENTS
) -> tuple[tuple[ItemResult, ...], Score]:
    """Score with an assignment made for the rubric."""
    open_items = {item.id: UNKNOWN for item in rubric.criteria if item.capability == "by_hand"}
    return score(rubric, assignment_of(rubric), outcomes, {**open_items, **assessments})


def result_of(
    rubric: Rubric, outcomes: Mapping[str, CheckOutcome], assessments: Mapping[str, Assessment] = NO_ASSESSMENTS
) -> Result:
    """Return a graded result."""
    criteria, totals = scored(rubric, outcomes, assessments)
    return Result(
        submission=SubmissionInfo(id="a", student="a", sha256="0", main="t.py", files=("t.py",)),
        rubric=rubric_info(rubric),
        grader=GraderInfo(version="0", python="3.11", isolation=None, key="0"),
        status="graded",
        score=totals,
        criteria=criteria,
        found={"causes": judged(criteria)},
        observed=Observed(),
        timing=Timing(cpu_seconds=0, wall_seconds=0),
    )


def files_line(*verdicts: Verdict, points: int = 2) -> tuple[RubricItem, dict[str, CheckOutcome]]:
    """Return a line with a check of files per verdict, and their outcomes."""
    checks = [entry.id for entry in FILE_CHECKS[: len(verdicts)]]
    shares = tuple(Share(check=check, points=Decimal(points)) for check in checks)
    return RubricItem(id="files", title="Files", points=Decimal(points * len(checks)), shares=shares), {
        check: CheckOutcome(check=check, verdict=verdict, reasons=words("only one file was given"))
        for check, verdict in zip(checks, verdicts, strict=True)
    }


HAND = RubricItem(id="hand", title="by hand", points=Decimal(5), capability="by_hand", by_hand=True)
BONUS = RubricItem(id="bonus", title="bonus", points=Decimal(10), capability="by_hand", by_hand=True, bonus=True)

amounts = st.decimals(min_value=0, max_value=50, places=2)


@st.composite
def gradings(draw: st.DrawFn) -> tuple[Rubric, dict[str, CheckOutcome]]:
    """Draw a rubric with outcomes for all its checks."""
    criteria, outcomes = [], {}
    for number in range(draw(st.integers(1, 5))):
        by_hand, bonus = draw(st.booleans()), draw(st.booleans())
        shares = (
            ()
            if by_hand
            else tuple(
                Share(check=f"f{number}.c{index}", points=points)
                for index, points in enumerate(draw(st.lists(amounts, max_size=4)))
            )
        )
        points = draw(amounts) if by_hand else sum((share.points for share in shares), Decimal(0))
        item = RubricItem(id=f"f{number}", title="t", points=points, shares=shares, bonus=bonus)
        criteria.append(dataclasses.replace(item, capability="by_hand", by_hand=True) if by_hand else item)
        for share in shares:
            verdict = draw(st.sampled_from(ON_CHECKS))
            outcomes[share.check] = CheckOutcome(check=share.check, verdict=verdict)
    scale = draw(st.none() | st.builds(Scale, to=amounts, decimals=st.integers(0, 3), cap=st.booleans()))
    return rubric_of(*criteria, scale=scale), outcomes


class Marked(NamedTuple):
    """A result, and marks by hand that can be given to it."""

    result: Result
    marks: dict[str, ManualMark]


ON_FILES = [Verdict.PASS, Verdict.FAIL, Verdict.PENDING]
ASSESSMENTS = [
    Assessment(points=None, settled=False),
    Assessment(points=Decimal(2), settled=False),
    Assessment(points=Decimal(4), settled=True),
    Assessment(points=Decimal(5), settled=True),
]


@st.composite
def marked_results(draw: st.DrawFn) -> Marked:
    """Draw a result, also with assessed items and open checks of files, and marks for some items and checks."""
    rubric, outcomes = draw(gradings())
    files, of_files = files_line(*draw(st.lists(st.sampled_from(ON_FILES), max_size=3)))
    outcomes |= of_files
    assessed = [
        RubricItem(id=name, title="t", points=Decimal(5), capability=name, bonus=draw(st.booleans()))
        for name in draw(st.lists(st.sampled_from(("quality", "alpha_beta")), max_size=2, unique=True))
    ]
    found = {item.id: draw(st.sampled_from(ASSESSMENTS)) for item in assessed}
    result = result_of(dataclasses.replace(rubric, criteria=(*rubric.criteria, files, *assessed)), outcomes, found)
    marks: dict[str, ManualMark] = {}
    for item in result.criteria:
        chosen: tuple[Markable, ...] = draw(st.sampled_from([(), (item,), item.checks]))
        marks |= {one.id: draw(marks_for(one)) for one in chosen if one is item or draw(st.booleans())}
    return Marked(result, marks)


def marks_for(item: Markable) -> st.SearchStrategy[ManualMark]:
    """Return a strategy for marks of a line or a check, often with all its points."""
    points = st.just(item.points) | st.decimals(min_value=0, max_value=item.points, places=2)
    return st.builds(ManualMark, points=points, comment=st.just("why"), by=st.sampled_from(["", "May"]))
