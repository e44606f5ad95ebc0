"""What frames may claim about the memo: values of exact types, texts cleaned."""

from __future__ import annotations

import pytest

from grader.sandbox.shortcut.claim import ShortcutClaim, inconsistency_of, read_claim
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import SourceText

SOURCE = SourceText(["def think(board):\n    raised_by_the_staff = 1\n"])

READ = Frame({"type": "read", "doubt": None})
"""Sent before any of the submission's code has run: nothing in its text speaks against a claim."""


@pytest.mark.parametrize(
    "said",
    [
        7,
        {"memoized": "minimax", "reason": None, "stateless": []},
        {"memoized": [1], "reason": None, "stateless": []},
        {"memoized": ["f"] * 51, "reason": None, "stateless": []},
        {"memoized": [], "reason": 1, "stateless": []},
        {"memoized": [], "reason": "Mark raised by the staff", "stateless": []},
        {"memoized": [], "reason": ["clock"], "stateless": []},
        {"memoized": [], "reason": None, "stateless": {"player": True}},
    ],
)
def test_what_is_said_of_the_shortcut_is_checked(said: object) -> None:
    """It comes from inside the wall."""
    with pytest.raises(MalformedFrame):
        read_claim(READ, Frame({"type": "ready", "claim": said}), SOURCE)


def test_only_functions_that_the_file_defines_are_said_to_be_memoized() -> None:
    """Any other name could be a sentence of ours."""
    said = {
        "memoized": ["Mark raised", "think", "raised_by_the_staff"],
        "reason": None,
        "stateless": [],
        "memo_safe": [],
    }

    assert read_claim(READ, Frame({"type": "ready", "claim": said}), SOURCE).memoized == ("think",)


def test_no_claim_counts_if_the_text_could_reach_whoever_makes_it() -> None:
    """What was sent before the file ran is true, whatever is sent later."""
    said = {"memoized": ["think"], "reason": None, "stateless": ["think"], "memo_safe": ["think"]}
    read = Frame({"type": "read", "doubt": ["file-imports", ["gc"]]})

    claim = read_claim(read, Frame({"type": "ready", "claim": said}), SOURCE)

    assert claim == ShortcutClaim(reason=claim.reason)
    assert claim.reason.startswith("the file imports")


def test_what_contradicted_the_memo_is_said_in_our_words() -> None:
    """The inside sends a code."""
    assert inconsistency_of(Frame({"type": "done", "inconsistency": None}), SOURCE) is None
    frame = Frame({"type": "done", "inconsistency": ["too-deep", ["think", 11]]})
    assert inconsistency_of(frame, SOURCE) == "'think' goes 11 calls deep"
