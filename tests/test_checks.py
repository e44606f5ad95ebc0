"""The assignment's checks: what they find in wrong files, how they say it, and that the commands they print do run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import strategies as st

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive import value_text
from grader.assignments.exhaustive.cases import LEGAL, shuffled
from grader.assignments.tictactoe import ASSIGNMENT, MODULE_SPEC, cases, mixed_calls, shrink
from grader.assignments.tictactoe.cases import (
    NEGATIVE,
    OCCUPIED,
    OUT_OF_RANGE,
    QUESTIONS,
    odd_action,
    result_call,
)
from grader.assignments.tictactoe.oracle import Truth
from grader.game.board import EMPTY_BOARD, play
from grader.game.tree import table
from grader.marking.mark import mark
from grader.model.answer import Answer, Call, CellConstant, Opaque, Raised, Sweep, Value
from grader.model.result import CheckResult, Result
from grader.model.rubric import Limits, Rubric
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import ChildEnd, Verdict
from grader.rubric_file import load_rubric
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student

ROOT = Path(__file__).parent.parent
CHECKS = Path(str(ASSIGNMENT.checks))
GradeText = Callable[[str], Result]

HEAD = """
X, O, EMPTY = "X", "O", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def flat(board):
    return [cell for row in board for cell in row]
"""
PLAYER = """
def player(board):
    return X if flat(board).count(X) == flat(board).count(O) else O
"""
ACTIONS = """
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}
"""
WINNER = """
def winner(board):
    cells = flat(board)
    for a, b, c in LINES:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
"""
RESULT = """
def result(board, action):
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2) or board[i][j] != EMPTY:
        raise ValueError(action)
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new
"""
TERMINAL = """
def terminal(board):
    return winner(board) is not None or EMPTY not in flat(board)
"""
FIRST_CELL = """
def minimax(board):
    return None if terminal(board) else min(actions(board))
"""


@pytest.fixture(scope="module")
def wall() -> Iterator[Launcher]:
    """One launcher for all."""
    one = launcher()
    yield one
    one.close()


@pytest.fixture(scope="module")
def grade(wall: Launcher) -> GradeText:
    """Grade source text by the default rubric."""
    rubric: Rubric = load_rubric((ROOT / "rubric.yaml").read_bytes(), "rubric.yaml", ASSIGNMENTS)

    def text(source: str) -> Result:
        files = (SourceFile(path="tictactoe.py", text=source),)
        result = mark(Submission(id="s", student="S", main="tictactoe.py", files=files), rubric, wall)
        assert (result.status, result.fault) == ("graded", "")
        return result

    return text


def checks_of(result: Result) -> dict[str, CheckResult]:
    """Return the result's checks by id."""
    return {check.id: check for line in result.criteria for check in line.checks}


def lost(result: Result, *functions: str) -> dict[str, Verdict]:
    """Return what was lost, of `functions` only."""
    return {
        check.id: check.verdict
        for check in checks_of(result).values()
        if check.verdict is not Verdict.PASS and check.id.partition(".")[0] in functions
    }


def run(command: str | None, folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run a printed command as a person would paste it, beside the file."""
    assert command is not None
    shell = shutil.which("bash") or shutil.which("sh")
    assert shell is not None
    (folder / "tictactoe.py").write_text(source, encoding="utf-8")
    return subprocess.run(
        [shell, "-c", re.sub(r"^python ", f"'{sys.executable}' -B ", command)],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


# The catalogue


def settled_checks() -> list[str]:
    """Return the check of every criterion marker in the check modules."""
    return [
        check
        for module in sorted(CHECKS.glob("test_*.py"))
        for check in re.findall(r'@pytest\.mark\.criterion\("([^"]+)"\)\ndef test_', module.read_text(encoding="utf-8"))
    ]


def test_every_check_has_exactly_one_test_and_every_test_a_check() -> None:
    """The catalogue and the modules name the same checks, in the same order within a function, none twice."""
    catalogue = [entry.id for entry in ASSIGNMENT.catalogue]

    assert sorted(settled_checks()) == sorted(catalogue)
    assert len(set(catalogue)) == len(catalogue)


def test_every_check_stands_in_the_module_of_its_function() -> None:
    """test_player.py has the checks of player, and so on."""
    for module in CHECKS.glob("test_*.py"):
        found = re.findall(r'criterion\("([a-z]+)\.', module.read_text(encoding="utf-8"))
        assert set(found) <= {module.stem.removeprefix("test_")}


def test_manner_is_what_a_wrong_answer_does_not_decide() -> None:
    """Checks of manner are exactly those the sheet's decisions list as such."""
    manner = {entry.id.partition(".")[2] for entry in ASSIGNMENT.catalogue if entry.conduct}

    assert manner == {
        "board_unchanged", "set_of_tuples", "original_unchanged", "no_shared_rows", "rejects_occupied",
        "rejects_out_of_range", "rejects_negative", "returns_bool", "in_time",
    }  # fmt: skip


# What is asked, and what is right


@pytest.mark.parametrize(
    ("function", "legal", "all_of_them"),
    [
        ("player", 4_520, 4_520),
        ("actions", 4_520, 4_520),
        ("winner", 5_478, 5_478),
        ("terminal", 5_478, 5_478),
        ("utility", 958, 958),
        ("minimax", 5_478, 5_478),
        ("result", 16_167, 16_167 + (4_520 * 9 - 16_167) + 10 * (len(cases.OFF_BOARD) + len(cases.BELOW_ZERO))),
    ],
)
def test_each_function_is_asked_about_every_board_it_is_for(function: str, legal: int, all_of_them: int) -> None:
    """As many questions as the game has boards or moves, each once, the empty board first."""
    asked = QUESTIONS.of(function)

    assert len([question for question in asked if question.kind == LEGAL]) == legal
    assert len(set(asked)) == len(asked) == all_of_them
    assert asked[0].call.board == EMPTY_BOARD or function == "utility"


def test_the_other_order_is_fixed_and_complete() -> None:
    """Every question once, the same order on every machine."""
    order = shuffled(4_520)

    assert sorted(order) == list(range(4_520))
    assert order[:5] == shuffled(4_520)[:5] != [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ((0, 0), OCCUPIED), ((1, 1), None), ((3, 0), OUT_OF_RANGE), ((0, -4), OUT_OF_RANGE),
        ((-1, 0), NEGATIVE), ((2, -3), NEGATIVE), ((-1, 5), OUT_OF_RANGE),
    ],
)  # fmt: skip
def test_an_odd_action_belongs_to_the_check_that_owns_it(action: tuple[int, int], kind: str | None) -> None:
    """Occupied, beyond what a list refuses by itself, negative, or simply legal."""
    question = odd_action("X........", action)

    assert (question.kind if question else None) == kind


SHEET: dict[str, Value] = {"X": "X", "O": "O", ".": None}
MARKS = value_text.CellSpelling(SHEET.__getitem__)


def returned(value: Value) -> Answer:
    """Return an answer that came back."""
    return Answer(end=ChildEnd.RETURNED, value=value)


def board(text: str) -> list[Value]:
    """Return a board as the sheet writes it."""
    return [[SHEET[cell] for cell in text[at : at + 3]] for at in (0, 3, 6)]


WON, OPEN = "XXXOO....", "XO......."


@pytest.mark.parametrize(
    ("call", "right", "wrong"),
    [
        (
            Call(function="player", board=OPEN),
            ["X"],
            ["O", None, "x", ["X"], Opaque("an object of type X"), CellConstant("X"), 1],
        ),
        (
            Call(function="actions", board="XOXOXXO.."),
            [{(2, 1), (2, 2)}, [(2, 2), (2, 1)], frozenset({(2, 1), (2, 2)}), [[2, 1], [2, 2]], ((2, 1), (2, 2))],
            [
                {(2, 1)},
                [(2, 1), (2, 2), (2, 2)],
                {(2, 1), (2, 2), (0, 0)},
                {(2, 1), (2, 2.0)},
                {(True, 1)},
                {7, 8},
                None,
                "",
                {},
            ],
        ),
        (
            result_call(OPEN, (1, 1)),
            [board("XO..X...."), tuple(map(tuple, board("XO..X....")))],  # type: ignore[arg-type]
            [board(OPEN), board("XO..O...."), None, [["X", "O", None]], "XO..X....", [*board("XO..X...."), []]],
        ),
        (Call(function="winner", board=WON), ["X"], ["O", None, True, "X wins"]),
        (Call(function="winner", board=OPEN), [None], ["", False, 0, "None", "O"]),
        (Call(function="terminal", board=WON), [True, 1, "yes", [0]], [False, None, 0, "", [], Opaque("an object")]),
        (Call(function="terminal", board=OPEN), [False, None, 0, "", []], [True, 1, "no", Opaque("an object")]),
        (Call(function="utility", board=WON), [1, 1.0, True], [-1, 0, "1", None, [1], float("nan"), float("inf")]),
        (
            Call(function="minimax", board="XX.OO...."),
            [(0, 2), [0, 2]],
            [(2, 0), None, (0, 2.0), (0, True), "02", ((0, 2), 1)],
        ),
        (Call(function="minimax", board=WON), [None], [(2, 2), (), False, "None"]),
    ],
    ids=lambda value: f"{value.function} {value.board}" if isinstance(value, Call) else "",
)
def test_right_answers_and_wrong_ones_are_told_apart(call: Call, right: list[Value], wrong: list[Value]) -> None:
    """By exact type where the sheet fixes it, by the cells where it does not."""
    (question,) = [question for question in QUESTIONS.of(call.function) if question.call == call]
    judge = Truth(MARKS)

    assert [value for value in right if not judge.right(question, returned(value))] == []
    assert [value for value in wrong if judge.right(question, returned(value))] == []
    for end in set(ChildEnd) - {ChildEnd.RETURNED}:
        assert not judge.right(question, Answer(end=end, value=right[0]))


def test_only_an_ordinary_exception_refuses() -> None:
    """Exiting, crashing and hanging are no refusals."""
    question = odd_action(OPEN, (0, 0))
    assert question is not None

    assert {end for end in ChildEnd if Truth(MARKS).right(question, Answer(end=end))} == {ChildEnd.RAISED}


# Wording


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"), ("X", "X"), ("x", "'x'"), (True, "True"), (1.0, "1.0"), ((1, 2), "(1, 2)"), ((1,), "(1,)"),
        ([], "[]"), (set(), "set()"), ({(1, 2), (0, 1)}, "{(0, 1), (1, 2)}"), (frozenset({1}), "{1}"),
        ({1: "O"}, "{1: O}"), (Opaque("an object of type Foo"), "an object of type Foo"), (CellConstant("."), "EMPTY"),
        ("\x1b[31m", "'\\x1b[31m'"), ("\u202e", "'\\u202e'"), ("\ud800", "'\\ud800'"), ("é", "'é'"),
    ],
)  # fmt: skip
def test_values_are_written_short_and_safe(value: Value, text: str) -> None:
    """As Python would, marks by their names, nothing that steers a terminal."""
    assert value_text.value_text(value, MARKS) == text


def test_long_values_are_cut_and_boards_drawn_in_a_line() -> None:
    """A report has room for a line, not for a thousand characters."""
    assert len(value_text.value_text(["y" * 30] * 30, MARKS)) == value_text.MAX_SHOWN
    assert value_text.value_text(board(WON), MARKS) == "the board [X X X] [O O .] [. . .]"
    assert value_text.literal("XO.......") == "[[X,O,E],[E,E,E],[E,E,E]]"
    assert value_text.call_text(result_call(WON, (2, 2))) == "result(board, (2, 2))"


@pytest.mark.parametrize("end", list(ChildEnd))
def test_every_end_has_words(end: ChildEnd) -> None:
    """No end of a call is left without a sentence."""
    raised = Raised(type="E", message="m", at=None)
    text = value_text.outcome_text(Call(function="winner", board=WON), Answer(end=end, raised=raised), MARKS, Limits())

    assert text
    assert "ChildEnd" not in text


CALLS = [
    result_call("XO.......", (-1, 2)),
    Call(function="minimax", board=WON),
]


@pytest.mark.parametrize("missing", [(), ("EMPTY",), ("X", "O", "EMPTY")])
@pytest.mark.parametrize("shows_board", [False, True])
def test_a_command_has_no_inner_quotes_and_runs(tmp_path: Path, missing: tuple[str, ...], *, shows_board: bool) -> None:
    """Works in bash, cmd and PowerShell, needs Python and the file alone, and takes constants that are not there."""
    source = "\n".join(
        f"{name} = {value}" for name, value in (("X", "'X'"), ("O", "'O'"), ("EMPTY", "None")) if name not in missing
    )
    source += "\ndef result(board, action): board[2][2] = 'done'; return board\n"
    source += "def minimax(board): board[2][2] = 'M'; return 42\n"
    command = value_text.reproduction(MODULE_SPEC, CALLS, missing, shows_board=shows_board)
    inner = command.removeprefix('python -c "').removesuffix('"')
    done = run(command, tmp_path, source)

    assert not set(inner) & set("\"'`$!%\\^&|<>")
    assert done.stderr == ""
    assert done.stdout == ("[['X', 'X', 'X'], ['O', 'O', None], [None, None, 'M']]\n" if shows_board else "42\n")


# Files that are wrong


STALE = """
calls = []
def minimax(board):
    calls.append(board)
    moves = sorted(actions(board))
    return None if terminal(board) else moves[len(calls) % len(moves)]
"""


def test_a_command_that_would_not_show_the_answer_is_not_given(grade: GradeText, tmp_path: Path) -> None:
    """What depends on the calls before answers otherwise when asked alone: a person is told, not misled."""
    source = HEAD + PLAYER + ACTIONS + WINNER + TERMINAL + STALE
    result = grade(source)
    wrong = [check for check in checks_of(result).values() if check.id.startswith("minimax.") and check.counterexample]

    assert {check.id for check in wrong} >= {"minimax.keeps_win", "minimax.keeps_draw", "minimax.never_loses_as_x"}
    assert any(not check.reproduce for check in wrong)
    for check in wrong:
        assert check.counterexample is not None
        assert bool(check.reproduce) == (value_text.UNREPEATED not in check.message)
        if check.reproduce:
            assert run(check.reproduce, tmp_path, source).stdout.strip() == check.counterexample.got


def test_the_command_for_a_shared_row_shows_which_it_is(grade: GradeText, tmp_path: Path) -> None:
    """The new board itself is right, so printing it would show nothing wrong."""
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
    assert eval(done.stdout) == eval(check.counterexample.got) != eval(check.counterexample.expected)  # noqa: S307 - sets of ours


def test_a_turn_counter_is_found_and_its_command_shows_it(grade: GradeText, tmp_path: Path) -> None:
    """Who counts calls instead of marks is wrong at once, alone."""
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

    assert done.stdout.strip() == check.counterexample.got
    assert check.counterexample.got != check.counterexample.expected


def test_a_memory_across_functions_is_found_and_shrunk(grade: GradeText, tmp_path: Path) -> None:
    """Each function is right in every order of its own calls; only a mixture shows it, and the fewest calls do."""
    source = (
        HEAD
        + PLAYER
        + ACTIONS
        + """
last = []
def winner(board):
    last[:] = [str(board)]
    cells = flat(board)
    for a, b, c in LINES:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
def terminal(board):
    if last and last[0] != str(board):
        return False
    cells = flat(board)
    return EMPTY not in cells or any(cells[a] != EMPTY and cells[a] == cells[b] == cells[c] for a, b, c in LINES)
"""
    )
    result = grade(source)
    wrong = lost(result, "player", "actions", "winner", "terminal")
    (check,) = [check for check in checks_of(result).values() if check.id in wrong]
    assert check.counterexample is not None
    done = run(check.reproduce, tmp_path, source)

    assert check.id in {"terminal.won", "terminal.full"}
    assert check.message == "wrong after calls of other functions: it remembers them"
    assert (check.reproduce or "").count("t.winner(") == 1
    assert (check.reproduce or "").count("t.terminal(") == 1
    assert (done.stdout.strip(), check.counterexample.expected) == ("False", "True")


def test_odd_actions_count_in_the_check_that_owns_them(grade: GradeText, tmp_path: Path) -> None:
    """What the fixed lists do not hold is searched for; what is found costs the owner, and its command runs."""
    accepting = "    if j == -2 and 0 <= i <= 2:\n        return board\n    if not"
    source = HEAD + PLAYER + RESULT.replace("    if not", accepting)
    result = grade(source)
    found = checks_of(result)["result.rejects_negative"]

    assert lost(result, "player", "result") == {"result.rejects_negative": Verdict.FAIL}
    assert found.counterexample is not None
    assert found.counterexample.action is not None
    assert found.counterexample.action[1] == -2
    assert "[" in run(found.reproduce, tmp_path, source).stdout


def test_a_memory_of_many_calls_is_found_and_no_long_command_is_given(grade: GradeText) -> None:
    """All mixed calls are made in one process, so what shows after dozens of them shows; no command is that long."""
    source = (
        HEAD
        + PLAYER
        + ACTIONS
        + WINNER.replace("cells = flat(board)", "calls.append(0)\n    cells = flat(board)")
        + TERMINAL.replace("winner(board) is not None", "len(calls) > 40 or any_line(board) is not None")
        + "calls = []\n"
        + WINNER.replace("def winner", "def any_line")
    )
    result = grade(source)
    wrong = lost(result, "player", "actions", "winner", "terminal")
    (check,) = [check for check in checks_of(result).values() if check.id in wrong]

    assert {"terminal.in_progress": Verdict.FAIL} == wrong
    assert ("wrong after calls of other functions: it remembers them", None) == (check.message, check.reproduce)


def test_mixed_calls_are_the_same_for_everybody() -> None:
    """One list for each set of functions, with every kind of odd action, never beginning with a call timed alone."""
    names = tuple(shape.name for shape in ASSIGNMENT.module_spec.functions)
    kinds = frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE})
    asked, calls = mixed_calls.mixed_calls(names, kinds)
    again, _calls = mixed_calls.mixed_calls.__wrapped__(names, kinds)

    assert again == asked
    assert [question.call for question in asked] == [*calls]
    assert {call.function for call in calls} == set(names)
    assert {question.kind for question in asked} == {LEGAL, *kinds}
    assert calls[0].function != "minimax"


def test_what_keeps_no_state_is_asked_in_one_order(grade: GradeText, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sweep for each function and one of mixed calls; the result is the same."""
    asked: list[set[str]] = []
    sweep = Student.sweep

    def counted(student: Student, calls: Sequence[Call]) -> Sweep:
        asked.append({call.function for call in calls})
        return sweep(student, calls)

    monkeypatch.setattr(Student, "sweep", counted)
    results = []
    for steady in (False, True):
        monkeypatch.setattr(Student, "keeps_no_state", lambda _student, _function, steady=steady: steady)
        results.append(grade(HEAD + PLAYER + RESULT))
    mixed = [{"player", "result"}]
    first, second = [{"player"}] * 2 + [{"result"}] * 2 + mixed, [{"player"}, {"result"}, *mixed]

    assert asked == [*first, *second]
    assert checks_of(results[0]) == checks_of(results[1])


class Listening:
    """A student who answers nothing and remembers what was asked."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.heard: list[Sequence[Call]] = []

    def sequence(self, asked: Sequence[Call]) -> list[Answer]:
        """Remember."""
        self.heard.append(asked)
        return [Answer(end=ChildEnd.NOT_REACHED)] * len(asked)


def test_the_search_is_the_same_wherever_it_runs() -> None:
    """What is tried depends on no other module that happens to be loaded, and nothing is kept on disk."""
    sequences = st.lists(st.integers(0, 4_519).map(QUESTIONS.of("player").__getitem__))
    kept = CHECKS.parent.parent / ".hypothesis"
    first, second = Listening(), Listening()
    stranger = ModuleType("a_module_full_of_numbers")
    stranger.__file__ = __file__
    before = kept.exists()

    shrink.fewest(first, sequences)  # type: ignore[arg-type] # what it asks is the claim
    sys.modules[stranger.__name__] = stranger
    try:
        shrink.fewest(second, sequences)  # type: ignore[arg-type]
    finally:
        del sys.modules[stranger.__name__]

    assert len(first.heard) > 5
    assert first.heard == second.heard
    assert kept.exists() == before


LOSES = HEAD + PLAYER + ACTIONS + WINNER + RESULT + TERMINAL + FIRST_CELL


def test_a_lost_game_is_the_shortest_and_its_mistake_the_first(grade: GradeText, tmp_path: Path) -> None:
    """Who always takes the first empty cell loses; the game, the board and the move are those of that policy."""
    result = grade(LOSES)
    for side, check in (("X", "minimax.never_loses_as_x"), ("O", "minimax.never_loses_as_o")):
        found = checks_of(result)[check]
        example = found.counterexample
        assert example is not None
        assert found.verdict is Verdict.FAIL
        lengths = [len(game) for game in lost_games(side)]
        assert re.fullmatch(rf"loses {len(lengths)} of \d+ games as {side}", found.message)
        assert len(example.moves) == min(lengths)
        assert example.moves in lost_games(side)
        assert (example.board, example.action) == first_mistake(example.moves, side)
        assert example.action is not None
        assert f"({example.action[0]}, {example.action[1]})" == example.got
        assert run(found.reproduce, tmp_path, LOSES).stdout.strip() == example.got


def lost_games(side: str) -> list[tuple[int, ...]]:
    """Return every game that the policy "first empty cell" loses as `side`, played out here by hand."""
    games = []

    def walk(at: str, moves: tuple[int, ...]) -> None:
        position = table()[at]
        if position.over:
            if position.winner not in (None, side):
                games.append(moves)
            return
        for cell in position.moves[:1] if position.turn == side else position.moves:
            walk(play(at, cell), (*moves, cell))

    walk(EMPTY_BOARD, ())
    return games


def first_mistake(moves: tuple[int, ...], side: str) -> tuple[str, tuple[int, int]]:
    """Return the board and the move with which `side` first made the game losable."""
    at = EMPTY_BOARD
    for cell in moves:
        if table()[at].turn == side and table().after(at, cell) == (-1 if side == "X" else 1) != table()[at].value:
            return at, divmod(cell, 3)
        at = play(at, cell)
    raise AssertionError("a lost game without a mistake")


# Nothing is earned by accident


FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")


ACCIDENTS = {
    "nothing": ["None"] * 7,
    "its argument": ["board"] * 7,
    "the commonest": ["X", "set()", "board", "None", "True", "0", "(0, 0)"],
    "the others": ["O", "{(i, j) for i in range(3) for j in range(3)}", "[[X] * 3] * 3", "X", "False", "1", "[1, 1]"],
    "no data": ["iter(())", "(c for c in ())", "object()", "print", "object()", "1j", "lambda: 0"],
}


@pytest.mark.parametrize("answers", ACCIDENTS.values(), ids=ACCIDENTS)
def test_the_same_answer_to_everything_earns_nothing(grade: GradeText, answers: list[str]) -> None:
    """Not one point of any line, whatever that answer is."""
    body = "".join(
        f"def {name}(board, action=None): return {answer}\n" for name, answer in zip(FUNCTIONS, answers, strict=True)
    )

    assert earned(grade(HEAD + body)) == {}


def test_what_never_answers_earns_nothing(grade: GradeText) -> None:
    """A function that refuses everything, or exits, has refused nothing."""
    body = ["raise NotImplementedError", "import sys; sys.exit()", "raise ValueError", *["1 / 0"] * 4]
    source = "".join(f"def {name}(board, action=None): {what}\n" for name, what in zip(FUNCTIONS, body, strict=True))

    assert earned(grade(HEAD + source)) == {}


def earned(result: Result) -> dict[str, Decimal]:
    """Return the checks that earned something."""
    return {check.id: check.earned for check in checks_of(result).values() if check.earned}


def test_manner_is_judged_from_half_right_on(grade: GradeText) -> None:
    """Just over half: manner earns on the right answers; under half: blocked, and costs its points."""
    half = (
        HEAD
        + """
def player(board):
    marks = 9 - flat(board).count(EMPTY)
    return (X if marks % 2 == 0 else O) if marks in GOOD else 7
"""
    )
    # Open boards by marks: 1, 9, 72, 252, 756, 1140, 1372, 696, 222.
    over = checks_of(grade(half.replace("GOOD", "(0, 1, 6, 5)")))
    under = checks_of(grade(half.replace("GOOD", "(0, 1, 6, 4)")))

    assert over["player.board_unchanged"].verdict is Verdict.PASS
    assert over["player.alternates"].verdict is Verdict.FAIL
    assert under["player.board_unchanged"].verdict is Verdict.BLOCKED
    assert under["player.board_unchanged"].earned == 0
    assert under["player.first_move"].earned > 0


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

    assert re.fullmatch(r"wrong on 9, crashed on [\d,]+ of [\d,]+ boards", check.message)
    assert check.counterexample is not None
    assert check.counterexample.got == "5"
