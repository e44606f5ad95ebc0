"""The examples as weighted tests of gradescope-utils, which writes JSON. Run as a script."""

from __future__ import annotations

import importlib
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from examples import EXAMPLES, Example, problem_with  # type: ignore[import-not-found] # copied beside this file
from gradescope_utils.autograder_utils.decorators import (  # type: ignore[import-not-found] # for the peer alone
    number,
    weight,
)
from gradescope_utils.autograder_utils.json_test_runner import (  # type: ignore[import-not-found] # the same
    JSONTestRunner,
)

RESULTS = Path("results.json")
Test = Callable[[unittest.TestCase], Any]


class TestTicTacToe(unittest.TestCase):
    """Two tests of the file, and one per example, added below."""

    def test_exists(self) -> None:
        """The file exists."""
        self.assertTrue(Path("tictactoe.py").is_file())  # noqa: PT009 - unittest's way

    def test_imports(self) -> None:
        """It can be imported."""
        importlib.import_module("tictactoe")


def _test_of(example: Example) -> Test:
    def test(self: unittest.TestCase) -> None:
        self.assertIsNone(problem_with(importlib.import_module("tictactoe"), example))  # noqa: PT009 - unittest's way

    test.__doc__ = example.name.replace("_", " ")
    return test


for _at, _example in enumerate(EXAMPLES, start=1):
    setattr(TestTicTacToe, f"test_{_example.name}", number(str(_at))(weight(1)(_test_of(_example))))


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestTicTacToe)
    with RESULTS.open("w", encoding="utf-8") as stream:
        outcome = JSONTestRunner(stream=stream).run(suite)
    sys.exit(not outcome.wasSuccessful())
