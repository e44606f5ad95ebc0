"""What a person reads who waits."""

from __future__ import annotations

import pytest

from grader.model.progress import Doing, FunctionDone, Work
from grader.text.progress_text import doing_text, function_done_text


@pytest.mark.parametrize(
    ("doing", "text"),
    [
        (Doing(work=Work.IMPORT), "importing my file.py"),
        (Doing(work=Work.IMPORT, seconds=31.2, limit=60), "importing my file.py: 31 s of 60 s CPU"),
        (Doing(work=Work.ASK, function="player", done=0, of=4520), "player: 0 of 4,520 boards"),
        (
            Doing(work=Work.ASK, function="minimax", done=2310, of=4520, seconds=31, limit=60),
            "minimax: 2,310 of 4,520 boards; this call 31 s of 60 s CPU",
        ),
        (
            Doing(work=Work.ASK, function="result", done=1, of=2, noun="moves", seconds=0.9, limit=2),
            "result: 1 of 2 moves",
        ),
        (Doing(work=Work.GAMES, seconds=4, limit=60), "playing games; this call 4 s of 60 s CPU"),
        (Doing(work=Work.MIXED_CALLS, done=3, of=9, noun="calls"), "calling the functions in turn: 3 of 9 calls"),
    ],
)
def test_a_line_says_what_is_being_done(doing: Doing, text: str) -> None:
    """How far it is, and how long the running call may still take once it takes long."""
    assert text == doing_text(doing, "my file.py")


@pytest.mark.parametrize(
    ("done", "text"),
    [
        (FunctionDone(function="winner", asked=5478, of=5478, wrong=212), "winner: 5,478 boards, 212 wrong"),
        (
            FunctionDone(function="result", asked=40800, of=40800, wrong=0, noun="moves"),
            "result: 40,800 moves, none wrong",
        ),
        (FunctionDone(function="play_game", asked=233, of=233, noun="games"), "play_game: 233 games"),
        (FunctionDone(function="minimax", asked=0, of=0, wrong=0), "minimax: not there"),
        (FunctionDone(function="minimax", asked=1, of=5478, wrong=1), "minimax: 1 of 5,478 boards, 1 wrong"),
    ],
)
def test_a_function_that_is_done_has_a_row(done: FunctionDone, text: str) -> None:
    """Without points: other calls may still show a fault of it."""
    assert text == function_done_text(done)
