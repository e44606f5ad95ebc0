"""What a submission has used: what its probes took, and what counts against its limit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.model.answer import Answer
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.sandbox.running.usage import Progress, Usage, evidence_limits, is_near_limit

LIMITS = Limits(submission_seconds=100)


def ended(cpu_seconds: float, waited: float = 0.0, used: float = 0.0) -> Any:  # noqa: ANN401 - stands for a probe
    """Return a stand-in for a probe that has ended, with what `Usage` reads of it."""
    return SimpleNamespace(cpu_seconds=cpu_seconds, waited=waited, stayed=False, cpu_used=used)


def end(usage: Usage, probe: Any) -> None:  # noqa: ANN401 - stands for a probe
    """Count a probe from its begin to its end."""
    usage.begin_probe(probe)
    usage.end_probe(probe)


def test_a_plain_probe_counts_twice() -> None:
    """In the time that was really taken, and against the limit."""
    usage = Usage(LIMITS)
    end(usage, ended(30, waited=7))

    assert (usage.cpu_seconds, usage.left()) == (30, 70)
    assert usage.allowance(Progress().waits).idle_seconds == 93
    assert [usage.time_allowed(60, ended(0, used=used)) for used in (0, 50, 80)] == [60, 20, 0]


def test_evidence_counts_as_time_and_waiting_and_against_no_limit() -> None:
    """A prediction counts against the limit, the probe that made it does not."""
    evidence = Usage(LIMITS)
    usage = Usage(LIMITS, evidence)
    usage.charged_seconds += 40
    end(evidence, ended(5, waited=1))

    assert (usage.cpu_seconds, usage.left(), usage.waited) == (5, 60, 1)
    assert (usage.allowance(Progress().waits).idle_seconds, evidence.left()) == (99, 95)


def test_probes_that_run_at_the_same_time_share_what_is_left() -> None:
    """A sample runs while the probe with the kept answers is still there."""
    usage, first, second = Usage(LIMITS), ended(0, used=30), ended(0, used=50)
    usage.begin_probe(first)
    usage.begin_probe(second)

    assert usage.time_allowed(1000, second) == usage.time_allowed(1000, first) == 20


def test_seconds_charged_elsewhere_leave_as_much_time_as_before() -> None:
    """They are part of one probe's CPU time and of another usage's budget; each is counted once."""
    evidence = Usage(LIMITS)
    usage = Usage(LIMITS, evidence)
    evidence.charge_elsewhere(20, usage)
    assert evidence.time_allowed(1000, ended(0, used=25)) == 95
    end(evidence, ended(25))

    assert evidence.left() == 95
    assert (usage.cpu_seconds, usage.left()) == (25, 80)


def test_calls_that_end_their_probe_are_free_up_to_the_limit_in_all() -> None:
    """However many checks have such calls, a submission takes twice its limit and what the evidence may take."""
    usage = Usage(LIMITS)
    for _ in range(5):
        end(usage, ended(40))
        usage.take_back(40)

    assert usage.cpu_seconds == 200
    assert usage.charged_seconds == 100
    assert usage.exhausted


@pytest.mark.parametrize(("limit", "evidence"), [(300, 30), (20, 10), (2, 1)])
def test_evidence_has_a_small_limit_of_its_own(limit: float, evidence: float) -> None:
    """Half of the submission's limit, 30 s at most."""
    assert evidence_limits(Limits(submission_seconds=limit)).submission_seconds == evidence


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
