"""The process that a student's code finds itself in: its environment, pipes and limits."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path

import pytest

from grader.model.verdict import ChildEnd
from tests.sandbox.sandbox_helpers import HANDS, Make, asked, value_of


def test_the_environment_is_built_from_nothing(behind_either: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the marker is visible inside, and the working directory is the root."""
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
    """Standard streams, requests and answers; no file or socket of the marker."""
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
    """Memory, CPU, files, core dumps: each soft limit equals the hard one, so it cannot be raised again."""
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
    """No byte reaches the disk."""
    behind = student(f"""
        def ask(board):
            with open({str(tmp_path / "loot")!r}, "w") as file:
                file.write("x" * 100_000)
    """)
    answer = asked(behind)

    assert answer.end is ChildEnd.RAISED
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == 0
