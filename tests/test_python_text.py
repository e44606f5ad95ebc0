"""What the text of a student's files says: what a missing function is, equal code, imports, statements."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterator

import pytest

from grader.assignments import ASSIGNMENTS
from grader.model.submission import SourceFile, Submission
from grader.python_text import (
    Definition,
    Import,
    code_sha256,
    definitions_in,
    imports_in,
    kept_between_calls,
    missing_function,
    top_level_statements,
    unchanged_in_loop,
)
from grader.text.reasons import said
from tests.fixture_folders import EVERY, ROOT

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


def test_definitions_are_found_with_what_is_around_them() -> None:
    """With tabs or spaces, decorated, asynchronous, generic or a lambda."""
    text = "@cache\ndef a ():\n\tclass B:\n\t\tasync def c(self): ...\n\td = lambda: 0\n"
    text += "try:\n  def e[T](x): ...\nf: int = lambda: 0\n"

    assert definitions_in(text) == (
        Definition("a", 2),
        Definition("c", 4, "class", "B"),
        Definition("d", 5, "function", "a"),
        Definition("e", 7),
        Definition("f", 8),
    )


@pytest.mark.parametrize(
    "text", ["def a(" * 40_000, "class A:\n" * 28_000, " " * 256_000, "def f():\n " * 25_000, "x" * 256_000]
)
def test_hostile_text_is_searched_in_time(text: str) -> None:
    """It may be as long as a file that is graded."""
    started = time.process_time()
    missing_function(submission(text), TICTACTOE, "player")

    assert time.process_time() - started < 2


CODE = 'def player(board):\n    """Whose turn."""\n    return "X # no comment"\n'


def hash_of(text: str) -> str:
    """Return the hash of a file with `text`."""
    return code_sha256(
        Submission(id="a", student="a", main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),))
    )


@pytest.mark.parametrize(
    "text",
    [
        CODE.replace("\n", "\r\n"),
        CODE.replace("    ", "\t"),
        f"# Ada Lovelace\n\n{CODE}\n\n",
        CODE.replace("(board):", "( board ) :  # whose?"),
    ],
)
def test_comments_blanks_and_ends_of_lines_are_no_difference(text: str) -> None:
    """Who copies changes these first."""
    assert hash_of(CODE) == hash_of(text)


@pytest.mark.parametrize("text", [CODE.replace("X #", "X"), CODE.replace("player", "turn"), f"import os\n{CODE}", ""])
def test_other_code_is_a_difference(text: str) -> None:
    """Also what only looks like a comment."""
    assert hash_of(CODE) != hash_of(text)


def test_hostile_text_has_a_hash_too() -> None:
    """Strings without an end, a megabyte of quotes."""
    assert 2 == len({hash_of(text) for text in ("'''", "'\"" * 500_000)})


def test_a_statement_is_read_as_python_reads_it() -> None:
    """Lines as Python counts them, and the name that the text uses."""
    assert imports_in("x = 1\r\rimport a.b as c, d\nc") == (
        Import("a", 3, used=True),
        Import("d", 3, used=False),
    )


@pytest.mark.parametrize(
    "folder", ["grader", "tests"] if EVERY in os.environ else ["grader/cli", "tests/capabilities/hand_in"]
)
def test_the_search_finds_what_pythons_parser_finds(folder: str) -> None:
    """In files of ours: those of students are searched only because a hostile one could crash a parser."""
    different = {}
    for path in (ROOT / folder).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        parsed = set(_parsed(ast.parse(text)))
        if parsed != (found := {(one.module, one.line) for one in imports_in(text)}):
            different[str(path)] = parsed ^ found

    assert {} == different


def _parsed(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0], node.lineno


@pytest.mark.parametrize("text", ["", "# x", '"""x"""', '"""x', "\n\n"])
def test_a_text_without_a_statement_has_none(text: str) -> None:
    """A helper module may be empty, and a string may have no end."""
    assert top_level_statements(text) == ()


def test_a_statement_has_its_decorators_and_what_is_below_it() -> None:
    """Blank lines and comments in front of the next one belong to neither."""
    assert [(1, 3), (7, 8)] == list(
        map(tuple, top_level_statements("@cache\ndef f():\n    return 1\n\n# next\n\nX = (1,\n2)\n"))
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("best = 0\ndef minimax(b):\n    global best, move\n", ("global", ["best", "move"], 3)),
        ("def minimax(b):\n    global a; a = print(b)\n", ("global", ["a"], 2)),
        ("def minimax(b):\n    global \\\n        a\n", None),
        ("def minimax(b):\n    return f(b)\ndef f(b, memo={}):\n    pass\n", ("default", ["memo"], 3)),
        ("def minimax(b, n=0, seen: set = set(), *, x=1):\n    pass\n", ("default", ["seen"], 1)),
        ("def minimax(b):\n    '''a\n    global x'''\n    # global y\n", None),
        ("def minimax(b):\n    pass\ndef other(b, memo=[]):\n    global x\n", None),
        ("def minimax(b, n=0, memo=None, t=()):\n    pass\n", None),
        ("moves = []\ndef minimax(b):\n    moves.append(b)\n", ("global", ["moves"], 3)),
        (
            "seen = set()\ndef minimax(b):\n    f(b)\ndef f(b):\n    b.moves.add(b); seen.add(b)\n",
            ("global", ["seen"], 5),
        ),
        ("moves = []\ndef minimax(b):\n    own.append(b); b.moves.append(1)\n", None),
    ],
)
def test_where_values_may_be_kept_between_calls(text: str, found: object) -> None:
    """In a global or a default value of a function that the named one reaches."""
    assert kept_between_calls(text, "minimax") == found


@pytest.mark.parametrize(
    ("loop", "name", "why"),
    [
        ("while i < 3:\n    j = 0\n    board[i][j]", "i", "stays_same"),
        ("while i < 3:\n    i += 1", "", ""),
        ("while i < 3:\n    for x in y:\n        continue\n    i = i + 1", "", ""),
        ("while j < 3:\n    if x:\n        continue\n    j += 1", "j", "skipped_by_continue"),
        ("while j < 3:\n    if x:\n        j += 1\n        continue\n    j += 1", "", ""),
        ("while queue:\n    queue.pop()", "", ""),
        ("while queue:\n    change(queue)", "", ""),
        ("while not done and rows[at]:\n    rows[at] = None", "", ""),
        ("while True:\n    pass", "", ""),
        ("while not over():\n    pass", "", ""),
        ("while i < 3:\n    'i = 1'\ni = 1", "i", "stays_same"),
        ("for i in x:\n    pass", "", ""),
    ],
)
def test_a_loop_is_told_what_it_never_changes(loop: str, name: str, why: str) -> None:
    """Only where nothing in the loop may change a variable of its condition."""
    assert unchanged_in_loop(loop, 1) == (name, why)
