"""What a student's code finds around it, and what it leaves behind."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path

import pytest

from grader.model.result import Output
from grader.model.verdict import ChildEnd
from tests.sandbox.sandbox_helpers import BOARDS, HANDS, Make, asked, calls, value_of


def test_the_environment_is_ours_alone(behind_either: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the marker's is seen inside, and the working directory is the root."""
    monkeypatch.setenv("CANARY", "sings")
    behind = behind_either(
        "import os\ndef ask(board): return [dict(os.environ), os.getcwd(), os.environ.get('CANARY')]"
    )

    got = value_of(behind)
    assert isinstance(got, list)
    variables, folder, canary = got
    assert isinstance(variables, dict)
    assert {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}.items() <= variables.items()
    assert set(variables) <= {"PYTHONHASHSEED", "LC_ALL", "LC_CTYPE"}
    assert (folder, canary) == ("/", None)


def test_only_its_own_pipes_are_open(student: Make) -> None:
    """Standard streams, requests and answers: nothing of the marker's files or sockets."""
    with tempfile.TemporaryFile() as ours:
        ours.write(b"secret")
        behind = student(f"""
            {HANDS.strip().replace(chr(10), chr(10) + " " * 12)}
            def ask(board):
                kinds = {{}}
                for number in range(1_100):
                    try:
                        mode = os.fstat(number).st_mode
                    except OSError:
                        continue
                    kinds[str(number)] = "pipe" if stat.S_ISFIFO(mode) else "device" if stat.S_ISCHR(mode) else "?"
                return [kinds, list(hands())]
        """)
        got = value_of(behind)

    assert isinstance(got, list)
    kinds, pipes = got
    assert isinstance(pipes, list)
    assert kinds == {"0": "device", "1": "pipe", "2": "pipe", **dict.fromkeys(map(str, pipes), "pipe")}


def test_limits_of_the_kernel_are_in_force(behind_either: Make) -> None:
    """Memory, CPU, files, cores: soft equal to hard, so that nothing can be raised again."""
    names = ("AS", "CPU", "FSIZE", "NOFILE", "CORE")
    behind = behind_either(
        f"import resource as r\ndef ask(board): return [r.getrlimit(getattr(r, 'RLIMIT_' + n)) for n in {names}]",
        memory_mib=300,
        submission_seconds=20,
    )
    wanted = (300 << 20, 50, 0, 64, 0)
    hard = [resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] for name in names]
    least = [own if own >= 0 and own < value else value for value, own in zip(wanted, hard, strict=True)]

    assert value_of(behind) == [(value, value) for value in least]


def test_nothing_can_be_written_to_a_file(student: Make, tmp_path: Path) -> None:
    """Not one byte reaches the disk."""
    behind = student(f"""
        def ask(board):
            with open({str(tmp_path / "loot")!r}, "w") as file:
                file.write("x" * 100_000)
    """)
    answer = asked(behind)

    assert answer.end is ChildEnd.RAISED
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == 0


def test_what_is_printed_is_kept_at_its_end(behind_either: Make) -> None:
    """A flood costs nothing but itself: the tail is shown, with how much there was."""
    behind = behind_either("""
        import sys
        print("hello from the import")
        def ask(board):
            for _ in range(3000):
                print("0123456789" * 10)
            sys.stderr.write("the end")
            sys.stdout.buffer.write("ü\\n".encode())
    """)
    answer = asked(behind)
    imported, printed = behind.output

    assert answer.end is ChildEnd.RETURNED
    assert imported == Output(where="import", tail="hello from the import\n", characters=22)
    assert (printed.where, printed.characters) == ("ask", 3000 * 101 + 9)
    assert printed.tail.endswith("0123456789\nthe endü\n")
    assert len(printed.tail) == 2_000


def test_the_streams_take_what_files_ask_of_real_ones(student: Make) -> None:
    """Reconfiguring, flushing, wrapping and asking for a terminal are no errors; closing is none either."""
    behind = student("""
        import io, sys
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
        print("wrapped", flush=True)
        def ask(board):
            return [sys.stdout.isatty(), sys.stderr.flush(), sys.stdout.encoding]
    """)

    assert value_of(behind) == [False, None, "utf-8"]
    assert behind.output[0].tail == "wrapped\n"


def test_the_streams_python_started_with_are_ours_as_well(student: Make) -> None:
    """Printing never ends a call, whichever of the names it goes through; a detached stream can be wrapped anew."""
    behind = student("""
        import codecs, sys
        sys.stdout = codecs.getwriter("utf-8")(sys.stdout.detach())
        print("wrapped")
        def ask(board):
            print("thinking " * 100_000, file=sys.__stdout__)
            print("thinking " * 900_000, file=sys.__stderr__)
            return 1
    """)

    assert [answer.value for answer in behind.sweep(calls("ask")).answers] == [1] * len(BOARDS)
    assert behind.output[0].tail == "wrapped\n"


def test_sleeping_returns_at_once_with_a_note(behind_either: Make) -> None:
    """Nobody waits for a student's pause, and a person learns of it."""
    behind = behind_either(
        "import time\nfrom time import sleep\ndef ask(board): sleep(1000); time.sleep(1000); return 1"
    )

    assert value_of(behind) == 1
    assert behind.usage.slept


def test_input_ends_the_call_that_asks(behind_either: Make) -> None:
    """There is nobody to answer: EOFError, with the line."""
    answer = asked(behind_either("def ask(board):\n    return input('your move: ')"))

    assert answer.raised is not None
    assert (answer.raised.type, answer.raised.at) == ("EOFError", "tictactoe.py:2")


CHANCE = """
import os, random, secrets, uuid
def ask(board):
    first = [random.random(), random.randrange(10**9), random.choice("abcdefgh"), random.sample(range(99), 3)]
    random.seed()
    return [
        *first, random.random(), random.Random().random(), random.Random(7).random(), os.urandom(8).hex(),
        random.SystemRandom().random(), secrets.token_hex(8), str(uuid.uuid4()), hash("text"),
        str({"a", "b", "c", "d"}),
    ]
"""


def test_chance_is_the_same_in_every_probe(behind_either: Make) -> None:
    """`random` in every spelling, the operating system's bytes and the order of sets."""
    first, second = value_of(behind_either(CHANCE)), value_of(behind_either(CHANCE))

    assert first == second


def test_chance_is_chance_within_a_probe(student: Make) -> None:
    """Two draws differ; a seed of the student's own is respected."""
    behind = student("""
        import random
        def ask(board):
            one, two = random.random(), random.random()
            random.seed(5)
            three = random.random()
            random.seed(5)
            again, own, other = random.random(), random.Random(5).random(), random.Random(6).random()
            return [one != two, three == again, three == own, three != other]
    """)

    assert value_of(behind) == [True] * 4


def test_every_sweep_starts_from_a_pristine_import(behind_either: Make) -> None:
    """What a module remembers does not outlive its sweep."""
    behind = behind_either("turn = 0\ndef ask(board):\n    global turn\n    turn += 1\n    return turn")
    numbers = list(range(1, len(BOARDS) + 1))

    for _ in range(2):
        assert [answer.value for answer in behind.sweep(calls("ask")).answers] == numbers
    assert [answer.value for answer in behind.sequence(calls("ask"))] == numbers
    with behind.game() as game:
        assert [game.ask(call).value for call in calls("ask")] == numbers


def test_sweeps_answer_in_order(behind_either: Make) -> None:
    """Each answer belongs to its board, whether they travel in blocks or one by one."""
    behind = behind_either(
        "def ask(board): return sum(cell is not None for row in board for cell in row)\nthink = ask\n"
        "def move(board, action): board[action[0]][action[1]] = 'X'; return action"
    )
    many = calls("ask", BOARDS * 300)

    assert [answer.value for answer in behind.sweep(many).answers] == list(range(10)) * 300
    assert [answer.value for answer in behind.sweep(calls("think")).answers] == list(range(10))


def test_what_a_call_does_to_its_board_is_told(student: Make) -> None:
    """A changed board comes back, rows that are shared with it are named, and the next call gets a fresh one."""
    behind = student("""
        def ask(board):
            seen = str(board)
            board[0][0] = "!"
            return seen
        def think(board):
            return [board[0], [None] * 3, [None] * 3]
        def move(board, action): pass
    """)
    one, two = behind.sequence(calls("ask", BOARDS[:1] * 2))
    shared = asked(behind, "think")

    assert one.value == two.value
    assert one.changed
    assert one.after == [["!", None, None], [None] * 3, [None] * 3]
    assert (shared.changed, shared.shares_rows) == (False, True)


@pytest.mark.parametrize("name", ["open", "io.open", "pathlib.Path(os.devnull).open"])
def test_output_can_be_thrown_away(behind_either: Make, name: str) -> None:
    """The null device works as everywhere, though no other file can be written."""
    first = "" if name.startswith("pathlib") else "os.devnull, "
    behind = behind_either(f"""
        import contextlib, io, os, pathlib
        with {name}({first}"w") as nowhere, contextlib.redirect_stdout(nowhere):
            print("unseen")
        def ask(board):
            with {name}({first}"rb") as nowhere:
                return [nowhere.read() == b"", os.path.exists("tictactoe.py")]
    """)

    assert value_of(behind) == [True, False]
    assert behind.output == ()
