"""What the text of a student's files says: equal code, imports, statements."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterator

import pytest

from grader.missing_functions import missing_function
from grader.model.submission import SourceFile, Submission
from grader.python_text import (
    Definition,
    Import,
    code_sha256,
    definitions_in,
    functions_used,
    has_no_code,
    imports_in,
    kept_between_calls,
    top_level_statements,
    unchanged_in_loop,
)
from tests.fixture_folders import EVERY, ROOT
from tests.test_missing_functions import TICTACTOE, submission


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
        ("R = (i for i in b)\ndef minimax(b):\n    R\n", ("generator", ["R"], 1)),
        ("R = zip(a, b)\ndef minimax(b):\n    b\n", None),
        ("R = (1, 2)\ndef minimax(b):\n    R\n", None),
        ("moves = []\ndef minimax(b):\n    own.append(b); b.moves.append(1)\n", None),
        ("moves = []\ndef minimax(b):\n    moves = []\n    moves.append(b)\n", None),
    ],
)
def test_where_values_may_be_kept_between_calls(text: str, found: object) -> None:
    """In a global or a default value of a function that the named one reaches."""
    assert kept_between_calls(text, "minimax") == found


def test_a_function_uses_what_stands_behind_its_colon_and_in_its_classes() -> None:
    text = """def actions(board): return free(board)
def free(board): return {*board}
class Node:
    def children(self):
        return actions(self.board)
def minimax(board):
    return Node(board)
"""
    used = functions_used(submission(text))
    assert "free" in used["actions"] - used["free"]
    assert {"Node", "actions", "free"} <= used["minimax"]
    assert "Node" not in used["actions"]


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


@pytest.mark.parametrize(
    ("body", "is_empty"),
    [
        ("    pass", True),
        ('    """Says what it returns."""\n    # to do\n    ...', True),
        ("    raise NotImplementedError\n\nx = 1\n", True),
        ("    print('here')\n    return None", True),
        ("    points = 0\n    if board:\n        points += 1", False),
        ("    return board", False),
        ("    pass\n\n\ndef f(board):\n    return 1\n", False),
        ("    return 1\n\n\ndef f(board): pass\n", True),
        ("    pass\n\n\ndef f(board): {X: 1}.get(board)\n", False),
    ],
)
def test_a_function_without_code_is_told_from_one_that_forgets_its_return(body: str, *, is_empty: bool) -> None:
    """Of two with one name the later one counts; one that is not there has no code either."""
    assert has_no_code(f"def f(board):\n{body}", "f") is is_empty
    assert has_no_code(f"def f(board):\n{body}", "g")
