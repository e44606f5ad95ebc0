"""What happens when somebody runs the file: whole, as the main program, its input answered."""

from __future__ import annotations

import pytest

from grader.model.dialogue import Event
from grader.model.verdict import ChildEnd
from tests.sandbox.console import PLAY, SEARCH, MakeConsole, told, typing

GUARD = "if __name__ == '__main__':\n    play()\n"
TALKS = "def play():\n    print('hello')\n    print(input('? '))\n"


@pytest.mark.parametrize("start", [GUARD, "play()\n", "def main():\n    play()\nmain()\n"])
def test_a_game_starts(console_behind_either: MakeConsole, start: str) -> None:
    """Guarded or not."""
    dialogue = console_behind_either(TALKS + start).run_script(typing("me"))

    assert told(dialogue) == [("printed", "hello\n"), ("asked", "? "), ("typed", "me"), ("printed", "me\n")]
    assert dialogue.answer.end is ChildEnd.RETURNED


def test_without_an_entry_point_nothing_starts(console: MakeConsole) -> None:
    """It ends without a word."""
    dialogue = console(TALKS).run_script(typing())

    assert (dialogue.events, dialogue.answer.end) == ((), ChildEnd.RETURNED)


def test_boards_are_told_here_too(console: MakeConsole) -> None:
    """From when the function that shows them is defined, or defined anew."""
    source = SEARCH + "show([['X'] * 3] * 3)\n" + SEARCH + PLAY + GUARD
    dialogue = console(source).run_script(typing())

    assert [event.text for event in dialogue.events if event.kind == "board"] == ["X" * 9, "XOX.O...."]
    assert dialogue.events[-1] == Event(kind="ended", text="")


@pytest.mark.parametrize(
    ("source", "end", "shown"),
    [
        ("print(1)\n1 / 0\nprint(2)\n", ChildEnd.RAISED, "ZeroDivisionError: division by zero"),
        ("print(1)\nexit()\nprint(2)\n", ChildEnd.EXITED, "SystemExit: None"),
        ("print(1)\nwhile True: pass\n", ChildEnd.CPU_LIMIT, "None"),
    ],
)
def test_a_script_ends_with_what_it_raises(console: MakeConsole, source: str, end: ChildEnd, shown: str) -> None:
    """Statements after it do not run."""
    dialogue = console(source, import_seconds=0.3, call_seconds=0.3).run_script(typing())

    assert dialogue.answer.end is end
    assert str(dialogue.answer.raised) == shown
    assert told(dialogue) in ([("printed", "1\n")], [])


def test_a_script_that_is_no_python_says_so(console: MakeConsole) -> None:
    """It need not be importable to be asked."""
    dialogue = console("print(1)\nreturn\n").run_script(typing())

    assert dialogue.events == ()
    assert str(dialogue.answer.raised) == "SyntaxError: 'return' outside function"


def test_the_cells_of_a_notebook_run_one_after_the_other(console: MakeConsole) -> None:
    """One that raises ends itself, not the others; the first exception is told."""
    student = console(["print(1)\n1 / 0\nprint(2)", "x = =", "print(3)", "exit()", "print(4)"])
    dialogue = student.run_script(typing())

    assert told(dialogue) == [("printed", "1\n3\n")]
    assert dialogue.answer.end is ChildEnd.EXITED
    assert str(console(["1 / 0", "x = =", "print(3)"]).run_script(typing()).answer.raised).startswith("ZeroDivision")


def test_it_may_ask_for_ever(console: MakeConsole) -> None:
    """As any dialogue."""
    source = "while True:\n    try:\n        input('? ')\n    except EOFError:\n        pass\n"

    assert console(source).run_script(typing()).endless


def test_a_helper_finds_the_file_it_belongs_to(console: MakeConsole) -> None:
    """Under its own name, although it is the main program."""
    dialogue = console("import helper\nX = 5\nhelper.go()\n", helper="def go():\n    import game\n    print(game.X)\n")

    assert told(dialogue.run_script(typing())) == [("printed", "5\n")]


def test_a_main_program_may_reach_its_own_module(console: MakeConsole) -> None:
    """Such as for its documentation."""
    source = '"""Rules."""\nimport sys\nprint(sys.modules["__main__"].__doc__, __name__)\n'

    assert told(console(source).run_script(typing())) == [("printed", "Rules. __main__\n")]
