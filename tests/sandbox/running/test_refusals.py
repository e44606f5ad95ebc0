"""An exception that the wall caused is told from one of the submission's own."""

from __future__ import annotations

import pytest

from grader.model.answer import Refusal
from grader.model.isolation import Level
from grader.sandbox.launching.isolation_check import Launcher
from grader.sandbox.wire.frames import MalformedFrame
from grader.sandbox.wire.messages import read_exception
from tests.sandbox.sandbox_helpers import Make, ask_once

BY_THE_WALL = {
    "import threading\nthreading.Thread(target=print).start()": "starts a thread",
    "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor().submit(print)": "starts a thread",
    "from multiprocessing import Pool\nPool()": "starts a process",
    "from multiprocessing import Process\nProcess(target=print).start()": "starts a process",
    "from concurrent.futures import ProcessPoolExecutor\nProcessPoolExecutor().submit(print)": "starts a process",
    "import subprocess\nsubprocess.run(['clear'])": "starts a process",
    "import os\nos.fork()": "asks the system for something",
    "import socket\nsocket.socket()": "uses the network",
    "import asyncio\nasyncio.run(asyncio.sleep(0))": "uses the network",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1')": "uses the network",
    "import socket\nsocket.gethostbyname('example.org')": "uses the network",
    "import http.client\nhttp.client.HTTPConnection('example.org').request('GET', '/')": "uses the network",
    "import locale\nlocale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')": "asks the system for something",
    "import sys\nsys.stdout.fileno()": "asks for a terminal",
    "open('log.txt', 'a')": "writes a file log.txt",
    "open('log.txt', mode='w+')": "writes a file log.txt",
    "import pathlib\npathlib.Path('moves.json').write_text('{}')": "writes a file moves.json",
    "import logging\nlogging.basicConfig(filename='game.log')": "writes a file game.log",
    "import tempfile\ntempfile.TemporaryFile()": "makes a temporary file",
    "import sqlite3\nsqlite3.connect('moves.db').execute('select 1')": "opens a database",
    "import shelve\nshelve.open('cache')": "opens a database",
    "import os\nos.makedirs('cache', exist_ok=True)": "uses a file or folder cache",
    "import os\nos.remove('old.txt')": "uses a file or folder old.txt",
    "open('/etc/passwd')": "reads a file passwd",
    "open('tictactoe.py')": "reads a file tictactoe.py",
    "import os\nos.get_terminal_size()": "asks for a terminal",
    "import curses\ncurses.initscr()": "asks for a terminal",
    "import resource\nresource.setrlimit(resource.RLIMIT_STACK, (2**28, 2**28))": "asks the system for something",
    "import sys\nsys.settrace(print)": "traces its own code",
    "import ctypes\nctypes.CDLL(None)": "uses a module that needs a screen or raw memory ctypes.CDLL",
    "import tkinter\ntkinter.Tk()": "uses a module that needs a screen or raw memory tkinter.Tk",
    "try:\n    open('a', 'w')\nexcept OSError as error:\n    raise ValueError from error": "writes a file a",
    "try:\n    open('a', 'w')\nexcept OSError:\n    raise": "writes a file a",
    "try:\n    open('a', 'w')\nexcept OSError:\n    undefined": "writes a file a",
}
OF_ITS_OWN = [
    "raise PermissionError(13, 'Permission denied', 'log.txt')",
    'raise RuntimeError("can\'t start new thread")',
    "import errno\nclass Mine(OSError):\n    pass\nraise Mine(errno.EPERM, 'no')",
    "open('table.txt')",
    "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'table.txt'))",
    "import tictactoe_helpers",
    "import numpy\nnumpy.zeros(3)",
    "open(5, bad=1)",
    "undefined",
    "input()",
]


def _refusal(student: Make, source: str) -> Refusal | None:
    indented = "".join(f"    {line}\n" for line in source.split("\n"))
    return ask_once(student(f"def ask(board):\n{indented}")).refused


@pytest.fixture
def walled(student: Make, zygote: Launcher) -> Make:
    """Return what makes students where all is refused."""
    if not zygote.isolation.level.reaches(Level.FULL):
        pytest.skip("this machine's wall lets something through: see grader doctor")
    return student


@pytest.mark.parametrize("source", BY_THE_WALL)
def test_what_a_student_s_machine_allows_is_the_wall_s_doing(source: str, walled: Make) -> None:
    """With what was done, and to which file."""
    refusal = _refusal(walled, source)

    assert refusal is not None
    assert f"{refusal.what} {refusal.name}".strip() == BY_THE_WALL[source]
    assert refusal.at is not None
    assert refusal.at.startswith("tictactoe.py:")


@pytest.mark.parametrize("source", OF_ITS_OWN)
def test_what_fails_anywhere_is_the_submission_s_own(source: str, student: Make) -> None:
    """Also what it raises itself, and a file that was not handed in."""
    assert _refusal(student, source) is None


def test_home_user_and_locale_can_be_asked_for(student: Make) -> None:
    """They are the same for everybody; no file is there."""
    source = (
        "import getpass, locale, os, pathlib\nlocale.setlocale(locale.LC_ALL, '')\n"
        "return [str(pathlib.Path.home()), os.environ['HOME'], os.environ['USER'], getpass.getuser()]"
    )
    indented = "".join(f"    {line}\n" for line in source.split("\n"))

    assert ask_once(student(f"def ask(board):\n{indented}")).value == ["/nonexistent"] * 2 + ["student"] * 2


def test_what_is_caught_is_no_refusal(student: Make) -> None:
    """The answer counts."""
    assert _refusal(student, "try:\n    open('log.txt', 'w')\nexcept OSError:\n    pass") is None


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (["write", "/home/ada/log.txt", None], "log.txt"),
        (["write", "C:\\x\\a b", None], ""),
        (["write", "x, 95", ""], ""),
    ],
)
def test_a_name_is_shown_only_if_it_is_one_word(entry: list[object], name: str) -> None:
    """Neither a sentence nor a folder of the machine that grades."""
    _end, raised = read_exception(["exception", "OSError", "", None, entry])

    assert raised.refused is not None
    assert raised.refused.name == name


@pytest.mark.parametrize("entry", [[], "write", ["gives points", "", None], ["write", 1, None], ["write", "", 1], {}])
def test_a_refusal_that_the_inside_never_writes_is_no_frame(entry: object) -> None:
    """Its words are outside."""
    with pytest.raises(MalformedFrame):
        read_exception(["exception", "OSError", "", None, entry])
