"""Generated searches that keep state answer alike with a memo and without it, or have none."""

from __future__ import annotations

import copy
import os
import sys
import types
import warnings
from contextlib import redirect_stdout

import pytest

from grader.model.rubric import Rubric
from grader.sandbox.inside import boards
from grader.sandbox.inside.serving.patched_runtime import TailStream
from grader.sandbox.launching.launcher import Launcher
from tests.fixture_folders import EVERY, SLOW
from tests.shortcut.comparison import compared_here, submission_of
from tests.shortcut.in_process import answers_of, attached, open_boards, plainly
from tests.shortcut.stateful_searches import SHAPES, STATES, fits, searches

SEED = 3
COUNT = 200 if EVERY in os.environ else 40
PARTS = 8
GRADED = 4


@pytest.fixture(autouse=True)
def _as_in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy boards as the sandbox does."""
    monkeypatch.setattr(copy, "deepcopy", boards.deepcopy)
    monkeypatch.setitem(sys.modules, "tictactoe", types.ModuleType("tictactoe"))


@pytest.mark.parametrize("part", range(PARTS))
def test_a_search_that_keeps_state_answers_alike_both_ways(part: int) -> None:
    """On boards with up to seven free cells, up to where the memo is rejected."""
    asked = open_boards(7, 9)
    for name, source in [*searches(COUNT, SEED)][part::PARTS]:
        with redirect_stdout(TailStream()) as output, warnings.catch_warnings(action="ignore"):
            one = attached(source, output)
            if one.memoizer.meter is not None:
                answers = answers_of(one.module, asked, one.meter)
                assert answers == answers_of(plainly(source), asked[: len(answers)]), name


@SLOW
@pytest.mark.parametrize(("name", "source"), [*searches(GRADED, SEED + 1)])
def test_a_search_that_keeps_state_gets_the_same_result_both_ways(
    name: str, source: str, default_rubric: Rubric, zygote: Launcher
) -> None:
    """The whole of `result.json`, apart from timing and the note on the shortcut."""
    assert () == compared_here(submission_of(name, source), default_rubric, zygote).differences


def test_every_state_comes_in_every_shape_that_it_fits() -> None:
    """And no two programs are the same file."""
    pairs = [(state, shape) for state in STATES for shape in SHAPES if fits(state, shape)]
    made = dict(searches(len(pairs), SEED))

    assert len(pairs) == len({*made.values()}) > 250
    for state, shape in pairs:
        assert any(f"-{state}-{shape}-" in name for name in made)
    for source in made.values():
        compile(source, "tictactoe.py", "exec", dont_inherit=True)
