"""What the tests of dialogues share: a module spec with a dialogue function, students of it, lines to type."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Protocol

from grader.model.answer import Dialogue, Event
from grader.model.rubric import Limits
from grader.model.spec import CellSpec, FunctionSpec, ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student

CONSOLE = ModuleSpec(
    module="game",
    functions=(
        FunctionSpec(name="show", parameters=1, prints=True),
        FunctionSpec(name="search", parameters=1, slow=True),
        FunctionSpec(name="move", parameters=1, slow=True),
        FunctionSpec(name="play", parameters=0, is_dialogue=True),
    ),
    cells=(
        CellSpec(symbol="X", attribute=None, default="X"),
        CellSpec(symbol="O", attribute=None, default="O"),
        CellSpec(symbol=".", attribute=None, default=" "),
    ),
    statements=True,
    board_printer="show",
)

SEARCH = """
def show(board):
    for row in board:
        print("|".join(row))
def free(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == " "]
def search(board):
    total = len(free(board))
    for i, j in free(board):
        board[i][j] = "X"
        total += search(board) % 7
        board[i][j] = " "
    return total
def move(board):
    best = None
    for i, j in free(board):
        board[i][j] = "O"
        value = search(board)
        board[i][j] = " "
        if best is None or value > best[0]:
            best = (value, i, j)
    return best
"""
PLAY = """
def play():
    board = [["X", "O", "X"], [" ", "O", " "], [" ", " ", " "]]
    while free(board):
        show(board)
        try:
            i, j = map(int, input("Your move: ").split())
        except ValueError:
            print("Two numbers!")
            continue
        board[i][j] = "X"
        if free(board):
            _, i, j = move(board)
            board[i][j] = "O"
    show(board)
    print("over")
"""


class MakeConsole(Protocol):
    """Makes a student of the console module."""

    def __call__(
        self, source: str | Sequence[str], *, helper: str = "", shortcut: bool = False, **limits: float
    ) -> Student:
        """Return the student of a script's text, or of a notebook's cells; `limits` are fields of `Limits`."""


def console_student(
    source: str | Sequence[str], launcher: Launcher, helper: str, limits: dict[str, float], *, shortcut: bool
) -> Student:
    """Return the student of a script's text, or of a notebook's cells, under small limits."""
    file = script(source) if isinstance(source, str) else notebook(source)
    files = (file, SourceFile(path="helper.py", text=textwrap.dedent(helper))) if helper else (file,)
    submission = Submission(id="s", student="S", main=file.path, files=files)
    few = Limits(import_seconds=5, call_seconds=1, function_seconds=(), submission_seconds=60)
    own = Limits(**{**{name: getattr(few, name) for name in few.__slots__}, **limits})
    student = Student(submission, CONSOLE, own, launcher, shortcut=shortcut)
    student.import_module()
    return student


def script(text: str) -> SourceFile:
    """Return the file of a script."""
    return SourceFile(path="game.py", text=textwrap.dedent(text))


def notebook(cells: Sequence[str]) -> SourceFile:
    """Return the file of a notebook; each cell begins on a new line."""
    texts = [textwrap.dedent(cell).strip("\n") + "\n" for cell in cells]
    firsts = [1 + sum(text.count("\n") for text in texts[:at]) for at in range(len(texts))]
    return SourceFile(path="game.ipynb", text="".join(texts), cells=tuple(firsts))


def typing(*lines: str) -> Callable[[Sequence[Event]], str | None]:
    """Return a `ChooseLine` that types `lines`, one after the other, then ends the input."""
    rest = list(lines)
    return lambda _events: rest.pop(0) if rest else None


def run_dialogue(student: Student, *lines: str) -> Dialogue:
    """Run the student's dialogue function once, with `lines` to type."""
    return student.hold_dialogues(lambda stage: stage.talk(typing(*lines)))


def event_pairs(dialogue: Dialogue) -> list[tuple[str, str]]:
    """Return the events as pairs."""
    return [(event.kind, event.text) for event in dialogue.events]
