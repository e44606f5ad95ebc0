"""`grader batch` as a command: several processes, killed, interrupted, started in a folder with a trap."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.batch.fixture_types import StartBatch
from tests.batch.process_tree import HAS_PROC, alive, descendants
from tests.batch.sources import BROKEN, HANGING, SHORT, wait_until, without_timing, write_class
from tests.fixture_folders import SLOW

needs_proc = pytest.mark.skipif(not HAS_PROC, reason="only Linux tells who descends from whom")
TRAPS = ("signal", "socket", "pickle", "selectors", "tempfile", "json", "copy", "pathlib", "yaml", "pytest")


class Ended(NamedTuple):
    """What a command left."""

    code: int
    out: str
    err: str


def finished(process: subprocess.Popen[str]) -> Ended:
    """Wait for a process to end."""
    out, err = process.communicate(timeout=90)
    return Ended(process.returncode, out, err)


@SLOW
def test_one_worker_or_three_give_the_same_bytes_wherever_they_are_started(
    tmp_path: Path, start_batch: StartBatch
) -> None:
    """Only the timing differs, and no process runs a module from the working directory."""
    write_class(tmp_path / "class", {"ada": SHORT, "bob": BROKEN, "eve": f"print('hello')\n{BROKEN}"})
    trap, canary = tmp_path / "trap", tmp_path / "canary"
    trap.mkdir()
    for name in TRAPS:
        (trap / f"{name}.py").write_text(f"open({str(canary)!r}, 'a').write({name!r})\n", encoding="utf-8")

    one = start_batch("--jobs", "1", out="one")
    three = start_batch("--jobs", "3", out="three", cwd=trap)

    for process in (one, three):
        code, out, err = finished(process)
        assert (0, True) == (code, "3 run now, 0 unchanged" in out), err
        assert err == "", "a log gets a line per minute"
    assert not canary.exists()
    for name in ("gradebook.csv", "summary.md", "class.json", *(f"{who}/report.md" for who in ("ada", "bob", "eve"))):
        other = (tmp_path / "three" / name).read_bytes().replace(bytes(tmp_path / "three"), bytes(tmp_path / "one"))
        assert (tmp_path / "one" / name).read_bytes() == other
    for who in ("ada", "bob", "eve"):
        same = [without_timing((tmp_path / out / who / "result.json").read_bytes()) for out in ("one", "three")]
        assert same[0] == same[1]


@SLOW
@needs_proc
def test_a_run_that_is_killed_leaves_nobody_behind_and_is_taken_up(tmp_path: Path, start_batch: StartBatch) -> None:
    """After kill -9 workers, zygotes and probes end too, and finished results are kept."""
    write_class(tmp_path / "class", {"a": BROKEN, "b": SHORT, "c": f"{SHORT}\n# another\n"})
    first = tmp_path / "out" / "a" / "result.json"
    process = start_batch("--jobs", "2")

    assert wait_until(first.exists)
    below = descendants(process.pid)
    process.kill()
    process.communicate()

    assert len(below) > 2, "the workers and whoever works for them"
    assert wait_until(lambda: not alive(below), 10)
    # The lock that it had is free; the next run removes the file.
    assert {path.name for path in (tmp_path / "out").rglob(".*")} <= {".lock"}
    before = first.read_bytes()
    code, out, err = finished(start_batch("--jobs", "2"))
    assert code == 0, err
    assert "3 submissions: 3 graded." in out
    assert "0 unchanged" not in out
    assert before == first.read_bytes()


@SLOW
@needs_proc
def test_ctrl_c_ends_a_run_at_once_and_keeps_what_was_finished(tmp_path: Path, start_batch: StartBatch) -> None:
    """Even while a submission hangs: exit status 130, no traceback, no process left."""
    write_class(tmp_path / "class", {"a": BROKEN, "b": HANGING})
    first = tmp_path / "out" / "a" / "result.json"
    process = start_batch("--jobs", "2")

    assert wait_until(first.exists)
    below = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=30)

    assert 130 == process.returncode
    assert ["finished results are saved; run the same command to resume", "", "grader: stopped"] == (err.splitlines())
    assert wait_until(lambda: not alive(below), 10)
    assert "graded" == json.loads(first.read_bytes())["status"]


@needs_proc
@SLOW
def test_ctrl_c_while_the_workers_start_is_as_quiet(tmp_path: Path, start_batch: StartBatch) -> None:
    """A worker that is just starting prints no traceback."""
    write_class(tmp_path / "class", {"a": HANGING, "b": f"{HANGING}\n"})
    process = start_batch("--jobs", "2")

    # The folder is made after the machine was examined; then the workers and the resource tracker start.
    assert wait_until((tmp_path / "out").exists)
    assert wait_until(lambda: len(descendants(process.pid)) > 2)
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=30)

    assert (130, "grader: stopped") == (process.returncode, err.splitlines()[-1])
    assert "Traceback" not in err


@needs_proc
def test_ctrl_c_while_the_machine_is_examined_is_as_quiet(tmp_path: Path, start_batch: StartBatch) -> None:
    """Before the first worker starts there is a probe: it ends too, and nothing is written."""
    write_class(tmp_path / "class", {"a": HANGING})
    process = start_batch("--jobs", "1")

    assert wait_until(lambda: bool(descendants(process.pid)))
    below = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=30)

    assert (130, "grader: stopped") == (process.returncode, err.splitlines()[-1])
    assert "Traceback" not in err
    assert wait_until(lambda: not alive(below), 10)
    assert not list(tmp_path.rglob("result.json"))


@SLOW
def test_a_class_with_a_submission_that_cannot_be_read_exits_2(tmp_path: Path, start_batch: StartBatch) -> None:
    """A class without a readable submission is reported without an error; files of unknown kinds are named."""
    write_class(tmp_path / "class", {"empty": ""})
    (tmp_path / "class" / "empty" / "tictactoe.py").unlink()
    for name in ("ada.rar", "roster.csv", ".hidden"):
        (tmp_path / "class" / name).touch()

    code, out, err = finished(start_batch())

    assert (2, "Skipped: ada.rar (unpack it), roster.csv (not Python)\n") == (code, err)
    assert "1 submission: 0 graded, 1 not graded" in out
    assert "Not graded: 1 - empty: holds no file" in " ".join(out.split())
