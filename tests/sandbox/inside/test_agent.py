"""The process that runs a student's code: its environment, pipes and limits, and the messages it exchanges."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import resource
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.launching import isolation_check
from grader.sandbox.launching.launcher import Zygote
from grader.sandbox.running import probe
from grader.sandbox.wire.frames import HEADER, Frame, FrameBuffer
from tests.fixture_folders import SLOW
from tests.sandbox.console import PLAY, SEARCH, console_student, run_dialogue, typing
from tests.sandbox.sandbox_helpers import BOARDS, INSIDE, PIPES_SOURCE, Make, ask_once, calls, value_of


def test_the_environment_is_built_from_nothing(behind_either: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the marker is visible inside, and the working directory is the root."""
    monkeypatch.setenv("CANARY", "sings")
    behind = behind_either(
        "import os\ndef ask(board): return [list(os.environ.items()), os.getcwd(), os.environ.get('CANARY')]"
    )

    got = value_of(behind)
    assert isinstance(got, list)
    variables, folder, canary = got
    assert isinstance(variables, list)
    expected = {("PYTHONHASHSEED", "0"), ("LC_ALL", "C"), ("TZ", "UTC0")}
    expected |= {("HOME", "/nonexistent"), ("USER", "student"), ("LOGNAME", "student")}
    assert expected <= {*variables} <= expected | {("LC_CTYPE", "C.UTF-8")}
    assert (folder, canary) == ("/", None)


def test_only_its_own_pipes_are_open(student: Make) -> None:
    """Standard streams, requests and answers; no file or socket of the marker."""
    with tempfile.TemporaryFile() as ours:
        ours.write(b"secret")
        behind = student(f"""
            {PIPES_SOURCE.strip().replace(chr(10), chr(10) + " " * 12)}
            def ask(board):
                kinds = {{}}
                for number in range(1_100):
                    try:
                        mode = os.fstat(number).st_mode
                    except OSError:
                        continue
                    kinds[str(number)] = "pipe" if stat.S_ISFIFO(mode) else "device" if stat.S_ISCHR(mode) else "?"
                return [sorted(kinds.items()), list(hands())]
        """)
        got = value_of(behind)

    assert isinstance(got, list)
    kinds, pipes = got
    assert isinstance(pipes, list)
    expected = {"0": "device", "1": "pipe", "2": "pipe", **dict.fromkeys(map(str, pipes), "pipe")}
    assert kinds == sorted(expected.items())


def test_limits_of_the_kernel_are_in_force(behind_either: Make) -> None:
    """Memory, CPU, files, core dumps: each soft limit equals the hard one, so it cannot be raised again."""
    names = ("AS", "CPU", "FSIZE", "NOFILE", "CORE")
    behind = behind_either(
        f"import resource as r\ndef ask(board): return [r.getrlimit(getattr(r, 'RLIMIT_' + n)) for n in {names}]",
        memory_mib=300,
        submission_seconds=20,
    )
    wanted = (300 << 20, 210, 0, 64, 0)
    hard = [resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] for name in names]
    least = [own if own >= 0 and own < value else value for value, own in zip(wanted, hard, strict=True)]

    assert value_of(behind) == [(value, value) for value in least]


def test_nothing_can_be_written_to_a_file(student: Make, tmp_path: Path) -> None:
    """No byte reaches the disk."""
    behind = student(f"""
        def ask(board):
            with open({str(tmp_path / "loot")!r}, "w") as file:
                file.write("x" * 100_000)
    """)
    answer = ask_once(behind)

    assert answer.end is ChildEnd.RAISED
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == 0


ROW = re.compile(r"^ {4}(\w+) +((?:[a-z_]+(?:, |,\n +)?)+)$", re.MULTILINE)
OPTIONAL = {"inconsistency", "real", "saved", "calls", "known_answers"}
"""Fields that only some messages of a type have."""
FIRST_FIELDS = {"dialogue": "talk"} | {name: name for name in ("line", "trace", "lines", "loop")}
"""Fields by which requests are known; ``calls`` has a board, too, as others have."""
FOREVER = (
    "def play():\n    while True:\n        try:\n            input()\n        except EOFError:\n            pass\n"
)


@SLOW
def test_messages_have_the_fields_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message that crosses the wall, in either direction, is in the table of `agent.py` with all its fields."""
    contract = ast.get_docstring(ast.parse((INSIDE / "agent.py").read_text(encoding="utf-8")), clean=False) or ""
    table = {name: set(re.findall(r"\w+", fields)) for name, fields in ROW.findall(contract)}
    seen: dict[str, list[set[str]]] = {}

    def note(message: Mapping[str, object]) -> None:
        kind = message.get("type") or next(
            name for name, mark in [*FIRST_FIELDS.items(), ("calls", "boards")] if mark in message
        )
        seen.setdefault(str(kind), []).append(set(message) - {"type"})

    send, take = probe.Probe.send, FrameBuffer.take

    def sending(self: probe.Probe, frame: bytes) -> None:
        size, _numbers = HEADER.unpack_from(frame)
        note(json.loads(frame[HEADER.size : HEADER.size + size]))
        send(self, frame)

    def taking(self: FrameBuffer) -> Frame | None:
        frame = take(self)
        if frame is not None:
            note(frame.message)
        return frame

    monkeypatch.setattr(probe.Probe, "send", sending)
    monkeypatch.setattr(FrameBuffer, "take", taking)
    isolation_check._isolation.cache_clear()  # noqa: SLF001 - the same report is not read a second time
    with contextlib.closing(Zygote()) as launcher:
        for shortcut in (True, False):
            game = console_student(SEARCH + PLAY, launcher, "", {}, shortcut=shortcut)
            game.sweep(calls("search", BOARDS[4:]))
            run_dialogue(game, "1 0", "x" * 2_000)
            game.trace(BOARDS[4])
            assert [*game.lines_run(calls("search", BOARDS[4:5]))] != [None]
            game.finish()
        endless = console_student(
            "def search(board):\n    while 1:\n        0\n" + PLAY, launcher, "", {}, shortcut=False
        )
        assert endless.sweep(calls("search", BOARDS[:1])).answers[0].loop_at is not None
        chatty = console_student("def play():\n    print('-' * 2_000)\n", launcher, "", {}, shortcut=False)
        run_dialogue(chatty)
        chatty.run_script(typing())
        assert console_student("return\n", launcher, "", {}, shortcut=False).failure is not None
        assert console_student(FOREVER + "play()\n", launcher, "", {}, shortcut=False).talked_at_import

    assert set(seen) == set(table) - {"broken"}
    for kind, fields in seen.items():
        assert set().union(*fields) | (table[kind] & OPTIONAL) == table[kind], kind
        assert all(table[kind] - one <= OPTIONAL for one in fields), kind
