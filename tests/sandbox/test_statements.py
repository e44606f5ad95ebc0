"""A file that runs as a notebook does: statement by statement, what raises is left out and said."""

from __future__ import annotations

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student
from tests.sandbox.console import PLAY, SEARCH, MakeConsole
from tests.sandbox.sandbox_helpers import Make, calls

TALKS = 'def play():\n    input("? ")\n'


def left(student: Student) -> list[tuple[str, str, bool, bool]]:
    """Return what was left out, in short."""
    assert student.failure is None, student.failure
    return [(one.at, one.raised.type, one.asked, one.talked) for one in student.left_out]


@pytest.mark.parametrize(
    ("statement", "raised", "asked", "talked"),
    [
        ("1 / 0", "ZeroDivisionError", False, False),
        ("name = input('name? ')", "EOFError", True, False),
        ("import sys; name = sys.stdin.readline().split()[0]", "IndexError", True, False),
        ("play()", "EOFError", True, True),
        ("exit()", "SystemExit", False, False),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", False, False),
        ("import nothing_of_that_name\nnothing_of_that_name.go()", "ImportError", False, False),
        ("missing", "NameError", False, False),
        ("[0] * 10**12", "MemoryError", False, False),
    ],
)
def test_a_statement_that_raises_is_left_out_and_the_rest_runs(
    console_behind_either: MakeConsole, statement: str, raised: str, *, asked: bool, talked: bool
) -> None:
    """With its line, what it raised, whether it asked for input and whether the game was running."""
    student = console_behind_either(TALKS + statement + "\ndef search(board):\n    return 7\n")
    lines = 2 + statement.count("\n") + 1

    assert left(student) == [(f"game.py:{lines}", raised, asked, talked)]
    assert student.sweep(calls("search")).answers[0].value == 7


def test_what_was_left_out_is_told_in_notes(console: MakeConsole) -> None:
    """Five of them, and how many more there are."""
    student = console(TALKS + "play()\n" + "1 / 0\n" * 7)

    assert student.failure is None
    assert student.notes == (
        "line 3 was left out: EOFError: EOF when reading a line (it asks for input)",
        *[f"line {line} was left out: ZeroDivisionError: division by zero" for line in (4, 5, 6, 7)],
        "3 more statements were left out",
    )


def test_only_so_many_are_carried(console: MakeConsole) -> None:
    """Twenty."""
    student = console(TALKS + "1 / 0\n" * 60)

    assert len(left(student)) == 20


def test_a_cell_is_named_as_the_notebook_counts(console: MakeConsole) -> None:
    """By cell and line; the statements after it in the same cell run."""
    student = console([TALKS, "x = 1\nplay()\n\ndef search(board):\n    return x"])

    assert left(student) == [("game.ipynb:4", "EOFError", True, True)]
    assert student.notes == ("cell 2, line 2 was left out: EOFError: EOF when reading a line (it asks for input)",)
    assert student.sweep(calls("search")).answers[0].value == 1


@pytest.mark.parametrize("broken", ["def move(board:\n    return 1", "return 3", "x = 1\n'\\N{no such}'", "a = = 1"])
def test_a_cell_with_a_syntax_error_is_left_out_whole(console: MakeConsole, broken: str) -> None:
    """What the other cells define is there; what it would have defined is missing."""
    student = console([TALKS, "def move(board):\n    return 1\n" + broken, "def search(board):\n    return 2"])

    assert [one.raised.type for one in student.left_out] == ["SyntaxError"]
    assert student.notes[0].startswith("cell 2, line ")
    assert (student.has("move"), student.has("search"), student.has("play")) == (False, True, True)


def test_a_script_with_a_syntax_error_cannot_be_imported(console: MakeConsole) -> None:
    """As today: a script is compiled whole."""
    failure = console(TALKS + "\nreturn 3\n").failure

    assert failure is not None
    assert str(failure.raised) == "SyntaxError: 'return' outside function"
    assert failure.raised is not None
    assert failure.raised.at == "game.py:4"


def test_a_definition_that_never_ran_is_missing(console: MakeConsole) -> None:
    """Its statement raised before the name was bound."""
    student = console(TALKS + "@no_such_decorator\ndef move(board):\n    return 1\n")

    assert left(student) == [("game.py:4", "NameError", False, False)]
    assert not student.has("move")


def test_a_guarded_game_does_not_run(console: MakeConsole) -> None:
    """The module has its own name."""
    student = console(TALKS + "if __name__ == '__main__':\n    play()\n")

    assert left(student) == []
    assert student.talked_at_import == ()


def test_a_game_that_takes_the_end_of_input_well_is_seen_at_import(console: MakeConsole) -> None:
    """Nothing raises, so nothing is left out; that it asked is said."""
    student = console(
        "def play():\n    try:\n        input()\n    except EOFError:\n        print('bye')\nx = 1\nplay()\n"
    )

    assert left(student) == []
    assert student.talked_at_import == ("game.py:7",)


def test_a_statement_that_asks_for_ever_is_left_out_too(console_behind_either: MakeConsole) -> None:
    """Whatever it catches: the import begins again without it."""
    forever = """
        def play():
            while True:
                try:
                    return int(input())
                except:
                    print("no")
        play()
        def search(board):
            return 3
        play()
    """
    student = console_behind_either(forever, import_seconds=2)

    assert left(student) == [("game.py:8", "EOFError", True, True), ("game.py:11", "EOFError", True, True)]
    assert student.talked_at_import == ("game.py:8", "game.py:11")
    assert student.sweep(calls("search")).answers[0].value == 3


def test_a_statement_that_never_ends_meets_the_limit_of_the_import(console: MakeConsole) -> None:
    """It asks for nothing, so nobody knows that it never will."""
    failure = console(TALKS + "while True:\n    pass\n", import_seconds=0.3).failure

    assert failure is not None
    assert "still running after 0.3 s" in str(failure.raised)


def test_a_flood_of_statements_that_ask_for_ever_ends_the_import(console: MakeConsole) -> None:
    """Each costs an import, so there is a limit to it."""
    asking = "while True:\n    try:\n        input()\n    except EOFError:\n        pass\n"
    failure = console(asking * 30).failure

    assert failure is not None
    assert failure.end is ChildEnd.IMPORT_FAILED


def test_future_imports_hold_for_all_statements(console: MakeConsole) -> None:
    """Also in a notebook, where they stand in a cell of their own."""
    student = console(
        ["from __future__ import annotations", "def search(board: NotThere) -> list[Nor, This]:\n    return 4"]
    )

    assert left(student) == []
    assert student.sweep(calls("search")).answers[0].value == 4


def test_lines_stay_what_they_are(console: MakeConsole) -> None:
    """An exception in a call names the line of the whole text, in a script and in a notebook."""
    raising = '"""Text."""\n"more"\n\ndef search(board):\n    if board:\n        raise KeyError(__doc__)\n'
    for student, at in ((console(raising), "game.py:6"), (console([TALKS, raising]), "game.ipynb:8")):
        answer = student.sweep(calls("search")).answers[0]
        assert answer.raised is not None
        assert answer.raised.at == at


def test_a_docstring_is_the_first_statement(console: MakeConsole) -> None:
    """Later texts that stand alone do not replace it."""
    student = console('"""One."""\nx = 2\n"""Two."""\ndef search(board):\n    return __doc__\n')

    assert student.sweep(calls("search")).answers[0].value == "One."


def test_input_is_still_over_in_calls(console: MakeConsole) -> None:
    """However often a swept function asks."""
    student = console("def search(board):\n    return input()\n" + TALKS)
    answers = student.sweep(calls("search") * 5).answers

    assert {str(answer.raised) for answer in answers} == {"EOFError: EOF when reading a line"}


@pytest.mark.parametrize(
    ("statement", "memoized"),
    [("play()", True), ("print(search(4))", True), ("1 / 0", True), ("x = 1 / 0", False), ("for i in 5: pass", False)],
)
def test_what_was_left_out_may_rule_the_shortcut_out(console: MakeConsole, statement: str, *, memoized: bool) -> None:
    """A call that raised defines nothing; of all else the text may promise what is not there."""
    student = console(SEARCH + PLAY + statement + "\n", shortcut=True)

    assert len(left(student)) == 1
    assert bool(student.shortcut.functions) is memoized
    assert memoized or "was left out of the import" in student.shortcut.why
    student.finish()


@pytest.mark.parametrize("cells", [[SEARCH, PLAY, "play()"], [SEARCH + PLAY]])
def test_a_notebook_takes_the_shortcut(console: MakeConsole, cells: list[str]) -> None:
    """Where its cells are, taken together, the text that was read."""
    student = console(cells, shortcut=True)

    assert student.shortcut.functions == ("search",)
    student.finish()


@pytest.mark.parametrize(
    "cells",
    [
        [SEARCH, PLAY, "x = ="],
        [SEARCH, "if True:", "    y = 1", PLAY],
        [SEARCH, PLAY, "z = (1,", "2)"],
    ],
)
def test_a_notebook_with_a_broken_cell_runs_plainly(console: MakeConsole, cells: list[str]) -> None:
    """The text as a whole is not what runs."""
    student = console(cells, shortcut=True)

    assert student.failure is None
    assert student.shortcut.functions == ()
    assert student.left_out
    student.finish()


def test_elsewhere_one_statement_that_raises_fails_the_import(student: Make) -> None:
    """Only a surface that says so has its statements run one by one."""
    failure = student("def ask(board):\n    return 1\n1 / 0\n").failure

    assert failure is not None
    assert failure.end is ChildEnd.IMPORT_FAILED
