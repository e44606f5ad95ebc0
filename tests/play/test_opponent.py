"""The student's AI is asked live; what is wrong with its answer is said in the words of the reports."""

from __future__ import annotations

import threading
import time

import pytest

from grader.assignments import ASSIGNMENTS
from grader.model.rubric import Limits
from grader.play.game import Opponent, Reply, move_function, sides
from grader.sandbox.launching.launcher import Launcher
from grader.text.reasons import said
from tests.play.playable_files import LAB, REFERENCE, TROUBLE, opponent

A_MOVE = "a tuple (row, column) of an empty cell"


@pytest.mark.parametrize(
    ("assignment", "function", "both"), [("tictactoe", "minimax", "XO"), ("ai_game", "best_move", "O")]
)
def test_each_assignment_has_its_player(assignment: str, function: str, both: str) -> None:
    """The console lab's AI is only asked where it is the turn of O."""
    spec = ASSIGNMENTS[assignment]

    assert (function, both) == (move_function(spec), sides(spec))


@pytest.mark.parametrize(
    ("source", "assignment", "board", "cell"),
    [
        (REFERENCE, "tictactoe", "XX.OO....", 2),
        (REFERENCE, "tictactoe", "X...O.X..", 3),
        (LAB, "ai_game", "X...O.X..", 3),
    ],
)
def test_a_legal_move_is_the_answer(source: str, assignment: str, board: str, cell: int, processes: Launcher) -> None:
    """As X, as O, and in the console lab."""
    ai = opponent(source, processes, assignment, seconds=10)

    assert "" == ai.import_problem()
    assert Reply(cell=cell) == ai.reply(board)
    ai.close()


@pytest.mark.parametrize(
    ("board", "cell", "wrong"),
    [
        (".........", 4, [("[1, 1]", A_MOVE)]),
        ("....X....", None, [("raised ValueError: <b>no</b> idea", A_MOVE)]),
        ("O...X....", None, [("ended the whole process", A_MOVE)]),
        ("O...X...X", None, [("(0, 0)", A_MOVE)]),
        ("OO..X...X", 7, [("the given board, changed: [O O .] [. X .] [X . X]", "the board as it was")]),
        ("OO..X..XX", None, [("None", A_MOVE)]),
        ("OOX.X..OX", 3, []),
        ("OOX.XX.OX", None, [("no answer within 0.2 s of CPU time", A_MOVE)]),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_as_in_a_report(
    board: str, cell: int | None, wrong: list[tuple[str, str]], processes: Launcher
) -> None:
    """A list, and a move after which the board has changed, are moves all the same."""
    ai = opponent(TROUBLE, processes)
    assert "" == ai.import_problem()
    reply = ai.reply(board)
    ai.close()

    assert (cell, wrong) == (reply.cell, [(said(each.got), said(each.expected)) for each in reply.wrong])
    assert (0 if wrong == [("(0, 0)", A_MOVE)] else None) == reply.taken
    assert all(each.call == "minimax(board)" and each.board == board for each in reply.wrong)
    assert ["tictactoe.py:13"] * (board == "....X....") == [each.at for each in reply.wrong if each.at]


def test_a_game_is_one_process_until_a_call_ends_it(processes: Launcher) -> None:
    """What the file remembers stays, as in a real game; after a crash the game goes on with a fresh import."""
    ai = opponent(TROUBLE, processes)
    ai.import_problem()
    counted = [ai.reply("OOX.X..OX").cell for _ in range(2)]
    ai.reply("O...X....")
    counted.append(ai.reply("OOX.X..OX").cell)
    ai.close()

    assert [3, 6, 3] == counted


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def minimax(board)\n", "The file cannot be imported: SyntaxError: expected ':', tictactoe.py:1"),
        ("X = 1 / 0\n", "The file cannot be imported: ZeroDivisionError: division by zero, tictactoe.py:1"),
        ("def player(board): ...\n", "The file has no function minimax"),
    ],
)
def test_a_file_without_an_ai_is_no_opponent(source: str, problem: str, processes: Launcher) -> None:
    """The sentence says what is missing, and where an import failed."""
    assert problem == opponent(source, processes).import_problem()


def test_modules_that_are_not_here_are_named(processes: Launcher) -> None:
    """One can play all the same, until a move uses them."""
    ai = opponent("import no_such_module\nimport math\n" + TROUBLE, processes)

    assert "" == ai.import_problem()
    assert ("no_such_module",) == ai.missing_modules()


@pytest.mark.parametrize("in_import", [True, False])
def test_a_stopped_opponent_ends_within_a_moment(processes: Launcher, *, in_import: bool) -> None:
    """In the import as well as in a move that would take its whole limit; afterwards nothing is started."""
    source = "while True:\n    pass\n" if in_import else TROUBLE
    ai = opponent(source, processes, seconds=60)
    if not in_import:
        ai.import_problem()
    threading.Timer(0.3, ai.stop).start()
    began = time.process_time(), time.monotonic()
    if in_import:
        assert "not reached" in ai.import_problem()
    else:
        assert ai.reply("OOX.XX.OX").cell is None
        assert "not tested" in said(ai.reply(".........").wrong[0].got)
    ai.close()

    assert time.monotonic() - began[1] < Limits().import_seconds / 4


def test_an_opponent_that_was_asked_nothing_is_closed_without_a_process(processes: Launcher) -> None:
    """A page may be closed before anybody plays."""
    Opponent.close(opponent(REFERENCE, processes))
