"""The generated wrappers: called in every way the function can be called, they answer as it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.sandbox.inside.memoizer.cache import Memo
from grader.sandbox.inside.memoizer.instrument import WrapperFactory
from tests.shortcut.in_process import cells

BOARD = cells("XO.......")


def everything(board: object, /, turn: object = "X", *, depth: int = 3, low: float) -> str:
    """Take parameters of every kind that can be memoized."""
    return repr((board, turn, depth, low))


@pytest.mark.parametrize(
    ("positional", "named"),
    [
        ((BOARD,), {"low": 0.0}),
        ((BOARD,), {"low": -0.0}),
        ((BOARD, True), {"low": 1}),
        ((BOARD, 1), {"low": 1.0, "depth": True}),
        ((BOARD,), {"turn": [1], "low": float("inf"), "depth": 0}),
        ((5, (1, 2)), {"low": float("nan")}),
    ],
)
def test_arguments_arrive_as_they_were_given(positional: tuple[Any, ...], named: dict[str, Any]) -> None:
    """From memory too: values that are equal but of another type or sign have another answer."""
    memo = Memo()
    memo.max_depth = 10
    wrapper = WrapperFactory(memo).wrap(everything, None)
    memo.begin(None)
    for other in (0.0, -0.0, 1, True, 1.0):
        wrapper(BOARD, low=other)

    for _time in range(2):
        assert everything(*positional, **named) == wrapper(*positional, **named)
    for arguments in ((), (BOARD,), (BOARD, 1, 2)):
        with pytest.raises(TypeError):
            wrapper(*arguments)


def test_a_wrapper_is_called_like_its_function() -> None:
    """By name, by documentation and by module."""
    wrapper = WrapperFactory(Memo()).wrap(everything, None)

    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        assert getattr(everything, name) == getattr(wrapper, name)


@pytest.mark.parametrize(
    "function", [lambda *boards: boards, lambda **options: options, lambda _memo_target: _memo_target]
)
def test_parameters_that_cannot_be_a_key_are_refused(function: Callable[..., Any]) -> None:
    """Any number of them, or names that the wrapper uses itself."""
    factory = WrapperFactory(Memo())

    assert function is factory.wrap(function, None)
    assert factory.refused


def test_inner_functions_of_one_definition_share_their_answers() -> None:
    """As far as the outer variables they depend on are the same."""
    memo = Memo()
    memo.max_depth = 10
    factory = WrapperFactory(memo)
    asked = []

    def outer(turn: str) -> Callable[[list[list[str]]], str]:
        def inner(board: list[list[str]]) -> str:
            asked.append(turn)
            return f"{turn}{board[0][0]}"

        wrapped: Callable[[list[list[str]]], str] = factory.wrap(inner, lambda: (turn,))
        return wrapped

    outer("X")
    memo.begin(None)

    assert ["XX", "XX", "OX", "OX"] == [outer(turn)(cells("X........")) for turn in "XXOO"]
    assert ["X", "O"] == asked
