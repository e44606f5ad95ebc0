"""What makes the grader reject the answers of a memoized sweep."""

from __future__ import annotations

import pytest

from grader.model.answer import Answer
from grader.model.verdict import ChildEnd
from grader.sandbox.running.answers import CollectedAnswers
from grader.sandbox.shortcut.decider import require_consistent
from grader.sandbox.shortcut.trial import ShortcutRejected, require_same_outcomes
from grader.sandbox.wire.frames import Frame
from grader.sandbox.wire.source_text import SourceText

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
        ([ONE], ["calls-itself", ["f"]], "calls itself"),
        ([ONE], None, "did not come back"),
        ([ONE, Answer(end=ChildEnd.EXITED)], None, "did not come back"),
    ],
)
def test_a_sweep_stands_where_every_call_came_back(
    answers: list[Answer], inconsistency: list[object] | None, reason: str
) -> None:
    """And if nothing contradicted the memo; contradictions are looked at first."""
    closing = Frame({"type": "done", "inconsistency": inconsistency})
    sweep, source = CollectedAnswers(answers, closing, 0), SourceText(["def f(): pass"])
    if not reason:
        require_consistent(sweep, 2, source)
        return
    with pytest.raises(ShortcutRejected, match=reason):
        require_consistent(sweep, 2, source)
