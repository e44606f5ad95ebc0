"""The memoizer by itself: what it claims of a module, and that the answers it keeps are those of a plain run."""

from __future__ import annotations

import copy
import sys
import types

import pytest

from benchmarks.corpus import styles
from grader.sandbox.inside import boards
from grader.sandbox.inside.memoizer import Claim, Memoizer
from tests.shortcut.adversarial import modules, most_free
from tests.shortcut.in_process import FUNCTIONS, SEARCH, answers_of, cells, memoized, open_boards, plain, told

REFUSED = {
    "alias_of_global_list": "value may change the global COUNTS",
    "class_counter": "the file uses .n",
    "dict_of_functions": "minimax calls no function that calls itself",
    "enum_cells": "the cells of its boards are objects",
    "identity_under_another_name": "minimax uses is_",
    "instance_counter": "minimax calls no function that calls itself",
    "nonlocal_counter": "value.inner changes the outer variable nodes",
    "output_counts": "the file imports io",
}
"""Modules that hide state, and the reason with which they are refused."""
REJECTED = {
    "aug_param": "tick may change the global SEEN",
    "board_functions_count": "player changes the global turns",
    "callable_instance": "value uses tick",
    "default_of_helper": "value uses tick",
    "exc_base": "tick uses the class Taken",
    "finally_return": "room swallows exceptions in a finally",
    "identity_on_top": "minimax compares with `is`, which does not ask for equality",
    "lru_cache_with_small_size": "value uses weight",
    "random_inside": "value uses random",
    "text_of_objects": "value goes by the addresses of objects, which are left to chance",
    "best_line_collected": "weigh changes what it is given",
    "default_of_inner_function": "the answers cannot be kept",
    "default_of_inner_search": "the answers cannot be kept",
    "global_set_by_caller": "something the functions read has changed",
    "result_is_argument": "the answers cannot be kept",
    "set_results": "the answers cannot be kept",
}
"""Modules whose state shows only while they run, and what contradicts the claim or which tripwire they reach."""
KEPT = (
    "board_left_changed_by_exception",
    "cells_are_sets",
    "constants_alike",
    "outer_variable_changes",
    "rows_that_are_one_list",
    "tuple_twice",
)
"""Modules with a memo that would answer otherwise if a key or a copy were less exact."""
COUNTED = ("max-and-min-values", "alpha-beta", "nested-helpers", "negamax")


@pytest.fixture(autouse=True)
def _as_in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy boards as the sandbox does."""
    monkeypatch.setattr(copy, "deepcopy", boards.deepcopy)


@pytest.mark.parametrize(("name", "reason"), REFUSED.items())
def test_a_module_that_hides_state_is_refused_with_a_reason(name: str, reason: str) -> None:
    """Nothing is memoized, and nothing is metered."""
    one = memoized(modules()[name])

    assert Claim(reason=one.claim.reason, stateless=one.claim.stateless) == one.claim
    assert reason == told(one.claim.reason)
    assert SEARCH not in one.claim.stateless
    assert one.memoizer.meter is None


@pytest.mark.parametrize(("name", "inconsistency"), REJECTED.items())
def test_state_that_shows_on_the_way_ends_the_memo(name: str, inconsistency: str) -> None:
    """Up to there the answers are those of a plain run."""
    source, asked = modules()[name], open_boards(most_free(name), 5)
    one = memoized(source)
    answers = answers_of(one.module, asked, one.meter)

    assert inconsistency == told(one.meter.inconsistency)
    assert answers == answers_of(plain(source), asked[: len(answers)])


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_answers_as_a_plain_run(name: str) -> None:
    """On every fifth board, among them boards that meet the same positions again."""
    source, asked = modules()[name], open_boards(most_free(name), 5)
    one = memoized(source)

    assert answers_of(one.module, asked, one.meter) == answers_of(plain(source), asked)
    assert one.meter.inconsistency is None


@pytest.mark.parametrize("style", [*styles()][::3])
def test_a_style_answers_as_a_plain_run(style: str) -> None:
    """And makes some of the calls from memory, if it can be memoized."""
    source, asked = styles()[style], open_boards(4, 60)
    if "random" in source:
        pytest.skip("it answers otherwise each time")
    one = memoized(source)
    answers = answers_of(one.module, asked, one.memoizer.meter)

    assert answers == answers_of(plain(source), asked[: len(answers)])
    assert (one.claim.reason is None) == bool(one.claim.memoized)
    if one.claim.memoized and one.meter.inconsistency is None:
        assert one.meter.plain_calls > len(asked) == len(answers)


@pytest.mark.parametrize("style", COUNTED)
def test_the_calls_saved_are_counted_exactly(style: str) -> None:
    """As many as a profiler sees in a plain run of the same boards, one by one."""
    one, module = memoized(styles()[style]), plain(styles()[style])
    names = {name.rpartition(".")[2] for name in one.claim.memoized}

    assert one.claim.reason is None
    for board in open_boards(5, 60):
        before, seen = one.meter.plain_calls, 0

        def count(frame: types.FrameType, event: str, _argument: object) -> None:
            nonlocal seen
            code = frame.f_code
            seen += event == "call" and code.co_filename == "plain.py" and code.co_name in names

        answer = one.module.minimax(cells(board))
        sys.setprofile(count)
        try:
            again = module.minimax(cells(board))
        finally:
            sys.setprofile(None)
        assert (answer, one.meter.plain_calls - before) == (again, seen)


def test_the_meter_adds_up_what_is_saved() -> None:
    """A second search of the same board takes nothing and saves the whole of the first."""
    one, board = memoized(styles()["max-and-min-values"]), open_boards(6, 1)[0]
    one.module.minimax(cells(board))
    calls, taken, plainly = one.meter.plain_calls, one.meter.cpu_taken, one.meter.cpu_plain
    one.module.minimax(cells(board))

    assert 2 * calls == one.meter.plain_calls
    assert plainly >= taken > 0
    assert 2 * plainly <= one.meter.cpu_plain + 1e-3
    assert one.meter.cpu_saved == pytest.approx(one.meter.cpu_plain - one.meter.cpu_taken)


def test_functions_that_may_run_beside_the_memo_are_named() -> None:
    """Those of the ones asked about that do not see identity; a clock moves only when it is looked at."""
    more = "import time\ndef slow(board):\n    return time.time()\ndef odd(board):\n    return id(board)\n"
    claim = memoized(styles()["max-and-min-values"] + more, ["actions", "slow", "odd"]).claim

    assert (SEARCH, "actions", "slow") == claim.memo_safe
    assert {*FUNCTIONS} == {*claim.stateless}


def test_before_it_is_attached_a_module_runs_plainly() -> None:
    """Its wrappers keep nothing, and it can be attached afterwards."""
    source = styles()["max-and-min-values"]
    memoizer, module = Memoizer(source, "tictactoe.py", SEARCH), types.ModuleType("tictactoe")
    memoizer.prepare(module)
    exec(memoizer.compile(), vars(module))  # noqa: S102 - a source of our own
    board = open_boards(4, 1)[0]
    before = module.minimax(cells(board))

    assert Claim() == memoizer.claim
    assert memoizer.meter is None
    assert memoizer.attach(module, FUNCTIONS, ["X", "O", None]).memoized
    assert memoizer.meter is not None
    assert memoizer.meter.plain_calls == 0
    assert before == module.minimax(cells(board))
    assert memoizer.meter.plain_calls > 0


def test_a_file_that_is_no_python_is_refused_at_once() -> None:
    """With the error of an import."""
    with pytest.raises(SyntaxError):
        Memoizer("def minimax(board:\n", "tictactoe.py", SEARCH)
    with pytest.raises(SyntaxError):
        Memoizer("return 1\n", "tictactoe.py", SEARCH).compile()
