"""Mutants of several styles answer alike with the shortcut and without it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from benchmarks.corpus import TYPICAL, styles
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.shortcut.claim import ShortcutClaim
from tests.fixture_folders import SLOW, sampled
from tests.shortcut.comparison import CALLS, answers, compared_here, submission_of
from tests.shortcut.mutants import mutants
from tests.shortcut.work import PLAIN_STYLES, QUICK_STYLES, mutated

SEED = 20
FEW_FREE = 4
SAMPLE = tuple(call for call in CALLS if call.board.count(".") <= FEW_FREE)[::24]
COUNT = 30


@cache
def few() -> list[Submission]:
    """Make mutants of all styles, named by style and place."""
    return [submission_of(*mutant) for mutant in mutated((*QUICK_STYLES, *PLAIN_STYLES), COUNT, SEED)]


@pytest.fixture(scope="module")
def kept(
    claim: Callable[[Submission], ShortcutClaim], default_rubric: Rubric, zygote: Launcher
) -> Callable[[int], list[str] | None]:
    """Return a function that gives the answers of a mutant with a memo; None without one, or where it was rejected."""

    def ask(number: int) -> list[str] | None:
        submission = few()[number]
        memoized = claim(submission).memoized
        return answers(submission, default_rubric, zygote, SAMPLE, memoized=True) if memoized else None

    return cache(ask)


@pytest.mark.parametrize("number", sampled(range(COUNT), 3))
def test_a_mutant_answers_alike_both_ways(
    number: int, kept: Callable[[int], list[str] | None], default_rubric: Rubric, zygote: Launcher
) -> None:
    """On a sample of boards, including its wrong answers; a mutant whose memo is rejected is not compared."""
    memoized = kept(number)

    if memoized is not None:
        assert memoized == answers(few()[number], default_rubric, zygote, SAMPLE, memoized=False)


@SLOW
def test_most_mutants_are_compared(kept: Callable[[int], list[str] | None]) -> None:
    """If few mutants were compared, the test above would prove little."""
    assert sum(kept(number) is not None for number in range(COUNT)) >= 0.6 * COUNT


@SLOW
def test_a_mutant_gets_the_same_result_both_ways(default_rubric: Rubric, zygote: Launcher) -> None:
    """The whole of `result.json`, apart from timing and the note on the shortcut."""
    mutant = next(mutated(("alpha-beta-undo",), 20, SEED))

    assert () == compared_here(submission_of(*mutant), default_rubric, zygote).differences


def test_mutants_are_different_files_that_compile() -> None:
    """None equals its source or another one, and a seed always makes the same."""
    made = list(islice(mutants(styles()[TYPICAL], SEED), 20))

    assert len({styles()[TYPICAL], *made}) == 21
    assert made == list(islice(mutants(styles()[TYPICAL], SEED), 20))
    assert made != list(islice(mutants(styles()[TYPICAL], SEED + 1), 20))
    for source in made:
        compile(source, "tictactoe.py", "exec")
