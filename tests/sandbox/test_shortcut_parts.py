"""What the marker reads of the exact shortcut in a frame, and what it predicts from it."""

from __future__ import annotations

import array

import pytest

from grader.sandbox.memoized import claim
from grader.sandbox.wire.frames import Frame, MalformedFrame


@pytest.mark.parametrize(
    "said",
    [
        7,
        {"memoized": "minimax", "why": None, "steady": []},
        {"memoized": [1], "why": None, "steady": []},
        {"memoized": ["f"] * 51, "why": None, "steady": []},
        {"memoized": [], "why": 1, "steady": []},
        {"memoized": [], "why": None, "steady": {"player": True}},
    ],
)
def test_what_is_said_of_the_shortcut_is_checked(said: object) -> None:
    """It comes from inside the wall."""
    with pytest.raises(MalformedFrame):
        claim.claimed(Frame({"type": "ready", "shortcut": said}))


@pytest.mark.parametrize("costs", [[1], [1, 1, 1], [1, 1, 1, 1, 1], [1, 1 << 60, 0, 0], [1, 1, 1 << 60, 0]])
def test_the_costs_of_a_sweep_are_checked(costs: list[int]) -> None:
    """Two for each call, and none that is no number of calls or microseconds."""
    numbers = array.array("Q", costs).tobytes()
    with pytest.raises(MalformedFrame):
        claim.counted(Frame({"type": "done", "poison": None}, numbers), 2)


def test_what_contradicted_the_memo_is_a_phrase() -> None:
    """It names functions as the student calls them: text like any other from inside the wall."""
    assert claim.poisoned(Frame({"type": "done", "poison": None})) is None
    said = claim.poisoned(Frame({"type": "done", "poison": "f\x1b[2J loops" + "!" * 500}))
    assert said is not None
    assert "\x1b" not in said
    assert len(said) <= claim.MAX_WHY
    with pytest.raises(MalformedFrame):
        claim.poisoned(Frame({"type": "done", "poison": True}))


def test_a_prediction_is_no_less_than_what_its_parts_took() -> None:
    """A call that is slow in one position shows in the sum of the parts, not in the calls that were sampled."""
    count = claim.Count(calls=(100, 10), seconds=(40.0, 0.1))
    plainly = claim.predicted(count, [1], 0.1)

    assert (1.0, (40.0, 0.1)) == (plainly.first, plainly.most)
    assert [] == plainly.near(81)
    assert [0] == plainly.near(80)


def test_the_work_of_the_memo_makes_nobody_slow() -> None:
    """What the parts of the sampled calls took above their plain time is taken off everywhere, by the call."""
    count = claim.Count(calls=(100, 10), seconds=(5.0, 0.4))
    plainly = claim.predicted(count, [1], 0.1)

    assert pytest.approx((2.0, 0.1)) == plainly.most
    assert pytest.approx((0.01, 0.03)) == (plainly.pace.plain, plainly.pace.work)
