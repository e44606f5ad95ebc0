"""What is known about functions that are not there: under which name they are, what to hand in, what to write next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import Zygote
from grader.story import failures
from grader.story.findings import findings, fix_first
from tests.fixture_folders import SLOW
from tests.shortcut.comparison import submission_of

RIGHT = (Path(__file__).parents[3] / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text()
Headline: TypeAlias = Callable[..., str]

UNWRITTEN = ("terminal", "utility", "minimax")


@pytest.fixture(scope="module")
def headline(default_rubric: Rubric) -> Iterator[Headline]:
    """Grade a file, or some functions of it, and return what is said to fix first."""
    launcher = Zygote()

    def of(source: str, *functions: str) -> str:
        rubric = default_rubric.restricted_to(frozenset(functions)) if functions else default_rubric
        result = mark(submission_of("a", source), rubric, launcher)
        assert result.fault == ""
        first = fix_first(findings(result))
        return "" if first is None or not first.costs else failures.headline(first)

    yield of
    launcher.close()


def test_a_function_under_another_name_is_named(headline: Headline) -> None:
    """Not the helpers that only pass its answers on: `max_value` returns the score of a finished board too."""
    assert headline(RIGHT.replace("utility(", "score("), "utility") == (
        "utility: `score` (line 85) answers as it must on 958 of 958 boards: rename it"
    )


@SLOW
def test_a_function_beside_its_empty_place_is_named(headline: Headline) -> None:
    """The place was left as it was handed out."""
    source = RIGHT.replace("utility(", "score(") + "\n\ndef utility(board):\n    raise NotImplementedError\n"

    assert (
        headline(source, "utility") == "utility: `score` (line 85) answers as it must on 958 of 958 boards: rename it"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("return -1", "return 1", id="wrong"),
        pytest.param("def score(board)", "def score(board, depth)", id="other parameters", marks=SLOW),
    ],
)
def test_a_function_that_does_not_answer_rightly_is_not_named(old: str, new: str, headline: Headline) -> None:
    """A wrong answer on one board is enough, and so is another parameter; recursive helpers are not meant."""
    source = RIGHT.replace("utility(", "score(").replace(old, new)

    assert "rename" not in headline(source, "utility")


@SLOW
def test_the_search_is_found_too(headline: Headline) -> None:
    """Its answers are kept, so that asking all boards takes no longer than in the checks."""
    assert headline(RIGHT.replace("minimax(", "best_move("), "minimax").startswith(
        "minimax: `best_move` (line 97) answers"
    )


def test_functions_that_are_not_written_are_listed_in_the_order_in_which_to_write_them(headline: Headline) -> None:
    """Whether they are placeholders or missing."""
    source = RIGHT[: RIGHT.index("def terminal")] + "def terminal(board):\n    raise NotImplementedError\n"

    assert headline(source) == "not written yet: terminal, utility, minimax. Write terminal next"


@SLOW
def test_a_function_without_code_is_listed_though_not_every_board_was_asked(headline: Headline) -> None:
    """The games of a `minimax` are over at once where `result` is wrong."""
    source = RIGHT[: RIGHT.index("def terminal")].replace("return O", 'return "Y"')
    source += "".join(f"def {name}(board):\n    raise NotImplementedError\n\n" for name in UNWRITTEN)

    assert headline(source) == "not written yet: terminal, utility, minimax. Write terminal next"


@SLOW
@pytest.mark.parametrize(
    ("module", "remedy"),
    [
        pytest.param("util", "util.py was not handed in: put it beside your file", marks=SLOW),
        ("numpy", "numpy is not available while grading: write it without"),
    ],
)
def test_a_module_that_is_not_there_is_what_all_that_use_it_lack(module: str, remedy: str, headline: Headline) -> None:
    """One finding for all functions, with the line and the name that is used."""
    body = f"def winner(board):\n    import {module}\n    return {module}.wins(board)\n\n\n"
    source = RIGHT[: RIGHT.index("def winner")] + body + RIGHT[RIGHT.index("def terminal") :]

    assert headline(source, "winner", "terminal", "utility") == f"{remedy} (tictactoe.py:59 uses `{module}.wins`)"


def test_a_module_that_several_functions_use_in_lines_of_their_own_is_one_finding(headline: Headline) -> None:
    """The headline has the first line."""
    source = RIGHT[: RIGHT.index("def terminal")] + "".join(
        f"def {name}(board):\n    import util\n    return util.{name}(board)\n\n\n" for name in ("terminal", "utility")
    )

    assert headline(source, "terminal", "utility").endswith("beside your file (tictactoe.py:74 uses `util.terminal`)")
