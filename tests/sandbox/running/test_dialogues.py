"""Dialogues over the wall: what is printed, asked, typed and shown, in order, and how they end."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from grader.model.answer import Dialogue, Event
from grader.model.verdict import ChildEnd
from grader.sandbox.running.dialogues import DialogueRunner
from tests.sandbox.console import PLAY, SEARCH, MakeConsole, event_pairs, run_dialogue, typing
from tests.sandbox.sandbox_helpers import BURN_SOURCE

START = "XOX.O...."


def test_a_dialogue_is_told_in_order(console_behind_either: MakeConsole) -> None:
    """The board that is shown comes before what shows it; a prompt is no print."""
    dialogue = run_dialogue(console_behind_either(SEARCH + PLAY), "a", "2 2")

    assert event_pairs(dialogue)[:8] == [
        ("board", START),
        ("printed", "X|O|X\n |O| \n | | \n"),
        ("asked", "Your move: "),
        ("typed", "a"),
        ("printed", "Two numbers!\n"),
        ("board", START),
        ("printed", "X|O|X\n |O| \n | | \n"),
        ("asked", "Your move: "),
    ]
    assert event_pairs(dialogue)[8:10] == [("typed", "2 2"), ("board", "XOXOO...X")]
    assert event_pairs(dialogue)[-1] == ("ended", "")
    assert dialogue.answer.end is ChildEnd.RAISED
    assert str(dialogue.answer.raised) == "EOFError: EOF when reading a line"
    assert not dialogue.endless


@pytest.mark.parametrize(
    ("ask", "got"),
    [
        ("input('? ')", "['a', 'b']"),
        ("sys.stdin.readline()", "['a\\n', 'b\\n']"),
        ("next(iter(sys.stdin))", "['a\\n', 'b\\n']"),
        ("builtins.input()", "['a', 'b']"),
        ("open_input()", "['a', 'b']"),
    ],
)
def test_lines_arrive_however_they_are_asked_for(console: MakeConsole, ask: str, got: str) -> None:
    """Also through a name that was kept at import."""
    source = f"import sys, builtins\nopen_input = input\ndef play():\n    print([{ask}, {ask}])\n"
    dialogue = run_dialogue(console(source), "a", "b")

    assert dialogue.events[-1] == Event(kind="printed", text=got + "\n")
    assert dialogue.answer.end is ChildEnd.RETURNED


def test_all_of_the_input_can_be_read_at_once(console: MakeConsole) -> None:
    """Up to its end, which is no fault then."""
    dialogue = run_dialogue(
        console("import sys\ndef play():\n    print(sys.stdin.read().split(), list(sys.stdin))\n"), "a", "b"
    )

    assert [event.text for event in dialogue.events if event.kind == "printed"] == ["['a', 'b'] []\n"]
    assert dialogue.answer.end is ChildEnd.RETURNED


@pytest.mark.parametrize("ahead", [(), ("a",), ("a", "2 2")])
def test_what_is_typed_ahead_makes_the_same_dialogue(
    console_behind_either: MakeConsole, ahead: tuple[str, ...]
) -> None:
    """Only the waiting differs."""
    lines = ["a", "2 2"]

    def walk(stage: DialogueRunner) -> tuple[Dialogue, int]:
        asked: list[Sequence[Event]] = []

        def choose(events: Sequence[Event]) -> str | None:
            asked.append(events)
            typed = sum(event.kind == "typed" for event in events)
            return lines[typed] if typed < len(lines) else None

        return stage.talk(choose, ahead), len(asked)

    dialogue, asked = console_behind_either(SEARCH + PLAY).hold_dialogues(walk)

    assert event_pairs(dialogue) == event_pairs(run_dialogue(console_behind_either(SEARCH + PLAY), *lines))
    assert asked == len(lines) - len(ahead) + 1


def test_what_is_typed_ahead_and_never_read_is_not_in_the_dialogue(console: MakeConsole) -> None:
    """The program ended before it read them."""
    student = console("def play():\n    print(input('? '))\n")
    dialogue = student.hold_dialogues(lambda stage: stage.talk(typing(), ("a", "b", "c")))

    assert event_pairs(dialogue) == [("asked", "? "), ("typed", "a"), ("printed", "a\n")]


def test_whoever_types_sees_all_that_came_before(console: MakeConsole) -> None:
    """The question comes last."""
    seen: list[list[str]] = []

    def choose(events: Sequence[Event]) -> str | None:
        seen.append([event.kind for event in events])
        return "x" if len(seen) < 3 else None

    source = "def play():\n    print('hello')\n    while True:\n        input('? ')\n"
    console(source).hold_dialogues(lambda stage: stage.talk(choose))

    assert seen == [
        ["printed", "asked"],
        ["printed", "asked", "typed", "asked"],
        ["printed", "asked", "typed", "asked", "typed", "asked"],
    ]


@pytest.mark.parametrize("catch", ["EOFError", "Exception", "BaseException"])
def test_asking_for_ever_after_the_end_is_told(console_behind_either: MakeConsole, catch: str) -> None:
    """Twenty times; then that dialogue is over and the next one begins in a new process."""
    student = console_behind_either(
        f"n = 0\ndef play():\n    global n\n    n += 1\n    print(n)\n    while True:\n        try:\n"
        f"            input('? ')\n            break\n        except {catch}:\n            print('again')\n"
    )

    def walk(stage: DialogueRunner) -> tuple[Dialogue, Dialogue, bool]:
        return stage.talk(typing()), stage.talk(typing("x")), stage.over

    endless, next_one, over = student.hold_dialogues(walk)

    assert endless.endless
    assert [event.kind for event in endless.events][:4] == ["printed", "asked", "ended", "printed"]
    assert sum(event.kind == "asked" for event in endless.events) == 20
    assert (next_one.endless, next_one.answer.end) == (False, ChildEnd.RETURNED)
    assert next_one.events[0].text == "1\n"
    assert not over


def test_much_may_be_printed_between_questions_in_vain(console: MakeConsole) -> None:
    """The dialogue has the printed text and the next question."""
    source = """
        def play():
            while True:
                try:
                    input("? ")
                except EOFError:
                    print("-" * 1200)
    """
    dialogue = run_dialogue(console(source))

    assert dialogue.endless
    assert [event.kind for event in dialogue.events] == ["asked", "ended", *["printed", "asked"] * 19]


def test_dialogues_share_a_process_until_a_new_one_is_asked_for(console: MakeConsole) -> None:
    """What a program keeps is seen."""
    student = console("n = 0\ndef play():\n    global n\n    n += 1\n    print(n)\n")

    def walk(stage: DialogueRunner) -> list[str]:
        texts = [stage.talk(typing()).events[0].text for _ in range(2)]
        stage.restart()
        return [*texts, stage.talk(typing()).events[0].text]

    assert student.hold_dialogues(walk) == ["1\n", "2\n", "1\n"]


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("1 / 0", ChildEnd.RAISED),
        ("import sys\n    sys.exit('bye')", ChildEnd.EXITED),
        ("raise KeyboardInterrupt", ChildEnd.EXITED),
        ("return 5", ChildEnd.RETURNED),
        ("return object()", ChildEnd.RETURNED),
        ("import os\n    os._exit(0)", ChildEnd.EXITED),
        ("import os\n    os.abort()", ChildEnd.SIGNALLED),
        ("while True: pass", ChildEnd.CPU_LIMIT),
        ("while True: print('again')", ChildEnd.CPU_LIMIT),
        ("return [0] * 10**12", ChildEnd.MEMORY_LIMIT),
        ("import threading\n    threading.Thread(target=print).start()", ChildEnd.RAISED),
        ("while True:\n        import os\n        os.write(1, b'-' * 100_000)", ChildEnd.OUTPUT_LIMIT),
        ("import os\n    os.close(0)\n    open(__file__)", ChildEnd.RAISED),
    ],
)
def test_how_a_dialogue_ends_is_told_with_what_came_before(console: MakeConsole, body: str, end: ChildEnd) -> None:
    """Up to the last line that was typed, for every kind of end."""
    source = f"def play():\n    print('hello')\n    input('? ')\n    {body}\n"
    dialogue = run_dialogue(console(source, call_seconds=0.3), "go")

    assert dialogue.answer.end is end
    assert event_pairs(dialogue)[:3] == [("printed", "hello\n"), ("asked", "? "), ("typed", "go")]
    assert not dialogue.endless


def test_the_limit_holds_between_two_questions(console: MakeConsole) -> None:
    """A game may take longer than that in all."""
    source = BURN_SOURCE + "def play():\n    for _ in range(4):\n        input()\n        burn(0.2)\n"
    assert run_dialogue(console(source, call_seconds=0.7), *"abcd").answer.end is ChildEnd.RETURNED


def test_the_limit_of_a_search_holds(console: MakeConsole) -> None:
    """Any search may stand between two questions."""
    source = BURN_SOURCE + "def play():\n    burn(0.5)\n"
    student = console(source, call_seconds=0.1, function_seconds=(("search", 2),))  # type: ignore[arg-type] # pairs

    assert run_dialogue(student).answer.end is ChildEnd.RETURNED


def test_after_some_ends_nothing_more_is_asked(console: MakeConsole) -> None:
    """Each costs its process; a caller that does not stop is stopped."""
    student, most = console("import os\ndef play():\n    os.abort()\n"), DialogueRunner.max_ends

    def walk(stage: DialogueRunner) -> tuple[list[ChildEnd], bool]:
        return [stage.talk(typing()).answer.end for _ in range(most + 1)], stage.over

    assert student.hold_dialogues(walk) == ([ChildEnd.SIGNALLED] * most + [ChildEnd.NOT_REACHED], True)


def test_leaving_in_the_hard_way_is_an_ending_like_any_other(console: MakeConsole) -> None:
    """What was printed before is told, and the next dialogue finds the same process."""
    student = console("import os\nn = 0\ndef play():\n    global n\n    n += 1\n    print(n)\n    os._exit(0)\n")

    def walk(stage: DialogueRunner) -> list[Dialogue]:
        return [stage.talk(typing()) for _ in range(2)]

    dialogues = student.hold_dialogues(walk)

    assert [event_pairs(one) for one in dialogues] == [[("printed", "1\n")], [("printed", "2\n")]]
    assert [str(one.answer.raised) for one in dialogues] == ["SystemExit: 0"] * 2


def test_a_file_that_cannot_be_imported_does_not_talk(console: MakeConsole) -> None:
    """Its failure is the answer; running it as a script shows the same."""
    student = console("def play(:\n")
    dialogue = run_dialogue(student)

    assert dialogue == Dialogue(events=(), answer=dialogue.answer)
    assert dialogue.answer is student.failure


def test_a_missing_function_raises_when_it_is_asked_to_talk(console: MakeConsole) -> None:
    """The grader does not do this, but nothing breaks."""
    assert str(run_dialogue(console("x = 1\n")).answer.raised).startswith("AttributeError")


def test_a_flood_is_cut_and_the_dialogue_goes_on(console: MakeConsole) -> None:
    """Two thousand characters of each text, four hundred events."""
    source = "def play():\n    for _ in range(1000):\n        print('-' * 10_000_000)\n        input('?' * 3000)\n"
    dialogue = run_dialogue(console(source), *["go"] * 1000)
    kinds = [event.kind for event in dialogue.events]

    assert len(kinds) <= 400
    assert max(len(event.text) for event in dialogue.events) == 2_000
    assert {event.text[-1] for event in dialogue.events if event.kind == "asked"} == {"…"}
    assert kinds.count("typed") > 90
    # If no more fits, the input is over.
    assert str(dialogue.answer.raised) == "EOFError: EOF when reading a line"


@pytest.mark.parametrize(
    ("board", "told_as"),
    [
        ("[['X', 'O', ' '], [' ', '', None], ['x', 1, 'XX']]", "XO..?????"),
        ("(('X', 'O', ' '),) * 3", "XO.XO.XO."),
        ("[['X'] * 3] * 2", "?" * 9),
        ("'XO XO XO '", "?" * 9),
        ("None", "?" * 9),
        ("[[[], {}, set()]] * 3", "?" * 9),
    ],
)
def test_any_board_is_told_in_nine_characters(console: MakeConsole, board: str, told_as: str) -> None:
    """Also one that is no valid board."""
    student = console(f"def show(board):\n    print(1)\ndef play():\n    show({board})\n    show(board={board})\n")

    assert event_pairs(run_dialogue(student)) == [("board", told_as), ("printed", "1\n")] * 2


def test_boards_are_seen_under_other_names_and_in_other_modules(console: MakeConsole) -> None:
    """In every module of the submission that has the function."""
    helper = "def show(board):\n    print(board[0])\ndef twice(board):\n    show(board)\n"
    source = (
        "from helper import show, twice\ndraw = show\ndef play():\n    b = [['X'] * 3] * 3\n    draw(b)\n    twice(b)\n"
    )
    dialogue = run_dialogue(console(source, helper=helper))

    assert event_pairs(dialogue) == [("board", "X" * 9), ("printed", "['X', 'X', 'X']\n")] * 2


@pytest.mark.parametrize(
    "replacing",
    [
        "import builtins\nbuiltins.input = lambda *_: '9 9'\n",
        "import sys, io\nsys.stdin = io.StringIO('1 1')\nsys.stdout = io.StringIO()\n",
        "import sys, io\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\n",
    ],
)
def test_what_a_file_left_replaced_is_put_back(console: MakeConsole, replacing: str) -> None:
    """A fake `input` that the student's code installed at import does not answer for the grader."""
    dialogue = run_dialogue(console(replacing + "def play():\n    print(input('? '))\n"), "mine")

    assert event_pairs(dialogue) == [("asked", "? "), ("typed", "mine"), ("printed", "mine\n")]


def test_a_game_may_replace_what_shows_its_board(console: MakeConsole) -> None:
    """Then no boards are seen; the replacement stays."""
    source = """
        def show(board):
            print("old")
        def play():
            global show
            def show(board):
                print("new")
            show([["X"] * 3] * 3)
    """
    student = console(source)

    def walk(stage: DialogueRunner) -> list[list[tuple[str, str]]]:
        return [event_pairs(stage.talk(typing())) for _ in range(2)]

    first, second = student.hold_dialogues(walk)
    assert first == [("printed", "new\n")]
    assert second == [("printed", "new\n")]


def test_random_draws_are_the_same_in_every_dialogue(console: MakeConsole) -> None:
    """So that a failing one can be shown again."""
    student = console("import random\ndef play():\n    print(random.random())\n")

    def walk(stage: DialogueRunner) -> set[str]:
        return {stage.talk(typing()).events[0].text for _ in range(3)}

    assert len(student.hold_dialogues(walk)) == 1


def test_our_own_slowness_is_nobodys_idleness(console: MakeConsole) -> None:
    """A program that waits for its person is not waiting for something that never comes."""
    student = console("def play():\n    for _ in range(4):\n        input()\n", submission_seconds=0.5)

    def choose(_events: Sequence[Event]) -> str:
        time.sleep(0.3)
        return "x"

    assert student.hold_dialogues(lambda stage: stage.talk(choose)).answer.end is ChildEnd.RETURNED
    assert student.usage.waited < 0.4


@pytest.mark.parametrize(
    "clear",
    [
        "import os\ndef clear():\n    os.system('cls' if os.name == 'nt' else 'clear')\n",
        "from IPython.display import clear_output\ndef clear():\n    clear_output(wait=True)\n",
        "from IPython import display\ndef clear():\n    display.clear_output()\n",
        "import IPython\ndef clear():\n    IPython.display.clear_output()\n",
        "import time\ndef clear():\n    time.sleep(3600)\n",
    ],
)
def test_what_games_do_to_a_screen_does_no_harm(console: MakeConsole, clear: str) -> None:
    """There is no screen to clear and no person to wait for."""
    dialogue = run_dialogue(console(clear + "def play():\n    clear()\n    print(input())\n"), "go")

    assert dialogue.answer.end is ChildEnd.RETURNED
    assert dialogue.events[-1].text == "go\n"


def test_what_a_notebook_displays_is_printed(console: MakeConsole) -> None:
    """As it shows it."""
    source = "from IPython.display import display\ndef play():\n    display([1], 'x')\n"

    assert event_pairs(run_dialogue(console(source))) == [("printed", "[1]\n'x'\n")]


@pytest.mark.parametrize(
    "stream",
    [
        "contextlib.redirect_stdout(io.StringIO())",
        "contextlib.redirect_stdout(open(os.devnull, 'w'))",
        "contextlib.redirect_stdout(types.SimpleNamespace(write=len, flush=print))",
    ],
)
def test_what_is_sent_away_from_the_screen_is_not_told(console: MakeConsole, stream: str) -> None:
    """Neither what is printed nor the prompt, which goes where the program prints."""
    source = f"""
        import contextlib, io, os, types
        def play():
            with {stream}:
                print("one")
                input("two? ")
            print("three")
    """
    dialogue = run_dialogue(console(source), "go")

    assert event_pairs(dialogue) == [("asked", ""), ("typed", "go"), ("printed", "three\n")]


@pytest.mark.parametrize("stream", ["sys.stderr", "sys.__stdout__", "sys.__stderr__"])
def test_what_is_on_the_screen_is_told_whichever_way_it_came(console: MakeConsole, stream: str) -> None:
    """A person sees standard error too."""
    dialogue = run_dialogue(console(f"import sys\ndef play():\n    print('mine', file={stream})\n"))

    assert event_pairs(dialogue) == [("printed", "mine\n")]


def test_a_stream_of_the_program_is_written_out_before_questions_and_at_the_end(console: MakeConsole) -> None:
    """As Python does; and its end does not close ours, so the next dialogue is the same."""
    source = """
        import io, sys
        def play():
            sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
            print("one")
            input("two? ")
            print("three")
    """

    def walk(stage: DialogueRunner) -> list[list[tuple[str, str]]]:
        return [event_pairs(stage.talk(typing("go"))) for _ in range(2)]

    told = [("printed", "one\ntwo? "), ("asked", ""), ("typed", "go"), ("printed", "three\n")]
    assert console(source).hold_dialogues(walk) == [told, told]


def test_a_known_answer_can_be_asked_for_again(console_behind_either: MakeConsole) -> None:
    """With all that the call does besides; the answers stay known for later dialogues."""
    source = (
        "def search(board):\n    print('searching')\n    return 5\ndef play():\n    print(search([[' '] * 3] * 3))\n"
    )

    def walk(stage: DialogueRunner) -> list[str]:
        return [stage.talk(typing(), use_known=use_known).events[0].text for use_known in (True, False, True)]

    known = {"search": {"." * 9: 7}}
    assert console_behind_either(source).hold_dialogues(walk, known) == ["7\n", "searching\n5\n", "7\n"]
