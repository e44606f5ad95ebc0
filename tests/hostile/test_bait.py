"""The tests above can fail: a change of each kind that they look for is noticed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.batch.process_tree import HAS_PROC, descendants
from tests.hostile.bait_paths import Bait, Listeners
from tests.hostile.grading import adopting_orphans, command_of, still_there

Touch = Callable[[Bait], object]

TOUCHES: dict[str, tuple[Touch, str]] = {
    "a file is made": (lambda bait: (bait.scratch / "new").touch(), "scratch/new"),
    "a file is made and removed again": (lambda bait: _remade(bait.scratch / "new"), "scratch"),
    "a folder is made": (lambda bait: (bait.scratch / "new").mkdir(), "scratch/new"),
    "a link is made": (lambda bait: (bait.scratch / "new").symlink_to("/"), "scratch/new"),
    "a file gets a second name": (lambda bait: os.link(bait.secret, bait.scratch / "new"), "marks-of-others.txt"),
    "a file is longer": (lambda bait: bait.secret.write_text("100"), "marks-of-others.txt"),
    "rights are changed": (lambda bait: bait.secret.chmod(0o600), "marks-of-others.txt"),
    "a time is changed": (lambda bait: os.utime(bait.secret, (0, 0)), "marks-of-others.txt"),
    "a file is renamed": (lambda bait: bait.answers.rename(bait.place / "mine"), "mine"),
    "a file is removed": (lambda bait: bait.answers.unlink(), "answers/tictactoe.py"),
    "what was handed in is replaced": (lambda bait: shutil.rmtree(bait.handed_in), "attack"),
}


@pytest.fixture
def bait(tmp_path: Path) -> Bait:
    """Return a bait that is watched."""
    bait = Bait(tmp_path, "attack")
    bait.watch()
    return bait


@pytest.fixture
def listeners(tmp_path: Path) -> Iterator[Listeners]:
    """Return listeners without any connection so far."""
    with Listeners(tmp_path) as listeners:
        yield listeners


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_touched_bait_shows(touch: str, bait: Bait) -> None:
    """A change of any kind is reported, and none before it happens."""
    act, shown = TOUCHES[touch]

    assert [] == bait.touched()
    act(bait)
    assert shown in bait.touched()


def test_a_file_left_elsewhere_shows_and_is_removed(
    bait: Bait, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here in the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{bait.mark}-loot").touch()

    assert [tmp_path / f"{bait.mark}-loot"] == bait.left_elsewhere()
    bait.clear_away()
    assert [] == bait.left_elsewhere()


def test_a_visitor_shows_even_when_it_has_gone(listeners: Listeners) -> None:
    """A connection by TCP and a message by UDP are seen."""
    port = int(listeners.names["@PORT@"])

    assert [] == listeners.visitors()
    socket.create_connection(("127.0.0.1", port)).close()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"x", ("127.0.0.1", port))
    assert ["TCP", "UDP"] == listeners.visitors()


@pytest.mark.skipif(not HAS_PROC, reason="only Linux has sockets without a file")
def test_a_visitor_of_a_socket_of_this_machine_shows(listeners: Listeners) -> None:
    """Connections to a socket with a path and to one without a file are seen."""
    for address in (listeners.names["@SOCKET@"], "\0" + listeners.names["@ABSTRACT@"]):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(address)

    assert ["Unix", "abstract"] == listeners.visitors()


@pytest.mark.skipif(not HAS_PROC, reason="only Linux tells who descends from whom")
def test_an_orphaned_process_shows() -> None:
    """Its parent has ended, and it has started its own session."""
    sleeper = [sys.executable, "-S", "-c", "import signal; signal.alarm(60); signal.pause()"]
    quiet = "start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL"
    parent = f"import subprocess; print(subprocess.Popen({sleeper!r}, {quiet}).pid)"
    with adopting_orphans():
        before = descendants(os.getpid())
        pid = int(subprocess.run([sys.executable, "-c", parent], check=True, capture_output=True, timeout=60).stdout)
        try:
            found = {process.pid: command_of(process.pid) for process in still_there(before)}
        finally:
            os.kill(pid, 9)
            os.waitpid(pid, 0)

    assert pid in found
    assert "signal.pause" in found[pid]


def _remade(path: Path) -> None:
    path.touch()
    path.unlink()
