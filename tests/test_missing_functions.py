"""What a missing function is called, or where it stands, by the text of a student's files."""

from __future__ import annotations

import pytest

from grader.assignments import ASSIGNMENTS
from grader.missing_functions import missing_function
from grader.model.submission import SourceFile, Submission
from grader.text.reasons import said

TICTACTOE = ASSIGNMENTS["tictactoe"].module_spec
AI_GAME = ASSIGNMENTS["ai_game"].module_spec


def submission(text: str, *helpers: SourceFile, cells: tuple[int, ...] = ()) -> Submission:
    """Return a submission with `text` in its graded file."""
    main = SourceFile(path="tictactoe.py", text=text, cells=cells)
    return Submission(id="ada", student="ada", main=main.path, files=(main, *helpers))


def told(text: str, function: str) -> str:
    """Return what is said of a missing `function`, without what is said in any case."""
    base = f"the file has no function {function}"
    message = said(missing_function(submission(text), TICTACTOE, function))
    assert message.startswith(base)
    return message.removeprefix(base)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("plyer", "player"),
        ("Player", "player"),
        ("PLAYER", "player"),
        ("players", "player"),
        ("get_player", "player"),
        ("getPlayer", "player"),
        ("player2", "player"),
        ("player_turn", "player"),
        ("Actions", "actions"),
        ("action", "actions"),
        ("get_winner", "winner"),
        ("checkWinner", "winner"),
        ("is_terminal", "terminal"),
        ("minmax", "minimax"),
        ("mini_max", "minimax"),
        ("MiniMax", "minimax"),
        ("utlity", "utility"),
        ("résult", "result"),
    ],
)
def test_a_similar_name_is_taken_for_the_missing_one(name: str, function: str) -> None:
    """A slip of the keyboard, another case of letters, a word before or behind it."""
    text = f"def initial_state():\n    pass\n\ndef {name}(board):\n    pass\n"

    assert told(text, function) == f"; did you mean {name} (line 4)? Rename it to {function}"


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("def play():\n    pass\n", "player"),
        ("def print_board(board):\n    pass\n", "player"),
        ("def max_value(board):\n    pass\n", "minimax"),
        ("def initial_state():\n    pass\n", "terminal"),
        ("def result(board, action):\n    pass\n", "utility"),
        ("X = 1\n# def plyer(board):\n", "player"),
        ('X = 1\n"""\ndef plyer(board):\n    pass\n"""\n', "player"),
        ("class Player:\n    pass\n", "player"),
        ("def check_winner_or_player(b): ...\ndef winner(b): ...", "utility"),
    ],
)
def test_nothing_is_suggested_where_nothing_is_similar(text: str, function: str) -> None:
    """Also not what a comment or a text defines, or a function that the assignment asks for under its own name."""
    assert told(text, function) == ""


def test_of_two_missing_functions_a_name_is_taken_for_the_nearer_one() -> None:
    """Nobody is told to give one function two names."""
    text = "def utility_of_result(board):\n    pass\n\ndef resutl(board, action):\n    pass\n"

    assert told(text, "result") == "; did you mean resutl (line 4)? Rename it to result"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", ": it is empty"),
        (" \n\t\r\n", ": it is empty"),
        ("# def player(board):\n", ": there is no code in it"),
        ('"""def player(board): ..."""\n', ": there is no code in it"),
        (
            "class Game:\n    size = 3\n\n    def player(self, board):\n        pass\n",
            ": player is a method of class Game (line 4); move it out of the class",
        ),
        (
            "def main():\n    def player(board):\n        pass\n",
            ": player is inside the function main (line 2); move it to the left margin",
        ),
        (
            "if __name__ == '__main__':\n    def player(board):\n        pass\n",
            ": player is below `if __name__ == ...` (line 2), which an import skips; move it above",
        ),
        (
            "def player(board):\n    pass\n\nplayer = 'X'\n",
            ": line 1 defines it, but another line gives this name to something else, or deletes it",
        ),
        (
            "class Game:\n    pass\n\nif True:\n    def player(board):\n        pass\ndel player\n",
            ": line 5 defines it, but another line gives this name to something else, or deletes it",
        ),
        (
            "class Game:\n\tdef player(self):\n\t\treturn '''\ndef x'''\n",
            ": player is a method of class Game (line 2); move it out of the class",
        ),
    ],
)
def test_a_function_in_the_wrong_place_is_found(text: str, hint: str) -> None:
    """In a class, in a function, below the guard, or overwritten."""
    assert told(text, "player") == hint


@pytest.mark.parametrize(
    ("path", "source", "hint"),
    [
        ("rules.py", "import math\n", ": rules.py has it; write `from rules import player` in the file"),
        ("lib/rules.py", "import lib.x\n", ": lib/rules.py has it; write `from lib.rules import player` in the file"),
        ("old/rules.py", "import math\n", ""),
        ("my rules.py", "import math\n", ""),
    ],
)
def test_a_function_in_a_helper_module_must_be_imported(path: str, source: str, hint: str) -> None:
    """The line to write is named, but not for files in other folders: they may be older ones, or other people's."""
    helper = SourceFile(path=path, text="def player(board):\n    pass\n")
    text = said(missing_function(submission(source, helper), TICTACTOE, "player"))

    assert text == f"the file has no function player{hint}"


def test_in_a_notebook_the_cell_is_named() -> None:
    """Lines are counted from the beginning of the cell, as Jupyter shows them."""
    notebook = submission("import math\n\ndef printBoard(board):\n    pass\n", cells=(1, 2))
    text = said(missing_function(notebook, AI_GAME, "print_board"))

    assert (
        text
        == "the file has no function print_board; did you mean printBoard (cell 2, line 2)? Rename it to print_board"
    )
