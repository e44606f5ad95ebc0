"""The peers' files make the calls and count the costs that the benchmark claims for them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.corpus import TYPICAL, styles
from benchmarks.measuring import CommandFailed, cost_of
from benchmarks.peers.examples import EXAMPLES, Example, OneOf, problem_with
from benchmarks.peers.exhaustive_tests import boards, legal_moves, open_boards, over, refusals
from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.tictactoe.functions import CASES
from grader.game.tree import table

BURN = "import time\nwhile time.process_time() < 0.3: pass"
ORPHAN = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {BURN!r}])"


def test_the_exhaustive_file_makes_the_calls_that_the_grader_makes() -> None:
    """The comparison with it is one of equal work."""
    asked = {name: [question.call.board for question in CASES.of(name)] for name in ("player", "minimax", "utility")}
    assert sorted(asked["player"]) == sorted(open_boards())
    assert sorted(asked["minimax"]) == sorted(boards())
    assert sorted(asked["utility"]) == sorted(filter(over, boards()))
    for legal, calls in ((True, legal_moves()), (False, refusals())):
        ours = [(one.call.board, one.call.extra[0]) for one in CASES.of("result") if (one.kind == LEGAL) is legal]
        assert sorted(ours) == sorted(calls)


@pytest.fixture(scope="module", name="module")
def _module() -> ModuleType:
    module = ModuleType("tictactoe")
    exec(styles()[TYPICAL], module.__dict__)  # noqa: S102 - our own corpus
    return module


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_examples_are_right(example: Example, module: ModuleType) -> None:
    """A right solution passes each of them; for a search every best move passes and no other."""
    assert problem_with(module, example) is None
    if isinstance(example.expected, OneOf):
        best = table()[example.board].best
        assert tuple((cell // 3, cell % 3) for cell in best) == example.expected.moves


def test_an_example_sees_a_wrong_answer() -> None:
    """A module that answers nothing passes only where nothing is right."""
    idle = ModuleType("tictactoe")
    idle.__dict__.update(
        X="X", O="O", EMPTY=None, **{name: lambda *_: None for name in ("winner", "minimax", "result")}
    )
    passed = [one.name for one in EXAMPLES if hasattr(idle, one.function) and problem_with(idle, one) is None]
    assert passed == ["winner_none_yet", "winner_none_in_a_tie", "minimax_none_when_over"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a process's orphans to another one")
def test_the_cost_of_a_command_includes_what_it_left_running(tmp_path: Path) -> None:
    """A grandchild that its parent did not wait for is counted."""
    assert cost_of([sys.executable, "-c", ORPHAN], cwd=tmp_path).cpu >= 0.3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not count what a process tree uses")
def test_a_command_that_fails_costs_nothing_that_counts(tmp_path: Path) -> None:
    """The error has its exit status and the end of its output."""
    with pytest.raises(CommandFailed, match=r"(?s)exit status 3.*last words"):
        cost_of([sys.executable, "-c", "print('last words'); raise SystemExit(3)"], cwd=tmp_path)
