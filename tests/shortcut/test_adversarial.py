"""Modules that hide state where wrong memoization would change their answers are run plainly or memoized exactly."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Protocol

import pytest

from grader.model.answer import Call
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.shortcut.claim import ShortcutClaim
from tests.fixture_folders import EVERY, sampled
from tests.shortcut.adversarial import MODULES, SLOW, defined, modules, most_free, paths, story
from tests.shortcut.comparison import CALLS, SEARCH, answers, submission_of

Claims = Callable[[Submission], ShortcutClaim]


class Search(Protocol):
    """Gives the answers of a module's search; None if its memo was rejected."""

    def __call__(self, name: str, *, memoized: bool) -> list[str] | None:
        """Ask once, with a memo or without."""


ASKED = [name for name, path in paths().items() if EVERY in os.environ or path.parent == MODULES]
"""Those in folders are asked in `test_effects` and `test_rules`, without a sandbox."""
QUICK = sampled((name for name in ASKED if not story(name).startswith(SLOW)), 12)
STEP = 5 if EVERY in os.environ else 20
"""A module is asked about every fifth board, or twentieth."""


def calls_for(name: str, function: str = SEARCH) -> tuple[Call, ...]:
    """Return some of the calls of `function`, as many as a plain run of module `name` makes in a second."""
    boards = [call.board for call in CALLS if call.board.count(".") <= most_free(name)]
    return tuple(Call(function=function, board=board) for board in boards[::STEP])


@pytest.fixture(scope="module")
def search(default_rubric: Rubric, zygote: Launcher) -> Search:
    """Return what asks the search of a module, once for all tests."""

    def ask(name: str, *, memoized: bool) -> list[str] | None:
        submission = submission_of(name, modules()[name])
        return answers(submission, default_rubric, zygote, calls_for(name), memoized=memoized)

    return cache(ask)


@pytest.mark.parametrize("name", QUICK)
def test_what_a_module_hides_changes_no_answer(name: str, claim: Claims, search: Search) -> None:
    """Nothing is memoized, or the memo is rejected on the way, or every board asked is answered as in a plain run."""
    if not claim(submission_of(name, modules()[name])).memoized:
        return
    memoized = search(name, memoized=True)

    assert memoized is None or memoized == search(name, memoized=False)


def test_what_is_said_to_keep_nothing_answers_alike_in_any_order(
    claim: Claims, search: Search, default_rubric: Rubric, zygote: Launcher
) -> None:
    """
    Each function that a module defines, run without the memo, from the first board to the last and back.

    A search with tripwires is said to keep nothing only as long as it reaches none of them.
    """
    for name in QUICK:
        submission = submission_of(name, modules()[name])
        claimed = claim(submission)
        said = claimed.stateless & defined(name)
        if claimed.memoized and search(name, memoized=True) is None:
            said -= {SEARCH}
        for function in sorted(said - {"result"}):
            calls = calls_for(name, function)
            forward = (
                search(name, memoized=False)
                if function == SEARCH
                else answers(submission, default_rubric, zygote, calls, memoized=False)
            )
            backward = answers(submission, default_rubric, zygote, calls[::-1], memoized=False)

            assert forward is not None, (name, function)
            assert backward is not None, (name, function)
            assert forward == backward[::-1], (name, function)


def test_every_module_says_in_a_sentence_what_it_hides() -> None:
    """No two docstrings are equal: each module is there for another reason."""
    stories = {name: story(name) for name in modules()}

    assert [] == [name for name, text in stories.items() if len(text.split()) < 3 or text[-1] != "."]
    assert len(stories) == len(set(stories.values()))


def test_the_modules_are_imported(claim: Claims) -> None:
    """A module that fails would show nothing; some are memoized."""
    claims = {name: claim(submission_of(name, modules()[name])) for name in sampled(ASKED, 6)}

    assert [] == [name for name, one in claims.items() if "imported" in one.reason]
    assert len([one for one in claims.values() if one.memoized]) > len(claims) // 20
