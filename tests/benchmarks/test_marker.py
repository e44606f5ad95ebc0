"""The marker's own work on a student's data takes time in proportion to the data."""

from __future__ import annotations

import pytest

from benchmarks.claims import fixture_claims
from benchmarks.fixtures import fixture_tables
from benchmarks.marker import PIECES, PROPORTIONAL, TIMES, MarkerCost, cost_of, marker_tables
from tests.fixture_folders import SLOW


@SLOW
@pytest.mark.parametrize("name", list(PIECES))
def test_no_piece_grows_faster_than_its_data(name: str) -> None:
    """Sixteen times the data take sixteen times as long, not 256 times: a busy machine does not add so much."""
    assert cost_of(name, PIECES[name]).growth < PROPORTIONAL


def test_every_piece_works() -> None:
    """On data that are small enough to try it."""
    for piece in PIECES.values():
        piece.work(min(piece.size, 2_000) // max(TIMES) * max(TIMES))()


def test_the_table_shows_seconds_by_size() -> None:
    """And how much longer the largest take than the smallest."""
    (shown,) = marker_tables([MarkerCost("outline", {10: 0.1, 20: 0.2, 40: 0.5})])

    assert shown.rows == (("outline", "40", "0.100", "0.200", "0.500", "5.0 x"),)
    assert marker_tables([]) == []


def test_the_slowest_fixtures_are_shown_with_the_target_of_the_first() -> None:
    """And the number of all."""
    seconds = {f"fixture-{number}": 3 - number / 10 for number in range(20)}
    (shown,) = fixture_tables(seconds)
    (claim,) = fixture_claims(seconds)

    assert shown.title.endswith("of 20 fixtures")
    assert (shown.rows[0], len(shown.rows)) == (("fixture-0", "3.00"), 10)
    assert ("fixture-0" in claim.text, claim.met) == (True, False)
    assert (fixture_tables({}), [*fixture_claims({})]) == ([], [])
