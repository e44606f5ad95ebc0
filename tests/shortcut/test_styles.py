"""The styles of the corpus: right solutions, most of which can be memoized, none of which then answers otherwise."""

from __future__ import annotations

import os

import pytest

from benchmarks.corpus import ALPHA_BETA, TYPICAL, styles
from grader.game.tree import table
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import Launcher
from tests.fixture_folders import EVERY, SLOW, sampled
from tests.shortcut.comparison import (
    CALLS,
    answers,
    claim_of,
    compared_here,
    differences,
    submission_of,
)

FEW_FREE = 5 if EVERY in os.environ else 4
REJECTED = {"own-memo"}
"""Styles that reach a tripwire: a dict of the file that keeps answers."""
SAMPLE = tuple(call for call in CALLS if call.board.count(".") <= FEW_FREE)[::24]


@pytest.mark.parametrize("name", sampled(styles(), 4))
def test_a_style_answers_alike_both_ways_and_rightly(name: str, default_rubric: Rubric, zygote: Launcher) -> None:
    """On a sample of boards whose plain search is quick, in one probe each."""
    submission = submission_of(name, styles()[name])
    plain = answers(submission, default_rubric, zygote, SAMPLE, memoized=False)

    memoized = answers(submission, default_rubric, zygote, SAMPLE, memoized=True)

    assert plain is not None
    assert memoized == (None if name in REJECTED else plain)
    for call, told in zip(SAMPLE, plain, strict=True):
        moves = [str(divmod(cell, 3)) for cell in table()[call.board].best]
        assert any(move in told for move in moves or ["None, None, None"]), call.board


def test_most_styles_are_memoized(default_rubric: Rubric, zygote: Launcher) -> None:
    """At least 80 % of them, the two that are most common among these; searches in classes of the file are not."""
    claims = {name: claim_of(submission_of(name, text), default_rubric, zygote) for name, text in styles().items()}
    memoized = {name for name, claim in claims.items() if claim.memoized}

    assert {TYPICAL, ALPHA_BETA} <= memoized
    assert len(memoized) >= 0.8 * len(claims)
    assert all(claim.reason for name, claim in claims.items() if name not in memoized)


@SLOW
def test_a_whole_grade_is_the_same_both_ways(default_rubric: Rubric, zygote: Launcher) -> None:
    """All of `result.json`, apart from timing and the note on the shortcut."""
    one = compared_here(submission_of("one", styles()["alpha-beta-undo"]), default_rubric, zygote)

    assert () == one.differences
    assert ("descend",) == one.functions
    assert str(default_rubric.automatic) == one.score


def test_a_difference_is_seen() -> None:
    """What compares two results finds that they differ, and where."""
    assert [] == list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}))
    assert ["result.a[1].b: 2 instead of 3"] == list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}))
    assert ["result.a: 1 instead of None"] == list(differences({"a": 1}, {}))
