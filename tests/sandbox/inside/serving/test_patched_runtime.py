"""The runtime as a student's code finds it: captured output, pinned randomness, no waiting, no input."""

from __future__ import annotations

import pytest

from grader.model.result import Output
from grader.model.verdict import ChildEnd
from tests.sandbox.sandbox_helpers import BOARDS, Make, ask_once, calls, value_of


def test_the_end_of_what_is_printed_is_kept(behind_either: Make) -> None:
    """However much is printed: its last characters are reported, and its length."""
    behind = behind_either("""
        import sys
        print("hello from the import")
        def ask(board):
            for _ in range(3000):
                print("0123456789" * 10)
            sys.stderr.write("the end")
            sys.stdout.buffer.write("ü\\n".encode())
    """)
    answer = ask_once(behind)
    imported, printed = behind.usage.output

    assert answer.end is ChildEnd.RETURNED
    assert imported == Output(where="import", tail="hello from the import\n", characters=22)
    assert (printed.where, printed.characters) == ("ask", 3000 * 101 + 9)
    assert printed.tail.endswith("0123456789\nthe endü\n")
    assert len(printed.tail) == 2_000


def test_the_streams_accept_what_files_do_to_real_ones(student: Make) -> None:
    """Reconfiguring, flushing, wrapping and asking for a terminal raise nothing."""
    behind = student("""
        import io, sys
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
        print("wrapped", flush=True)
        def ask(board):
            return [sys.stdout.isatty(), sys.stderr.flush(), sys.stdout.encoding]
    """)

    assert value_of(behind) == [False, None, "utf-8"]
    assert behind.usage.output[0].tail == "wrapped\n"


def test_the_original_streams_are_replaced_too(student: Make) -> None:
    """Printing through `sys.__stdout__` never ends a call, and a detached stream can be wrapped again."""
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
    assert behind.usage.output[0].tail == "wrapped\n"


def test_sleeping_returns_at_once_with_a_note(behind_either: Make) -> None:
    """The grader does not wait for a student's pause; a note reports it."""
    behind = behind_either(
        "import time\nfrom time import sleep\ndef ask(board): sleep(1000); time.sleep(1000); return 1"
    )

    assert value_of(behind) == 1
    assert "slept" in behind.usage.clocks


def test_input_ends_the_call_that_asks(behind_either: Make) -> None:
    """No person is there to answer: EOFError, with the line."""
    answer = ask_once(behind_either("def ask(board):\n    return input('your move: ')"))

    assert answer.raised is not None
    assert (answer.raised.type, answer.raised.at) == ("EOFError", "tictactoe.py:2")


DRAWS = """
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


def test_random_numbers_are_the_same_in_every_probe(behind_either: Make) -> None:
    """Whether from `random`, from the operating system, or from the order of a set."""
    first, second = value_of(behind_either(DRAWS)), value_of(behind_either(DRAWS))

    assert first == second


def test_random_numbers_vary_within_a_probe(student: Make) -> None:
    """Two draws differ, and the student's own seed is respected."""
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


@pytest.mark.parametrize("name", ["open", "io.open", "pathlib.Path(os.devnull).open"])
def test_output_can_be_thrown_away(behind_either: Make, name: str) -> None:
    """The null device works as usual; no other file can be written."""
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
    assert behind.usage.output == ()
