"""Which boards are wrong, and why, is said for equal mistakes in equal words."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from grader.assignments.exhaustive.explanation import canonical_text, fingerprint
from grader.assignments.exhaustive.reproduction import UNREPEATED
from grader.model.answer import Answer, Call, Opaque, Value, unordered
from grader.model.verdict import ChildEnd, Verdict
from grader.text.reasons import said
from tests.assignments.graded_text import GradeText, checks_of, lost, printed_answer, run
from tests.assignments.student_sources import ACTIONS, HEAD, PLAYER, RESULT, TERMINAL, WINNER
from tests.fixture_folders import SLOW

STALE = """
calls = []
def minimax(board):
    calls.append(board)
    moves = sorted(actions(board))
    return None if terminal(board) else moves[len(calls) % len(moves)]
"""


@SLOW
def test_a_command_that_would_not_show_the_answer_is_not_given(grade: GradeText, tmp_path: Path) -> None:
    """What depends on earlier calls answers differently alone: no command is better than a misleading one."""
    source = HEAD + PLAYER + ACTIONS + WINNER + TERMINAL + STALE
    result = grade(source)
    wrong = [check for check in checks_of(result).values() if check.id.startswith("minimax.") and check.counterexample]

    assert {check.id for check in wrong} >= {"minimax.keeps_win", "minimax.keeps_draw", "minimax.never_loses_as_x"}
    assert any(not check.reproduce for check in wrong)
    for check in wrong:
        assert check.counterexample is not None
        assert bool(check.reproduce) == (UNREPEATED not in check.reasons)
        if check.reproduce:
            assert printed_answer(run(check.reproduce, tmp_path, source).stdout) == said(check.counterexample.got)


@SLOW
def test_the_command_for_a_shared_row_shows_which_it_is(grade: GradeText, tmp_path: Path) -> None:
    """The new board has the right cells, so printing it would show nothing wrong."""
    source = (
        HEAD
        + PLAYER
        + RESULT.replace("[row[:] for row in board]", "board[:]").replace(
            "    new[i][j]", "    new[i] = board[i][:]\n    new[i][j]"
        )
    )
    result = grade(source)
    done = run(checks_of(result)["result.no_shared_rows"].reproduce, tmp_path, source)

    assert lost(result, "result") == {"result.no_shared_rows": Verdict.FAIL}
    assert (done.stdout, done.stderr) == ("[False, True, True]\n", "")


def test_a_mutable_default_is_found_in_its_shortest_form(grade: GradeText, tmp_path: Path) -> None:
    """Right at the first call only: two calls show it, and the command printed shows the same wrong answer."""
    source = (
        HEAD
        + PLAYER
        + "def actions(board, found=set()):"
        + """
    found |= {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}
    return found
"""
    )
    check = checks_of(grade(source))["actions.right_cells"]
    assert check.counterexample is not None
    done = run(check.reproduce, tmp_path, source)

    assert (check.reproduce or "").count("t.actions(") == 2
    printed, got, expected = (
        ast.literal_eval(text)
        for text in (printed_answer(done.stdout), said(check.counterexample.got), said(check.counterexample.expected))
    )
    assert printed == got != expected


def test_a_turn_counter_is_found_and_its_command_shows_it(grade: GradeText, tmp_path: Path) -> None:
    """A function that counts calls instead of marks is wrong even when called once."""
    source = (
        HEAD
        + """
turn = 0
def player(board):
    global turn
    turn += 1
    return X if turn % 2 else O
"""
    )
    check = checks_of(grade(source))["player.alternates"]
    assert check.counterexample is not None
    done = run(check.reproduce, tmp_path, source)

    assert printed_answer(done.stdout) == said(check.counterexample.got)
    assert said(check.counterexample.got) != said(check.counterexample.expected)


@SLOW
def test_where_an_exception_is_missing_no_state_is_to_blame(grade: GradeText) -> None:
    """The turn decides which board comes in its place, and not that none is raised; of a legal move it decides all."""
    source = (
        HEAD
        + """
turn = O
def player(board):
    global turn
    turn = O if turn == X else X
    return turn

def result(board, action):
    at = 3 * action[0] + action[1]
    if not 0 <= at < 9 or board[at // 3][at % 3] is not EMPTY:
        raise ValueError("taken")
    after = [row[:] for row in board]
    after[at // 3][at % 3] = player(board)
    return after
"""
    )
    checks = checks_of(grade(source))

    assert [one.code for one in checks["result.new_board"].pattern][:1] == ["keeps_state"]
    assert "keeps_state" not in [one.code for one in checks["result.rejects_out_of_range"].pattern]


@SLOW
def test_a_crash_is_counted_apart_from_a_wrong_answer(grade: GradeText) -> None:
    """The message counts kinds of failure separately and shows the smallest board."""
    source = (
        HEAD
        + """
def winner(board):
    if board[0][0] == X and board[2][2] == O: raise KeyError("k")
    if flat(board).count(EMPTY) == 8: return 5
    return None
"""
    )
    check = checks_of(grade(source))["winner.none_otherwise"]

    assert re.fullmatch(r"wrong on 9, crashed on [\d,]+ of [\d,]+ boards", said(check.reasons))
    assert check.counterexample is not None
    assert said(check.counterexample.got) == "5"


def test_an_exception_is_told_and_not_the_boards_that_raise_it(grade: GradeText) -> None:
    """The line of the misspelt name says more than that a diagonal is missed."""
    misspelt = "    if EMPTY != board[0][2] == board[1][1] == board[2][0]:\n        return borad[1][1]\n"
    source = HEAD + WINNER.replace("    cells", f"{misspelt}    cells", 1)

    found = checks_of(grade(source))["winner.diagonals"]

    assert found.pattern == ()
    assert found.counterexample is not None
    assert str(found.counterexample.answered.raised) == "NameError: name 'borad' is not defined"


def test_equal_mistakes_have_one_hash_and_others_another() -> None:
    """The time of a call and the order of a set's texts do not matter."""
    call = Call(function="winner", board="XXX......")
    texts = [f"cell {at}" for at in range(20)]

    def of(value: Value, seconds: float = 0) -> str:
        return fingerprint(canonical_text([(call, Answer(end=ChildEnd.RETURNED, value=value, seconds=seconds))]))

    assert of(None) == of(None, 7)
    assert of(unordered("set", texts)) == of(unordered("set", [*texts[10:], *texts[:10]]))
    different: list[Value] = [
        None,
        "X",
        1,
        1.5,
        True,
        [1],
        (1,),
        unordered("dict", [(1, unordered("set", ["a"]))]),
        unordered("set", ["a"]),
        unordered("frozenset", ["a"]),
        Opaque("a thing"),
        "\ud800",
    ]
    assert len(set(map(of, different))) == len(different)
    assert of(None) != fingerprint(canonical_text([(call, Answer(end=ChildEnd.CPU_LIMIT))]))
