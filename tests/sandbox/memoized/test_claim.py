"""What frames may claim about the memo: values of exact types, texts cleaned."""

from __future__ import annotations

import pytest

from grader.sandbox.memoized.claim import MAX_REASON, inconsistency_of, read_claim
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
        read_claim(Frame({"type": "ready", "shortcut": said}))


def test_what_contradicted_the_memo_is_a_phrase() -> None:
    """It has names of the student's functions, so it is cleaned like any text from inside."""
    assert inconsistency_of(Frame({"type": "done", "poison": None})) is None
    said = inconsistency_of(Frame({"type": "done", "poison": "f\x1b[2J loops" + "!" * 500}))
    assert said is not None
    assert "\x1b" not in said
    assert len(said) <= MAX_REASON
    with pytest.raises(MalformedFrame):
        inconsistency_of(Frame({"type": "done", "poison": True}))
