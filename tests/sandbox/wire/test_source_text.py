"""Which names from inside a submission's text proves."""

from __future__ import annotations

import time

import pytest

from grader.sandbox.wire.source_text import SourceText

TEXT = """
import numpy as np, os.path
from pygame.locals import *
class Game:  # raised by the staff
    async def think(self): return random.choice(np.x)
def खेल(board): ...
def ﬁnd(board): ...
"""


@pytest.mark.parametrize("name", ["numpy", "os.path", "pygame", "random.choice", "खेल", "find", "raised"])
def test_a_name_that_stands_in_the_text_is_one(name: str) -> None:
    """As Python reads it: a ligature is two letters."""
    assert SourceText([TEXT]).has_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "num",
        "raised by",
        "os.",
        "choice.random",
        "staff.raised",
        "def think",
        "x" * 81,
        "np\n",
        "ra\u200bised",
    ],
)
def test_any_other_text_is_no_name(name: str) -> None:
    """Nor are names put together from words of the text."""
    assert not SourceText([TEXT]).has_name(name)


@pytest.mark.parametrize("name", ["Game.think", "think", "खेल", "<lambda>", "think.<lambda>", "ask"])
def test_a_function_is_defined_in_the_text_or_asked_for(name: str) -> None:
    """Or is a class, a method, or has no name."""
    assert SourceText([TEXT], ["ask"]).defines(name)


@pytest.mark.parametrize("name", ["numpy", "raised", "Game.raised", "", "<lambda"])
def test_a_name_that_only_stands_in_the_text_is_no_function(name: str) -> None:
    """Nor is a method that the class lacks."""
    assert not SourceText([TEXT], ["ask"]).defines(name)


def test_marks_without_end_take_no_time() -> None:
    """Python sorts the marks of one letter by comparing each with each."""
    began = time.process_time()

    assert not SourceText(["a" + "\u0301\u0316" * 60_000]).has_name("b")
    assert time.process_time() - began < 0.5
