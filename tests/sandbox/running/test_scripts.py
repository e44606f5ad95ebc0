"""Running the file as a program, with its input answered."""

from __future__ import annotations

import pytest

from grader.model.answer import Event
from grader.model.verdict import ChildEnd
from tests.sandbox.console import PLAY, SEARCH, MakeConsole, event_pairs, typing

GUARD = "if __name__ == '__main__':\n    play()\n"
TALKS = "def play():\n    print('hello')\n    print(input('? '))\n"


@pytest.mark.parametrize("start", [GUARD, "play()\n", "def main():\n    play()\nmain()\n"])
def test_a_game_starts(console_behind_either: MakeConsole, start: str) -> None:
    """Behind ``if __name__ == "__main__"`` or not."""
    dialogue = console_behind_either(TALKS + start).run_script(typing("me"))

    assert event_pairs(dialogue) == [("printed", "hello\n"), ("asked", "? "), ("typed", "me"), ("printed", "me\n")]
    assert dialogue.answer.end is ChildEnd.RETURNED


def test_without_an_entry_point_nothing_starts(console: MakeConsole) -> None:
    """The program ends and prints nothing."""
    dialogue = console(TALKS).run_script(typing())

    assert (dialogue.events, dialogue.answer.end) == ((), ChildEnd.RETURNED)


def test_boards_are_logged_here_too(console: MakeConsole) -> None:
    """As soon as the function that prints them is defined, and after it is defined again."""
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
    """The statements after it do not run."""
    dialogue = console(source, import_seconds=0.3, call_seconds=0.3).run_script(typing())

    assert dialogue.answer.end is end
    assert str(dialogue.answer.raised) == shown
    assert event_pairs(dialogue) in ([("printed", "1\n")], [])


def test_a_script_with_a_syntax_error_reports_it(console: MakeConsole) -> None:
    """Although it cannot be imported."""
    dialogue = console("print(1)\nreturn\n").run_script(typing())

    assert dialogue.events == ()
    assert str(dialogue.answer.raised) == "SyntaxError: 'return' outside function"


def test_the_cells_of_a_notebook_run_one_after_the_other(console: MakeConsole) -> None:
    """After one that raises the next one runs; the first exception is reported."""
    student = console(["print(1)\n1 / 0\nprint(2)", "x = =", "print(3)", "exit()", "print(4)"])
    dialogue = student.run_script(typing())

    assert event_pairs(dialogue) == [("printed", "1\n3\n")]
    assert dialogue.answer.end is ChildEnd.EXITED
    assert str(console(["1 / 0", "x = =", "print(3)"]).run_script(typing()).answer.raised).startswith("ZeroDivision")


def test_a_script_may_ask_for_ever(console: MakeConsole) -> None:
    """It is reported as endless, like a dialogue."""
    source = "while True:\n    try:\n        input('? ')\n    except EOFError:\n        pass\n"

    assert console(source).run_script(typing()).endless


def test_a_helper_finds_the_file_it_belongs_to(console: MakeConsole) -> None:
    """Under its own module name, although it is the main program."""
    dialogue = console("import helper\nX = 5\nhelper.go()\n", helper="def go():\n    import game\n    print(game.X)\n")

    assert event_pairs(dialogue.run_script(typing())) == [("printed", "5\n")]


def test_a_main_program_may_reach_its_own_module(console: MakeConsole) -> None:
    """For its documentation, for example."""
    source = '"""Rules."""\nimport sys\nprint(sys.modules["__main__"].__doc__, __name__)\n'

    assert event_pairs(console(source).run_script(typing())) == [("printed", "Rules. __main__\n")]
