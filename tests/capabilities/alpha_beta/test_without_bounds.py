"""No search without bounds gets the bonus by itself."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.capabilities.alpha_beta.capability import PruningVerdict
from grader.capabilities.alpha_beta.judge import FIRST, LARGER, MORE, Checked, assessment, watch
from grader.model.search_trace import SearchTrace
from tests.capabilities.alpha_beta.own_searches import source, watched_here, watched_text
from tests.capabilities.alpha_beta.without_bounds import CORES, KNOWN, MOVES, chosen, text
from tests.fixture_folders import SLOW, sampled
from tests.sandbox.inside.tracing.recording_here import recorded


@pytest.mark.parametrize(("core", "shortcuts"), sampled(chosen(), 30))
def test_no_search_without_bounds_earns_the_bonus_by_itself(core: str, shortcuts: tuple[str, ...]) -> None:
    """Whatever it leaves out for other reasons; a person decides, or nothing is left out but by a table."""
    assessed = assessment(watched_text(text(core, shortcuts)), Decimal(10))

    assert not assessed.settled or not assessed.points


def test_every_core_and_every_shortcut_is_among_them() -> None:
    """In at least forty programs."""
    assert {core for core, _ in chosen()} == {*CORES}
    assert {shortcut for _, shortcuts in chosen() for shortcut in shortcuts} == {*KNOWN, *MOVES}
    assert len({*chosen()}) >= 40


@SLOW
def test_larger_boards_are_asked_only_if_no_bound_was_needed() -> None:
    """They cost as much as all others together."""
    asked: list[str] = []

    def record(board: str) -> SearchTrace:
        asked.append(board)
        return recorded(source("copying"), board)

    watch(record, Checked(optimal=True, rules=True))
    assert asked == [*FIRST, *MORE, *LARGER]


@SLOW
def test_a_bound_is_seen_to_be_needed_by_searches_of_many_shapes() -> None:
    """Windows as narrow as they can be, too."""
    assert {watched_here(name).verdict for name in ("narrow_window", "copying")} == {PruningVerdict.ALPHA_BETA}
