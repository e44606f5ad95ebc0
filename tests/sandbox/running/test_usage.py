"""What a submission has used: what its probes took, and what counts against its limit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.model.answer import Answer
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.sandbox.running.usage import Usage, is_near_limit

LIMITS = Limits(submission_seconds=100)


def ended(cpu_seconds: float, waited: float = 0.0, used: float = 0.0) -> Any:  # noqa: ANN401 - stands for a probe
    """Return a stand-in for a probe that has ended, with what `Usage` reads of it."""
    return SimpleNamespace(cpu_seconds=cpu_seconds, waited=waited, cpu_used=lambda: used)


def test_a_plain_probe_counts_twice() -> None:
    """In the time that was really taken, and against the limit."""
    usage = Usage(LIMITS)
    usage.add_probe(ended(30, waited=7))

    assert (usage.cpu_seconds, usage.left()) == (30, 70)
    assert usage.idle_left() == 93
    assert [usage.time_allowed(60, ended(0, used=used)) for used in (0, 50, 80)] == [60, 20, 0]


def test_what_the_shortcut_uses_counts_in_the_end_and_against_no_limit() -> None:
    """A prediction counts against the limit, the probe that made it does not."""
    plain, memoized = Usage(LIMITS), Usage(LIMITS)
    plain.charge(40)
    memoized.add_probe(ended(5, waited=1))
    plain.merge(memoized)

    assert (plain.cpu_seconds, plain.left(), plain.waited) == (5, 60, 1)


def test_seconds_charged_elsewhere_leave_as_much_time_as_before() -> None:
    """They are part of one probe's CPU time and of another usage's budget; each is counted once."""
    plain, memoized = Usage(LIMITS), Usage(LIMITS)
    memoized.charge_elsewhere(20, plain)
    assert memoized.time_allowed(1000, ended(0, used=25)) == 95
    memoized.add_probe(ended(25))
    plain.merge(memoized)

    assert memoized.left() == 95
    assert (plain.cpu_seconds, plain.left()) == (25, 80)


@pytest.mark.parametrize(("seconds", "near", "end"), [(0.9, False, "returned"), (1, True, "returned"), (2.1, True, "")])
def test_one_rule_says_what_is_near(seconds: float, near: bool, end: str) -> None:  # noqa: FBT001 - a row
    """From half of a limit on; beyond the limit there is no answer."""
    usage, answer = Usage(LIMITS), Answer(end=ChildEnd.RETURNED, value=1)
    got = usage.apply_limit("ask", answer, seconds, 2)

    assert is_near_limit(seconds, 2) is near
    assert usage.near_limit == ((f"ask: {seconds:.1f} s of 2 s",) if near else ())
    assert got.end is (ChildEnd.RETURNED if end else ChildEnd.CPU_LIMIT)
    assert (got is answer) is not near
    assert usage.first_seconds == {"ask": seconds}
