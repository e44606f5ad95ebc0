"""A loop without end is not waited for, and the mark is that of a run that waits for it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from grader.marking.mark import mark
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.running import answers, endless_loop, plain_runs
from grader.sandbox.tracing import tracers
from grader.story.failures import headline
from grader.story.findings import findings, fix_first
from grader.text.reasons import said
from tests.fixture_folders import ALL_FIXTURES, ROOT, SLOW, default_rubric, fixture_in

RIGHT = (ROOT / "reference" / "tictactoe.py").read_text(encoding="utf-8")
LOOPS = {
    "actions, on boards with a mark": (
        "actions",
        "while True in [cell is not EMPTY for row in board for cell in row]: pass",
    ),
    "minimax, draws until a cell is free": (
        "minimax",
        "import random\n    while True:\n        i, j = random.sample(range(3), 2)\n        if not board[i][j]: break",
    ),
    "winner, on the empty board": ("winner", "while not any(map(any, board)): board"),
    "terminal, while a list changes": ("terminal", "at = [0]\n    while board[1][1]: at[0] = at[0] + 1"),
    "actions, while a list grows": (
        "actions",
        "moves = [board[0][0]]\n    for move in moves: moves += [move] * bool(move)",
    ),
}
"""A function, and what it begins with; `test_endless_loop.py` has all kinds of loops."""
HANGING = ("minimax-hangs-on-one-board", "lab4-minimax-hangs-on-the-empty-board")
LIMITS = Limits(import_seconds=2, call_seconds=0.2, function_seconds=(("minimax", 0.8),), submission_seconds=8)


def hanging_sources() -> dict[str, str]:
    """Return right files of which one function never ends on some boards."""
    found = {}
    for name, (function, loop) in LOOPS.items():
        before, _, rest = RIGHT.partition(f"\ndef {function}(")
        head, _, body = rest.partition('"""\n')
        found[name] = f'{before}\ndef {function}({head}"""\n    {loop}\n{body}'
    return found


def verdicts(submission: Submission, rubric_of: str, processes: Launcher) -> list[tuple[str, str, str]]:
    """Return what each check came to, with its points."""
    fixture = next(fixture_in(folder) for folder in ALL_FIXTURES if folder.name == rubric_of)
    result = mark(submission, replace(fixture.rubric, limits=LIMITS), processes)
    checks = [check for item in result.criteria for check in item.checks]
    return [(check.id, check.verdict.value, str(check.earned)) for check in checks]


@SLOW
def test_a_call_that_hangs_in_another_function_names_that_function() -> None:
    """In the verdict's words and in the headline; its command comes with a warning."""
    files = (SourceFile(path="tictactoe.py", text=hanging_sources()["actions, on boards with a mark"]),)
    item = next(item for item in default_rubric().criteria if item.shares and "result." in item.shares[0].check)
    rubric = replace(default_rubric(), criteria=(item,), only=frozenset({"result"}))
    with closing(launcher()) as processes:
        result = mark(Submission(id="s", student="S", main="tictactoe.py", files=files), rubric, processes)
    checks = [check for one in result.criteria for check in one.checks if check.verdict is Verdict.TIMEOUT]

    assert {said(check.counterexample.got) for check in checks if check.counterexample is not None} == {
        "no answer: actions never ends"
    }
    first = fix_first(findings(result))
    assert first is not None
    assert headline(first).startswith("result: actions never ends on [")


KEEPING = "    searched(board)\n    while all(board[1]) or random.choice((0, 1)) > 1: board"
SEARCHING = """    moves, k = list(actions(board)), 0
    while k < len(moves):
        best = max(value(result(board, moves[k])) for move in moves[:1])
        k += best > 1
    return moves[0]
def value(board):
    if terminal(board): return utility(board)
    return (max if player(board) == X else min)([value(result(board, move)) for move in actions(board)])"""


@SLOW
@pytest.mark.parametrize("loop", [KEEPING, SEARCHING])
def test_a_loop_around_searches_is_found(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    No call runs on after it was watched twice.

    What the memo keeps is no part of the state; and a round that takes long on one board takes a moment on fuller ones.
    """
    plain = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text(encoding="utf-8")
    text = f"{'import random' if 'random' in loop else ''}\n{plain}\nsearched = minimax\ndef minimax(board):\n{loop}\n"
    item = next(item for item in default_rubric().criteria if item.shares and "minimax." in item.shares[0].check)
    rubric = replace(default_rubric(), criteria=(item,), only=frozenset({"minimax"}))
    files = (SourceFile(path="tictactoe.py", text=text),)
    places, waited = set(), []

    def noting(*arguments: Any) -> str | None:  # noqa: ANN401 - those of find_loop
        places.add(place := endless_loop.find_loop(*arguments))
        waited.append(arguments[-1])
        return place

    monkeypatch.setattr(answers, "find_loop", noting)
    with closing(launcher()) as processes:
        mark(Submission(id="s", student="S", main="tictactoe.py", files=files), rubric, processes)

    first = next(
        at for at, line in enumerate(text.splitlines(), 1) if line in loop and line.lstrip().startswith("while")
    )
    assert places == {None, f"tictactoe.py:{first}"}
    assert max(waited) < 2 * endless_loop.WATCHED_AFTER[1]


@SLOW
@pytest.mark.parametrize("name", [*LOOPS, *HANGING])
def test_the_mark_is_that_of_a_run_that_waits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the search for loops nor shorter limits for hanging functions change a check."""
    fixture = next(folder for folder in ALL_FIXTURES if folder.name == (name if name in HANGING else "skeleton"))
    submission = fixture_in(fixture).submission
    if name in LOOPS:
        files = (SourceFile(path="tictactoe.py", text=hanging_sources()[name]),)
        submission = Submission(id="s", student="S", main="tictactoe.py", files=files)
    found: list[str | None] = []

    def noting(*arguments: Any) -> str | None:  # noqa: ANN401 - those of find_loop
        found.append(endless_loop.find_loop(*arguments))
        return found[-1]

    monkeypatch.setattr(endless_loop, "WATCHED_AFTER", (0.1, 0.3))
    monkeypatch.setattr(answers, "HASTY_SECONDS", 0.2)
    with closing(launcher()) as processes:
        for module in (answers, plain_runs, tracers):
            monkeypatch.setattr(module, "find_loop", noting)
        watched = verdicts(submission, fixture.name, processes)
        assert any(found)
        for module in (answers, plain_runs, tracers):
            monkeypatch.setattr(module, "find_loop", lambda *_: None)
        monkeypatch.setattr(answers, "HASTY_SECONDS", 60)

        assert watched == verdicts(submission, fixture.name, processes)
