"""How a lost game on the keyboard is shown."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.marking.mark import mark
from grader.model.result import Result
from grader.sandbox.launching.launcher import launcher
from grader.text.reasons import said
from tests.fixture_folders import ROOT, SLOW, fixtures


@pytest.fixture(scope="module")
def loser() -> Result:
    """Return the result of a program whose AI takes the first free cell."""
    fixture = fixtures()["lab4-best-move-first-cell"]
    one = launcher()
    try:
        return mark(fixture.submission, fixture.rubric, one)
    finally:
        one.close()


@SLOW
def test_the_command_of_a_dialogue_plays_it_again(loser: Result, tmp_path: Path) -> None:
    """It needs only Python and the file, and prints the same last lines; the transcript has what was typed."""
    check = next(c for item in loser.criteria for c in item.checks if c.id == "play_game.never_loses")
    shutil.copy(ROOT / "fixtures" / "lab4-best-move-first-cell" / "AI_game.py", tmp_path)
    assert check.reproduce is not None
    assert check.counterexample is not None
    assert '"' not in check.reproduce[len('python -c "') : -1]

    command = check.reproduce.removeprefix('python -c "').removesuffix('"')
    shown = subprocess.run([sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)

    printed = [part.text for part in check.counterexample.transcript if part.who == "program"]
    assert printed[-1].split("\n")[-2] in shown.stdout
    typed = [part.text for part in check.counterexample.transcript if part.who == "you"]
    assert len(typed) == 3, "three marks in a row are the shortest way to lose"
    assert re.fullmatch(r"the AI loses in [\d,]+ of [\d,]+ games", said(check.reasons))


@SLOW
def test_a_lost_game_is_counted_among_all_that_a_human_can_play(loser: Result) -> None:
    """Every leaf of the tree is one game."""
    check = next(c for item in loser.criteria for c in item.checks if c.id == "play_game.never_loses")

    assert check.of is not None
    assert check.wrong is not None
    assert 0 < check.wrong < check.of
