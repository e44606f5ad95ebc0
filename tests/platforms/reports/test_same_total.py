"""Every platform reads the same total, with the rounding that its format is declared to have."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.result import ItemResult, Result
from grader.model.verdict import Verdict
from grader.platforms.registry import REPORTS
from tests.gradings import QUICK
from tests.platforms.reports.totals import READERS, expected_total
from tests.render.samples import SAMPLES, check, line, result
from tests.words import words

GRADED = [name for name in SAMPLES if name != "harness_fault"]
POINTS = st.decimals(0, 30, places=2)


@pytest.mark.parametrize("form", READERS)
def test_every_platform_reads_the_same_total(samples: Mapping[str, Result], form: str) -> None:
    """Points with the bonus, out of what is marked so far; the parts add up to it."""
    for name in GRADED:
        assert (name, expected_total(form, samples[name])) == (name, READERS[form](samples[name]))


@st.composite
def marked(draw: st.DrawFn) -> Result:
    """Draw a result with points of any kind: by checks, by hand, still open, as a bonus."""
    lines: list[ItemResult] = []
    for number in range(draw(st.integers(1, 6))):
        points = draw(POINTS)
        earned = draw(st.sampled_from([Decimal(0), points, points / 2]))
        verdict = draw(st.sampled_from([Verdict.PASS, Verdict.FAIL, Verdict.PENDING]))
        plain = line(f"item{number}", *(check("winner.rows", str(earned)) for _ in range(draw(st.integers(0, 2)))))
        if not plain.checks:
            waits = verdict is Verdict.PENDING
            plain = dataclasses.replace(
                plain, points=points, earned=Decimal(0) if waits else earned, verdict=verdict, by_hand=waits
            )
        lines.append(dataclasses.replace(plain, bonus=draw(st.booleans())))
    lines.append(line("player", check("winner.rows", "1")))
    return result(*lines)


@settings(QUICK, max_examples=15)
@given(marked())
def test_any_marks_have_the_same_total(drawn: Result) -> None:
    """Halves, hundredths, a bonus beyond full marks, nothing but points by hand."""
    for form, read in READERS.items():
        assert (form, expected_total(form, drawn)) == (form, read(drawn))


def test_points_that_are_taken_away_count_everywhere() -> None:
    """An item for handing in late has no points to earn, and fewer than none earned."""
    late = ItemResult(
        id="late",
        title="Late",
        points=Decimal(0),
        earned=Decimal("-2.5"),
        verdict=Verdict.FAIL,
        reasons=words("26 h after the deadline"),
    )
    drawn = result(line("winner", check("winner.rows", "4.5"), check("winner.columns", "4")), late)

    for form, read in READERS.items():
        assert (form, expected_total(form, drawn)) == (form, read(drawn))


def test_every_format_of_a_platform_has_a_reader() -> None:
    """A new one is compared, too."""
    assert {*REPORTS} == {*READERS}
