"""What makes the grader reject the answers of a memoized sweep."""

from __future__ import annotations

import pytest

from grader.model.answer import Answer
from grader.model.verdict import ChildEnd
from grader.sandbox.shortcut.trial import ShortcutRejected, UntriedSweep, require_consistent, require_same_outcomes
from grader.sandbox.wire.frames import Frame
from tests.sandbox.sandbox_helpers import calls

ONE = Answer(end=ChildEnd.RETURNED, value=1)


@pytest.mark.parametrize(
    "other",
    [
        Answer(end=ChildEnd.RETURNED, value=True),
        Answer(end=ChildEnd.RETURNED, value=1.0),
        Answer(end=ChildEnd.RETURNED, value=1, after=[]),
        Answer(end=ChildEnd.RETURNED, value=1, shares_rows=True),
        Answer(end=ChildEnd.MEMORY_LIMIT, value=1),
    ],
)
def test_outcomes_are_compared_to_the_type(other: Answer) -> None:
    """Equal numbers of two types differ; only the time of a call may."""
    require_same_outcomes([ONE, ONE], [ONE, Answer(end=ChildEnd.RETURNED, value=1, seconds=3)])
    with pytest.raises(ShortcutRejected, match="other answers"):
        require_same_outcomes([ONE, ONE], [ONE, other])


def test_a_sample_that_was_closed_early_is_no_agreement() -> None:
    """A process that does not answer all of it has not confirmed the rest."""
    with pytest.raises(ShortcutRejected, match="other answers"):
        require_same_outcomes([ONE, ONE], [ONE])


@pytest.mark.parametrize(
    ("answers", "inconsistency", "reason"),
    [
        ([ONE, ONE], None, ""),
        ([ONE], "f loops", "f loops"),
        ([ONE], None, "did not come back"),
        ([ONE, Answer(end=ChildEnd.EXITED)], None, "did not come back"),
    ],
)
def test_a_sweep_stands_where_every_call_came_back(
    answers: list[Answer], inconsistency: str | None, reason: str
) -> None:
    """And if nothing contradicted the memo; contradictions are looked at first."""
    sweep = UntriedSweep(answers=answers, closing=Frame({"type": "done"}), seconds=0, inconsistency=inconsistency)
    if not reason:
        require_consistent(sweep, calls("think")[:2])
        return
    with pytest.raises(ShortcutRejected, match=reason):
        require_consistent(sweep, calls("think")[:2])
