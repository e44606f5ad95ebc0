"""The memo alone: which answers it keeps, what it returns, what makes it reject itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from grader.sandbox.inside.memoizer import cache
from grader.sandbox.inside.memoizer.instrument import WrapperFactory
from tests.shortcut.in_process import cells, told

BOARD = "XO......."
KEPT: list[object] = [1]
"""An answer that this module holds."""


class Started(NamedTuple):
    """A memo that keeps answers, and a function wrapped with it."""

    memo: cache.Memo
    wrapper: Any


def started(function: Callable[..., Any], unchanged: Callable[[], bool] | None = None) -> Started:
    """Return a new memo, and `function` wrapped with it."""
    memo = cache.Memo()
    memo.max_depth = 100
    wrapper = WrapperFactory(memo).wrap(function, None)
    memo.begin(unchanged)
    return Started(memo, wrapper)


@pytest.mark.parametrize("argument", [cells(BOARD), [*BOARD], (1, 2), "text", 5, {"a": [1]}, None])
def test_an_answer_is_computed_once(argument: object) -> None:
    """For boards, which the wrapper looks up itself, and for other plain data."""
    asked = []

    def answer(value: object) -> str:
        asked.append(repr(value))
        return repr(value)

    memo, wrapper = started(answer)

    assert [repr(argument)] * 3 == [wrapper(argument) for _time in range(3)]
    assert [repr(argument)] == asked
    assert memo.meter.plain_calls == 3


def test_an_answer_that_can_change_is_handed_out_as_a_copy() -> None:
    """A caller that changes the answer changes only its copy."""
    memo, wrapper = started(lambda board: [[1], {"a": [board[0][0]]}])
    first = wrapper(cells(BOARD))
    first[1]["a"].append(2)

    assert [[1], {"a": ["X"]}] == wrapper(cells(BOARD))
    assert memo.meter.plain_calls == 2


@pytest.mark.parametrize("make", [lambda: KEPT, lambda: [KEPT], lambda: {"a": KEPT}, lambda: {1}])
def test_an_answer_that_others_hold_is_not_kept(make: Callable[[], object]) -> None:
    """Whole or in part; nor is a set, whose order is not in its value. In the end the memo is not worth it."""
    asked = []

    def answer(board: object) -> object:
        asked.append(board)
        return make()

    memo, wrapper = started(answer)
    for time in range(cache.MAX_UNKEPT):
        wrapper(cells(BOARD))
        assert len(asked) == time + 1
    with pytest.raises(cache.MemoRejectedError):
        wrapper(cells(BOARD))

    assert told(memo.meter.inconsistency) == "the answers cannot be kept"


@pytest.mark.parametrize("argument", [cells(BOARD), [*BOARD], {"a": [1]}])
def test_a_changed_argument_ends_the_memo(argument: list[object] | dict[str, object]) -> None:
    """Also where a student's code catches everything."""

    def answer(value: list[object] | dict[str, object]) -> int:
        if isinstance(value, dict):
            value["a"] = []
        else:
            value[0] = ["X", "O", "X"]
        return 1

    memo, wrapper = started(answer)
    with pytest.raises(cache.MemoRejectedError):
        wrapper(argument)

    assert told(memo.meter.inconsistency) == "answer changes what it is given"


def test_a_row_that_was_replaced_by_an_equal_one_is_a_change() -> None:
    """Other code may still hold the old row."""

    def answer(board: list[list[str]]) -> int:
        board[0] = [*board[0]]
        return 1

    memo, wrapper = started(answer)
    with pytest.raises(cache.MemoRejectedError):
        wrapper(cells(BOARD))

    assert memo.meter.inconsistency is not None


def test_calls_too_deep_for_a_plain_stack_end_the_memo() -> None:
    """Counted as a plain run has them, those from memory too."""

    def answer(number: int) -> int:
        return 0 if number == 0 else int(wrapper(number - 1))

    memo, wrapper = started(answer)
    memo.max_depth = 10
    wrapper(9)
    with pytest.raises(cache.MemoRejectedError):
        wrapper(10)

    assert told(memo.meter.inconsistency) == "answer goes 11 calls deep"


def test_a_limit_of_the_stack_ends_the_memo() -> None:
    """It is not known where a plain run would reach it."""

    def answer(_board: object) -> int:
        raise RecursionError

    memo, wrapper = started(answer)
    with pytest.raises(cache.MemoRejectedError):
        wrapper(cells(BOARD))

    assert told(memo.meter.inconsistency) == "answer comes to a limit of depth or memory"


def test_other_code_must_find_the_world_unchanged() -> None:
    """It is looked at when other code calls, not at calls from inside; so are the arguments."""
    looks = iter([True, True, False])

    def answer(number: int) -> int:
        return 0 if number == 0 else int(wrapper(number - 1))

    memo, wrapper = started(answer, lambda: next(looks))

    assert [0, 0] == [wrapper(5), wrapper(5)]
    with pytest.raises(cache.MemoRejectedError):
        wrapper(5)
    assert told(memo.meter.inconsistency) == "something the functions read has changed"

    memo, wrapper = started(lambda _value: 0, lambda: True)
    with pytest.raises(cache.MemoRejectedError):
        wrapper({1})
    assert told(memo.meter.inconsistency) == "it is given more than plain data"
