"""Which Python a text needs that does not run here: held against the interpreters of this machine."""

from __future__ import annotations

import json
import subprocess

import pytest

from grader.capabilities.quality import ruff_process
from grader.capabilities.quality.ruff_process import NotRated, newer_python_needed
from grader.model.submission import SourceFile, Submission
from tests.fixture_folders import ROOT
from tests.other_pythons import BY_VERSION

HERE = (3, 11)
NEWER = {
    "f-string: the same quotes": ((3, 12), 'x = f"{"a"}"\n'),
    "f-string: a backslash": ((3, 12), "x = f\"{'\\n'.join('ab')}\"\n"),
    "f-string: a comment": ((3, 12), 'x = f"""{1 # one\n}"""\n'),
    "f-string: lines": ((3, 12), 'x = f"{1 +\n1}"\n'),
    "f-string: nested": ((3, 12), 'x = f"{f"{f"{1}"}"}"\n'),
    "a generic function": ((3, 12), "def first[T](values: list[T]) -> T:\n    return values[0]\n"),
    "a generic class": ((3, 12), "class Board[T]:\n    pass\n"),
    "a type alias": ((3, 12), "type Board = list[list[str | None]]\n"),
    "a type with a default": ((3, 13), "class Board[T = str]:\n    pass\n"),
    "except without brackets": ((3, 14), "try:\n    pass\nexcept TypeError, ValueError:\n    pass\n"),
    "except* without brackets": ((3, 14), "try:\n    pass\nexcept* TypeError, ValueError:\n    pass\n"),
    "a template string": ((3, 14), "x = t'{1}'\n"),
    "two of them": ((3, 14), "type Board = str\nx = t'{1}'\n"),
}
WRONG_EVERYWHERE = {
    "a missing colon": "def f(x)\n    return x\n",
    "a bracket": "x = (1\n",
    "an indentation": "x = 1\n  y = 2\n",
    "tabs and blanks": "if 1:\n        x = 1\n\ty = 2\n",
    "print of Python 2": 'print "x"\n',
    "except of Python 2 with print": "try:\n    pass\nexcept ValueError, e:\n    print e\n",
    "an unfinished string": "x = 'a\n",
    "an unfinished f-string": 'x = f"{1"\n',
    "a return outside": "type A = int\nreturn 1\n",
    "a break outside": "type A = int\nbreak\n",
    "global too late": "type A = int\ndef f():\n    x = 1\n    global x\n",
    "nonlocal without one": "type A = int\ndef f():\n    nonlocal x\n",
    "a parameter twice": "def f[T](a, a):\n    pass\n",
    "a keyword twice": "type A = int\nprint(a=1, a=2)\n",
    "an assignment to a call": "type A = int\nf() = 1\n",
    "a future import too late": "type A = int\nfrom __future__ import annotations\n",
    "await outside": "def f[T]():\n    await g()\n",
    "two defaults": "def f[T](a=1, b):\n    pass\n",
    "new syntax and a missing colon": "type A = int\nif A\n    pass\n",
    "text": "Here is my homework, dear teacher.\n",
}
VALID = {
    "nothing new": "x = f\"{'a'!r:>{10}}\"\nmatch x:\n    case 1:\n        pass\n",
    "groups": "try:\n    pass\nexcept* (TypeError, ValueError):\n    pass\n",
    "names that became words": "type = match = case = 1\ntype[0] if match else case\n",
}
COMPILE = """
import json, sys, warnings
warnings.simplefilter("ignore")
def taken(text):
    try:
        compile(text, "tictactoe.py", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
print(json.dumps({name: taken(text) for name, text in json.load(sys.stdin).items()}))
"""


def _submission(text: str, cells: tuple[int, ...] = (), **helpers: str) -> Submission:
    files = [SourceFile(path=f"{name}.py", text=helper) for name, helper in helpers.items()]
    main = SourceFile(path="tictactoe.py", text=text, cells=cells)
    return Submission(id="ada", student="Ada", main=main.path, files=(main, *files))


def _needed(submission: Submission, version: tuple[int, int] = HERE) -> tuple[int, int] | None:
    need = newer_python_needed(submission, version)
    return None if need is None else need.version


@pytest.mark.parametrize("name", NEWER)
def test_syntax_that_a_newer_python_added_is_known(name: str) -> None:
    """With the oldest version that has it; that version itself needs no newer one."""
    version, text = NEWER[name]

    assert _needed(_submission(text)) == version
    assert _needed(_submission(text), version) is None


@pytest.mark.parametrize("name", WRONG_EVERYWHERE)
def test_what_is_wrong_in_every_python_stays_the_students_error(name: str) -> None:
    """Also if there is new syntax beside it."""
    assert _needed(_submission(WRONG_EVERYWHERE[name])) is None


@pytest.mark.parametrize("name", VALID)
def test_what_python_here_reads_needs_no_newer_one(name: str) -> None:
    """Whatever else may be wrong with it."""
    assert _needed(_submission(VALID[name])) is None


@pytest.mark.parametrize("version", BY_VERSION)
def test_the_interpreters_here_say_the_same(version: str) -> None:
    """Each takes what is said to need it or an older one, and nothing that is wrong everywhere."""
    major, minor = map(int, version.split("."))
    cases = {name: text for name, (_, text) in NEWER.items()} | WRONG_EVERYWHERE | VALID
    expected = {name: needed <= (major, minor) for name, (needed, _) in NEWER.items()}
    expected |= dict.fromkeys(WRONG_EVERYWHERE, False) | {
        name: (major, minor) >= HERE or name != "groups" for name in VALID
    }

    found = subprocess.run(
        [BY_VERSION[version], "-I", "-c", COMPILE], input=json.dumps(cases), capture_output=True, text=True, check=True
    )

    assert json.loads(found.stdout) == expected


def test_a_helper_that_is_imported_counts_and_no_other() -> None:
    """The line and the file are those of the first that needs it."""
    new = "x = 1\ntype Board = str\n"
    need = newer_python_needed(_submission("import boards\n", boards=new), HERE)

    assert need is not None
    assert (need.version, need.file.path, need.line) == ((3, 12), "boards.py", 2)
    assert _needed(_submission("import math\n", boards=new)) is None


def test_cells_of_a_notebook_are_read_one_by_one() -> None:
    """A broken cell is left out; the others are still the student's work."""
    text = "x = (\ny = 1\ntype Board = str\nz = 1\n"

    need = newer_python_needed(_submission(text, cells=(1, 2, 4)), HERE)

    assert need is not None
    assert (need.version, need.line) == ((3, 12), 3)


def test_without_ruff_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the error is told as Python tells it."""

    def fail(*_arguments: object) -> None:
        raise NotRated("no ruff")

    monkeypatch.setattr(ruff_process, "run_ruff", fail)

    assert _needed(_submission("type Board = str\n")) is None


def test_no_fixture_needs_a_newer_python() -> None:
    """What is taken for new syntax must be new: all of these run on the oldest Python."""
    fixtures = ROOT / "fixtures"

    for path in sorted(fixtures.glob("*/*.py")):
        assert _needed(_submission(path.read_bytes().decode(errors="replace")), (3, 10)) is None, path
