"""A call that changes its board is found out even if the file strikes every claim about it from its answers."""

from __future__ import annotations

import pytest
from msgspec import structs

from grader.assignments import ASSIGNMENTS
from grader.marking.mark import mark
from grader.model.answer import Answer
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.rubric_file import load_rubric
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.wire.messages import AnswerDecoder
from grader.text.reasons import said
from tests.assignments.graded_text import GradeText, checks_of, lost
from tests.assignments.student_sources import ACTIONS, FIRST_CELL, HEAD, PLAYER, RESULT, TERMINAL, WINNER
from tests.fixture_folders import ROOT, SLOW

UTILITY = """
def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
"""
QUICK = ("player", "actions", "result", "winner", "terminal", "utility")


def private(source: str) -> str:
    """Return `source` with private functions that call each other, and the public names bound to them."""
    for name in QUICK:
        source = source.replace(f"{name}(board", f"_{name}(board")
    return source + "".join(f"{name} = _{name}\n" for name in QUICK if f"def _{name}(" in source)


RIGHT = private(HEAD + PLAYER + ACTIONS + RESULT + WINNER + TERMINAL + UTILITY)
AFTERWARDS = """
def {name}(board, *more, own={name}):
    answer = own([row[:] for row in board], *more)
    {deed}
    return answer
"""
"""Redefines a function: it answers as before, and then does something to its board."""
WIPE = "for row in board: row[:] = [EMPTY] * 3"
FIRST_COLUMN = "board[0][0] = board[1][0] = board[2][0] = X"


@pytest.fixture(autouse=True)
def _no_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strike all claims of manner from all answers, as a perfect forger inside would."""
    decode = AnswerDecoder.answer

    def without_claims(self: AnswerDecoder, entry: object) -> Answer:
        return structs.replace(decode(self, entry), after=None, shares_rows=False)

    monkeypatch.setattr(AnswerDecoder, "answer", without_claims)


def unchanged(function: str) -> str:
    """Return the check that a function loses if it changes its board."""
    return f"{function}.{'original' if function == 'result' else 'board'}_unchanged"


@SLOW
@pytest.mark.parametrize("function", ["winner", "utility"])
def test_whoever_wipes_the_board_loses_that_check_and_no_other(grade: GradeText, function: str) -> None:
    """Whether it is asked on all boards or on finished ones alone, which `result` cannot read."""
    result = grade(RIGHT + AFTERWARDS.format(name=function, deed=WIPE))

    assert {unchanged(function): Verdict.FAIL} == lost(result, *QUICK)
    assert "at least" in said(checks_of(result)[unchanged(function)].reasons)


@SLOW
def test_all_functions_that_change_their_boards_lose_exactly_the_checks_of_manner(grade: GradeText) -> None:
    """A right file that strikes its claims loses as much as one that lets them stand."""
    deeds = "".join(AFTERWARDS.format(name=name, deed=FIRST_COLUMN) for name in QUICK)

    result = grade(RIGHT + deeds)

    assert set(map(unchanged, QUICK)) == set(lost(result, *QUICK))


@SLOW
@pytest.mark.parametrize(
    ("copy", "checks"),
    [
        ("[row[:] if at == i else row for at, row in enumerate(board)]", {"result.no_shared_rows"}),
    ],
)
def test_whoever_hands_rows_on_loses_that_check(grade: GradeText, copy: str, checks: set[str]) -> None:
    """And the one about the original board, if the mark was set in a row of that."""
    result = grade(RIGHT.replace("[row[:] for row in board]", copy))

    assert checks == set(lost(result, *QUICK))


@SLOW
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            RIGHT + "made = {}\ndef result(board, action, own=result):\n"
            "    key = str(board), action\n"
            "    if key not in made:\n        made[key] = own(board, action)\n"
            "    return made[key]\n",
            id="keeps the boards it returned",
        ),
        pytest.param(
            RIGHT + "seen = [None, None]\ndef winner(board, own=winner):\n"
            "    if seen[0] is not board or seen[1] != str(board):\n        seen[:] = [board, str(board)]\n"
            "    return own(board)\n",
            id="keeps the board it was given",
        ),
    ],
)
def test_whoever_leaves_boards_alone_loses_nothing(grade: GradeText, source: str) -> None:
    """Not even where a caller that writes into a returned board spoils later answers: that is no fault of manner."""
    result = grade(source)

    assert {} == lost(result, *QUICK)


@SLOW
def test_a_reader_that_never_returns_shows_the_change_too(grade: GradeText) -> None:
    """It hangs on the wiped board alone: on one of its own it answers rightly."""
    hanging = "def {name}(board, *more, own={name}):\n    while not any(flat(board)) and hung:\n        pass\n"
    spoil = AFTERWARDS.format(name="terminal", deed=f"hung.append(1); {WIPE}")
    readers = "".join(hanging.format(name=name) + "    return own(board, *more)\n" for name in ("result", "actions"))

    result = grade(RIGHT + "hung = []\n" + readers + spoil)

    assert Verdict.PASS is not checks_of(result)["terminal.board_unchanged"].verdict


@SLOW
def test_where_no_function_is_right_the_claim_stands_and_the_result_says_so(grade: GradeText) -> None:
    """A person who reads the result knows what it rests on."""
    wrong_on_one = "def winner(board, own=winner):\n    return X if flat(board).count(O) == 4 else own(board)\n"

    result = grade(HEAD + WINNER + wrong_on_one + AFTERWARDS.format(name="winner", deed=WIPE) + FIRST_CELL)

    assert Verdict.PASS is checks_of(result)["winner.board_unchanged"].verdict
    assert any("only the file's own process tells" in note for note in result.notes)


@SLOW
def test_the_functions_of_the_console_lab_are_read_back_too(wall: Launcher) -> None:
    """Where `print_board` is right, it tells every cell of the board."""
    reference = (ROOT / "reference" / "ai_game.py").read_text(encoding="utf-8")
    # Without the dialogue, whose games a changed board would spoil.
    source = reference.partition("def play_game")[0]
    deed = 'board[0][0] = "X" if board[0][0] == "O" else "O"'
    rubric = next(one for one in ASSIGNMENTS["ai_game"].rubrics if one.name == "lab4")
    files = (SourceFile(path="AI_game.py", text=source + AFTERWARDS.format(name="minimax", deed=deed)),)

    result = mark(
        Submission(id="s", student="S", main="AI_game.py", files=files),
        load_rubric(rubric.path.read_bytes(), rubric.path.name, ASSIGNMENTS),
        wall,
    )

    assert "minimax.board_unchanged" in lost(result, "minimax")
