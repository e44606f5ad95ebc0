"""The arithmetic of the benchmark's table."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.claims import Claim, claims, class_claims
from benchmarks.class_figures import ClassFigures, read_figures
from benchmarks.corpus import TYPICAL
from benchmarks.measuring import Cost, folder_with
from benchmarks.one_file import COLD, EXHAUSTIVE, run_name
from benchmarks.spread import Spread, cpu, peak, ratios, spread
from benchmarks.table import claims_table, class_tables, costs_table, markdown, spread_text
from benchmarks.whole_class import same_mixture, second_run

OURS, THEIRS = run_name(TYPICAL, COLD), run_name(TYPICAL, EXHAUSTIVE)
COSTS = {
    OURS: {number: Cost(cpu=second, wall=2 * second) for number, second in enumerate((1.0, 3.0, 2.0))},
    THEIRS: {0: Cost(cpu=40, wall=50), 2: Cost(cpu=60, wall=80)},
}


def test_a_spread_leaves_out_what_was_not_measured() -> None:
    """Least, median and most are those of the values that are there."""
    assert spread([3, None, 1, 2]) == Spread(low=1, middle=2, high=3)
    assert spread([None]) is None


def test_a_ratio_compares_runs_of_the_same_round() -> None:
    """A round that only one of the two took part in has no ratio."""
    assert ratios(COSTS[OURS], COSTS[THEIRS], cpu) == Spread(low=1 / 40, middle=(1 / 40 + 1 / 30) / 2, high=1 / 30)
    assert ratios(COSTS[OURS], {1: Cost(cpu=1)}, peak) is None


@pytest.mark.parametrize(
    ("found", "at_most", "at_least", "met"),
    [(0.05, 0.05, None, True), (0.06, 0.05, None, False), (3.5, None, 3.5, True), (3.4, None, 3.5, False)],
)
def test_a_target_is_met_by_the_median(
    found: float, at_most: float | None, at_least: float | None, *, met: bool
) -> None:
    """Outliers in either direction decide nothing."""
    claim = Claim(text="", found=Spread(low=0, middle=found, high=9), at_most=at_most, at_least=at_least)
    assert claim.met is met


def test_a_claim_without_measurements_is_left_out() -> None:
    """If a peer could not be installed, only its rows are missing."""
    found = claims(COSTS, 50, 1000)
    assert [claim.text.partition(": ")[2] for claim in found] == [
        f"CPU, {COLD} to {EXHAUSTIVE}",
        f"wall, {COLD} to {EXHAUSTIVE}",
        "wall, grader check",
    ]
    assert [claim.met for claim in found] == [True, None, False]


def test_classes_are_judged_per_submission_and_by_size() -> None:
    """The cost of the largest class is compared to that of the smallest; a second run is given in milliseconds."""
    costs = {
        same_mixture(50): {0: Cost(cpu=0.5, wall=0.25, peak_mib=50)},
        same_mixture(1000): {0: Cost(cpu=0.6, wall=0.25, peak_mib=50)},
        second_run(1000): {0: Cost(cpu=0.001, wall=0.003)},
    }
    found = [(claim.found.middle, claim.met) for claim in claims(costs, 50, 1000)]
    assert found == [(pytest.approx(1.2), False), (1, True), (1, True), (3, False)]


@pytest.mark.parametrize(
    ("found", "unit", "text"),
    [
        (None, "x", "-"),
        (Spread(low=2, middle=2, high=2), "s", "2 s"),
        (Spread(low=1, middle=1.2345, high=2000), "ms", "1.23 ms (1 to 2,000)"),
        (Spread(low=0.05, middle=0.1, high=0.5), "x", "1/10 x (1/20 to 0.5)"),
    ],
)
def test_a_spread_is_written_with_three_digits(found: Spread | None, unit: str, text: str) -> None:
    """Small ratios are fractions; a single value has no brackets."""
    assert spread_text(found, unit) == text


def test_markdown_has_every_cell() -> None:
    """The tables for the README hold what the terminal shows."""
    tables = [costs_table(COSTS), claims_table(claims(COSTS, 50, 1000))]
    text = markdown(tables, ["a note"])
    assert text.startswith("- a note\n")
    assert all(f"| {' | '.join(row)} |" in text for cells in tables for row in (cells.head, *cells.rows))


@pytest.fixture(name="figures")
def _figures(tmp_path: Path) -> ClassFigures:
    """Three results: one memoized search, and two that ran plainly for the same reason in different functions."""
    shortcuts = [
        {"functions": ["search"], "why": ""},
        {"functions": [], "why": "'result' uses 'print'"},
        {"functions": [], "why": "'player' uses 'print'"},
    ]
    for number, (seconds, shortcut) in enumerate(zip((1, 2, 9), shortcuts, strict=True)):
        text = json.dumps({"timing": {"cpu_seconds": seconds}, "shortcut": shortcut})
        folder_with(tmp_path, {f"student {number}/result.json": text})
    return read_figures("class", tmp_path, Cost(cpu=4.5, wall=2), without_search=1)


def test_a_class_is_read_from_its_results(figures: ClassFigures) -> None:
    """Submissions are apart from the rest; no share counts files without a search; reasons leave out function names."""
    costs, reasons = class_tables([figures])
    assert [cell for _, cell in costs.rows] == [
        "3",
        "1",
        "1 (50 %)",
        "4.00",
        "2.00",
        "1.00",
        "5.50",
        "0.50",
        "4.50",
        "0.50",
    ]
    assert reasons.rows == (("... uses 'print'", "2"),)
    found = [(claim.found.middle, claim.met) for claim in class_claims([figures])]
    assert found == [(50, False), (4.5, False), (0.5, False), (0.5, False)]


def test_two_checkouts_are_two_columns(figures: ClassFigures) -> None:
    """Each has its own count of a reason that only one of them has."""
    other = replace(figures, name="other", reasons=Counter())
    assert class_tables([figures, other])[1].rows == (("... uses 'print'", "2", "0"),)
    assert class_tables([]) == []
