"""How long dialogues would have taken without the memo, as their frames say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.sandbox.running.dialogues import NO_ANSWERS
from grader.sandbox.shortcut.decider import ShortcutDialogueRunner
from grader.sandbox.shortcut.trial import CallCost
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import SourceText

NOTHING = CallCost(plain=0.0, overhead=0.0)
GOOD = {"type": "said", "real": 10, "saved": 3000, "calls": 500, "inconsistency": None}


def runner(call_cost: CallCost) -> ShortcutDialogueRunner:
    """Return a runner that only reads frames."""
    probes: Any = SimpleNamespace(source=SourceText([]))
    return ShortcutDialogueRunner(probes, NO_ANSWERS, call_cost)


@pytest.mark.parametrize(
    "change",
    [
        {"real": -1},
        {"real": None},
        {"saved": 1.5},
        {"saved": 2**60},
        {"calls": True},
        {"calls": "5"},
        {"inconsistency": False},
        {"inconsistency": "f loops"},
    ],
)
def test_a_forged_cost_is_garbled(change: dict[str, object]) -> None:
    """What a plain run would have taken is a claim: whole numbers, bounded; and a reason, or nothing."""
    with pytest.raises(MalformedFrame):
        runner(NOTHING).read_cost(Frame({**GOOD, **change}))


@pytest.mark.parametrize(
    ("call_cost", "longest_part"),
    [
        (NOTHING, 3.01),
        (CallCost(plain=0.001, overhead=0.004), 1.01),
        (CallCost(plain=0.001, overhead=0.006), 0.51),
    ],
)
def test_what_a_part_of_a_dialogue_costs_plainly_is_added_up(call_cost: CallCost, longest_part: float) -> None:
    """By the larger of two estimates, over all frames of the part."""
    cost = runner(call_cost)
    cost.read_cost(Frame({**GOOD, "type": "asked"}))
    assert cost.longest_part == pytest.approx(longest_part)

    for _ in range(2):
        cost.read_cost(Frame(GOOD))
    cost.read_cost(Frame({**GOOD, "type": "spoke", "inconsistency": ["answers-not-kept", []]}))
    assert cost.longest_part == pytest.approx(3 * longest_part)
    assert cost.inconsistent
