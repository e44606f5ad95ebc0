"""The command that repeats a wrong answer, or types a dialogue again, whatever the file is called."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.assignments.ai_game import MODULE_SPEC as AI_GAME
from grader.assignments.exhaustive.reproduction import CodeStyle, dialogue_reproduction, literal, reproduction
from grader.assignments.tictactoe import MODULE_SPEC
from grader.assignments.tictactoe.functions import result_call
from grader.model.answer import Call
from tests.assignments.graded_text import run
from tests.assignments.sheet_cells import WON

CALLS = [
    result_call("XO.......", (-1, 2)),
    Call(function="minimax", board=WON),
]
SOURCE = "X, O, EMPTY = 'X', 'O', None\ndef minimax(board): return 42\n"
REPLACED = '"`$!%^&|<>\n'
"""Characters that some shell replaces within double quotes, or that end them."""


def pasted(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Paste `command` into bash in `folder`, with the Python of these tests as ``python``."""
    shell = shutil.which("bash") or "sh"
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    env = {"PATH": path, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([shell, "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False)


def is_safe(command: str) -> bool:
    """Return whether no shell changes the text in the double quotes, and nothing else is there."""
    inner = command.removeprefix('python -c "').removesuffix('"')
    return len(inner) == len(command) - len('python -c ""') and not set(inner) & set(REPLACED)


@pytest.mark.parametrize("missing", [(), ("EMPTY",), ("X", "O", "EMPTY")])
@pytest.mark.parametrize("shows_board", [False, True])
def test_a_command_is_safe_in_every_shell_and_runs(
    tmp_path: Path, missing: tuple[str, ...], *, shows_board: bool
) -> None:
    """Works in bash, cmd and PowerShell, needs Python and the file alone, and takes constants that are not there."""
    source = "\n".join(
        f"{name} = {value}" for name, value in (("X", "'X'"), ("O", "'O'"), ("EMPTY", "None")) if name not in missing
    )
    source += "\ndef result(board, action): board[2][2] = 'done'; return board\n"
    source += "def minimax(board): board[2][2] = 'M'; return 42\n"
    style = CodeStyle(module_spec=MODULE_SPEC, missing=missing)
    command = reproduction(style, CALLS, "the board as it was", shows_board=shows_board)
    done = run(command, tmp_path, source)

    assert is_safe(command)
    assert done.stderr == ""
    got = "[['X', 'X', 'X'], ['O', 'O', None], [None, None, 'M']]" if shows_board else "42"
    assert done.stdout == f"Got: {got}   Expected: the board as it was\n"


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe.py",
        "TicTacToe.py",
        "ada_tictactoe.py",
        "tic-tac-toe.py",
        "tictactoe (1).py",
        "my final version.py",
        "1tictactoe.py",
        "tictactoe.v2.py",
        "TICTACTOE.PY",
        "tictactoe.Py",
        "class.py",
        "None.py",
        "random.py",
        "string.py",
        "träumer.py",
        "Jose\u0301.py",
        "ﬁnal.py",
        "井字棋.py",
        "крестики-нолики (копия).py",
        "it's mine.py",
        'say "x".py',
        "$(touch pwned).py",
        "`touch pwned`.py",
        "a;touch pwned;b.py",
        "a&&touch pwned.py",
        "a|b>pwned.py",
        "!!.py",
        "100%PATH%.py",
        "-c.py",
        "--help.py",
        "#1.py",
        "'); import os; os.mkdir('pwned'); ('.py",
        " spaces at both ends .py",
        "🎲.py",
    ],
)
def test_a_command_imports_the_file_under_the_name_it_was_handed_in(name: str, tmp_path: Path) -> None:
    """Names of every kind, also those that no statement can import, and those that a shell would run."""
    (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    command = reproduction(CodeStyle(module_spec=MODULE_SPEC, file_name=name), CALLS[1:], "None")
    done = pasted(command, tmp_path)

    assert is_safe(command)
    assert (done.stdout, done.stderr) == ("Got: 42   Expected: None\n", "")
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["a\\x1b[31m.py", "x" * 99 + "…"])
def test_a_name_that_is_shown_otherwise_than_it_is_gives_way_to_the_one_of_the_assignment(name: str) -> None:
    """A report says beside it that the file was handed in under another name."""
    assert "import tictactoe as t;" in reproduction(CodeStyle(module_spec=MODULE_SPEC, file_name=name), CALLS)


def test_what_does_not_fit_in_a_line_is_not_printed_beside_the_answer() -> None:
    """It stands in the report."""
    assert reproduction(CodeStyle(module_spec=MODULE_SPEC), CALLS[1:], "x" * 61).endswith(
        '; print(t.minimax([[X,X,X],[O,O,E],[E,E,E]]))"'
    )


@pytest.mark.parametrize("text", ["X", "'; import os; '", '"$(x)"`!%^&\\', "\n\t\x00", "é\u202e🎲", "\\x41"])
def test_a_literal_is_the_text_and_safe(text: str) -> None:
    """Whoever chose it: the values of a student's constants may be part of what is expected."""
    written = literal(text)

    assert eval(written) == text  # noqa: S307 - our own literal
    assert is_safe(f'python -c "{written}"')


def test_modules_that_were_missing_are_named_behind_the_command(tmp_path: Path) -> None:
    """What follows is a comment, or arguments that Python ignores; a name that is none is left out."""
    (tmp_path / "tictactoe.py").write_text(SOURCE, encoding="utf-8")
    style = CodeStyle(module_spec=MODULE_SPEC, needed=("numpy", "pygame", "x;rm"))
    command = reproduction(style, CALLS[1:], "None")

    assert command.endswith('" # needs the modules numpy and pygame')
    assert pasted(command, tmp_path).stdout == "Got: 42   Expected: None\n"
    assert pasted(command.replace(" #", " '#'"), tmp_path).stdout == "Got: 42   Expected: None\n"


GAME = """\
import sys
ask = sys.stdin.readline
def play_game():
    move = input("move? ")
    print("you typed", move)
    print("then", ask().strip())
"""


@pytest.mark.parametrize("typed", [["0 0", "1 1"], ["it's $HOME", 'a"b`c`\\'], ["é 🎲", "!!"]])
@pytest.mark.parametrize("unguarded", ["", "play_game()\n", "while True:\n    play_game()\n"])
def test_a_command_types_the_dialogue_again(typed: Sequence[str], unguarded: str, tmp_path: Path) -> None:
    """Also where an import would begin a game: the statement that does is left out, and what is below it is not."""
    (tmp_path / "AI_game.py").write_text(f"{GAME}{unguarded}print('ready')\n", encoding="utf-8")
    style = CodeStyle(module_spec=AI_GAME, left_out=[7] if unguarded else [])
    command = dialogue_reproduction(style, "play_game", typed)
    done = pasted(command, tmp_path)

    assert is_safe(command)
    assert (done.stdout, done.stderr) == (f"ready\nmove? you typed {typed[0]}\nthen {typed[1]}\n", "")


def test_the_code_for_a_notebook_is_a_cell(capsys: pytest.CaptureFixture[str]) -> None:
    """It imports nothing: the functions are in the cells above."""
    cell = reproduction(CodeStyle(module_spec=AI_GAME, notebook=True), [Call(function="best_move", board=WON)], "None")
    scope: dict[str, object] = {}
    exec("def best_move(board):\n    return board[1]\n", scope)  # noqa: S102 - our own text
    exec(cell, scope)  # noqa: S102 - our own text

    assert capsys.readouterr().out == "Got: ['O', 'O', ' ']   Expected: None\n"
    assert "import" not in cell


def test_a_dialogue_in_a_notebook_is_a_cell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines are typed by the cell; when there are no more, the person is asked."""
    monkeypatch.setattr("builtins.input", lambda prompt: sys.stdout.write(prompt) and "mine")
    source = "def play_game():\n    print([input('? ') for _ in range(3)])\n"
    scope: dict[str, object] = {}
    cell = dialogue_reproduction(CodeStyle(module_spec=AI_GAME, notebook=True), "play_game", ["0 0", "it's"])
    exec(source, scope)  # noqa: S102 - our own text
    exec(cell, scope)  # noqa: S102 - our own text

    assert capsys.readouterr().out == "? ? ? ['0 0', \"it's\", 'mine']\n"
