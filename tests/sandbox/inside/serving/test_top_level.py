"""A file that runs as a notebook does, statement by statement: those that raise are left out and reported."""

from __future__ import annotations

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student
from tests.sandbox.console import PLAY, SEARCH, MakeConsole
from tests.sandbox.sandbox_helpers import Make, calls

TALKS = 'def play():\n    input("? ")\n'


def left_out(student: Student) -> list[tuple[str, str, bool, bool]]:
    """Return place, exception, "asked for input" and "in the dialogue function" of each statement left out."""
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
    """Reported are its line, its exception, whether it asked for input and whether the game was running."""
    student = console_behind_either(TALKS + statement + "\ndef search(board):\n    return 7\n")
    lines = 2 + statement.count("\n") + 1

    assert left_out(student) == [(f"game.py:{lines}", raised, asked, talked)]
    assert student.sweep(calls("search")).answers[0].value == 7


def test_notes_name_what_was_left_out(console: MakeConsole) -> None:
    """The first five statements, and how many more there are."""
    student = console(TALKS + "play()\n" + "1 / 0\n" * 7)

    assert student.failure is None
    assert student.notes == (
        "line 3 was left out: EOFError: EOF when reading a line (it asks for input)",
        *[f"line {line} was left out: ZeroDivisionError: division by zero" for line in (4, 5, 6, 7)],
        "3 more statements were left out",
    )


def test_at_most_twenty_are_reported(console: MakeConsole) -> None:
    """More would fill the report with the same mistake."""
    student = console(TALKS + "1 / 0\n" * 60)

    assert len(left_out(student)) == 20


def test_lines_of_a_notebook_count_from_its_beginning(console: MakeConsole) -> None:
    """Notes name cell and line; the statements after it in the same cell run."""
    student = console([TALKS, "x = 1\nplay()\n\ndef search(board):\n    return x"])

    assert left_out(student) == [("game.ipynb:4", "EOFError", True, True)]
    assert student.notes == ("cell 2, line 2 was left out: EOFError: EOF when reading a line (it asks for input)",)
    assert student.sweep(calls("search")).answers[0].value == 1


@pytest.mark.parametrize("broken", ["def move(board:\n    return 1", "return 3", "x = 1\n'\\N{no such}'", "a = = 1"])
def test_a_cell_with_a_syntax_error_is_left_out_whole(console: MakeConsole, broken: str) -> None:
    """The definitions of the other cells exist, its own are missing."""
    student = console([TALKS, "def move(board):\n    return 1\n" + broken, "def search(board):\n    return 2"])

    assert [one.raised.type for one in student.left_out] == ["SyntaxError"]
    assert student.notes[0].startswith("cell 2, line ")
    assert (student.has("move"), student.has("search"), student.has("play")) == (False, True, True)


def test_a_script_with_a_syntax_error_cannot_be_imported(console: MakeConsole) -> None:
    """A script is compiled as a whole."""
    failure = console(TALKS + "\nreturn 3\n").failure

    assert failure is not None
    assert str(failure.raised) == "SyntaxError: 'return' outside function"
    assert failure.raised is not None
    assert failure.raised.at == "game.py:4"


def test_a_definition_that_never_ran_is_missing(console: MakeConsole) -> None:
    """The decorator raised before the name was bound."""
    student = console(TALKS + "@no_such_decorator\ndef move(board):\n    return 1\n")

    assert left_out(student) == [("game.py:4", "NameError", False, False)]
    assert not student.has("move")


def test_a_guarded_game_does_not_run(console: MakeConsole) -> None:
    """The module is not called ``__main__``."""
    student = console(TALKS + "if __name__ == '__main__':\n    play()\n")

    assert left_out(student) == []
    assert student.talked_at_import == ()


def test_a_game_that_handles_the_end_of_input_is_noticed(console: MakeConsole) -> None:
    """Nothing raises, so nothing is left out; but it is reported that the game asked."""
    student = console(
        "def play():\n    try:\n        input()\n    except EOFError:\n        print('bye')\nx = 1\nplay()\n"
    )

    assert left_out(student) == []
    assert student.talked_at_import == ("game.py:7",)


def test_a_statement_that_asks_for_ever_is_left_out_too(console_behind_either: MakeConsole) -> None:
    """Whichever exceptions it catches: the import begins again without it."""
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

    assert left_out(student) == [("game.py:8", "EOFError", True, True), ("game.py:11", "EOFError", True, True)]
    assert student.talked_at_import == ("game.py:8", "game.py:11")
    assert student.sweep(calls("search")).answers[0].value == 3


def test_a_statement_that_never_ends_meets_the_limit_of_the_import(console: MakeConsole) -> None:
    """It asks for nothing, so only the time limit can tell."""
    failure = console(TALKS + "while True:\n    pass\n", import_seconds=0.3).failure

    assert failure is not None
    assert "still running after 0.3 s" in str(failure.raised)


def test_a_flood_of_statements_that_ask_for_ever_ends_the_import(console: MakeConsole) -> None:
    """Each costs one more import, so their number is limited."""
    asking = "while True:\n    try:\n        input()\n    except EOFError:\n        pass\n"
    failure = console(asking * 30).failure

    assert failure is not None
    assert failure.end is ChildEnd.IMPORT_FAILED


def test_future_imports_hold_for_all_statements(console: MakeConsole) -> None:
    """In a notebook too, where they are in another cell."""
    student = console(
        ["from __future__ import annotations", "def search(board: NotThere) -> list[Nor, This]:\n    return 4"]
    )

    assert left_out(student) == []
    assert student.sweep(calls("search")).answers[0].value == 4


def test_exceptions_name_lines_of_the_whole_text(console: MakeConsole) -> None:
    """In a script and in a notebook, although statements are compiled one by one."""
    raising = '"""Text."""\n"more"\n\ndef search(board):\n    if board:\n        raise KeyError(__doc__)\n'
    for student, at in ((console(raising), "game.py:6"), (console([TALKS, raising]), "game.ipynb:8")):
        answer = student.sweep(calls("search")).answers[0]
        assert answer.raised is not None
        assert answer.raised.at == at


def test_a_docstring_is_the_first_statement(console: MakeConsole) -> None:
    """Later text expressions do not replace it."""
    student = console('"""One."""\nx = 2\n"""Two."""\ndef search(board):\n    return __doc__\n')

    assert student.sweep(calls("search")).answers[0].value == "One."


def test_input_has_ended_in_calls_too(console: MakeConsole) -> None:
    """However often a function asks."""
    student = console("def search(board):\n    return input()\n" + TALKS)
    answers = student.sweep(calls("search") * 5).answers

    assert {str(answer.raised) for answer in answers} == {"EOFError: EOF when reading a line"}


@pytest.mark.parametrize(
    ("statement", "memoized"),
    [("play()", True), ("print(search(4))", True), ("1 / 0", True), ("x = 1 / 0", False), ("for i in 5: pass", False)],
)
def test_a_statement_left_out_may_rule_out_the_shortcut(
    console: MakeConsole, statement: str, *, memoized: bool
) -> None:
    """A call defines nothing; any other statement may have left the module different from its text."""
    student = console(SEARCH + PLAY + statement + "\n", shortcut=True)

    assert len(left_out(student)) == 1
    assert bool(student.shortcut.functions) is memoized
    assert memoized or "was left out of the import" in student.shortcut.why
    student.finish()


@pytest.mark.parametrize("cells", [[SEARCH, PLAY, "play()"], [SEARCH + PLAY]])
def test_a_notebook_takes_the_shortcut(console: MakeConsole, cells: list[str]) -> None:
    """If its cells together have the statements of the whole text."""
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
    """The text that would be analysed is not what runs."""
    student = console(cells, shortcut=True)

    assert student.failure is None
    assert student.shortcut.functions == ()
    assert student.left_out
    student.finish()


def test_without_statement_runs_an_exception_fails_the_import(student: Make) -> None:
    """Only if the assignment says so do statements run one by one."""
    failure = student("def ask(board):\n    return 1\n1 / 0\n").failure

    assert failure is not None
    assert failure.end is ChildEnd.IMPORT_FAILED
