"""What gets through at each level: the table of `escapes.py`, run inside real probes."""

from __future__ import annotations

import ctypes
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import grader.sandbox.launching.process as starting
from grader.model.isolation import Level
from grader.sandbox.launching.launcher import Zygote
from tests.sandbox.sandbox_helpers import ask_once, make_student

ESCAPES = (Path(__file__).parents[1] / "escapes.py").read_text(encoding="utf-8")
NAMES = re.findall(r"^def (\w+)\(\):", ESCAPES, flags=re.MULTILINE)

WALLS = {
    "full+": {},
    "full": {"namespaces": "left out"},
    "no Landlock": {"landlock": "left out"},
    "Landlock": {"namespaces": "left out", "seccomp": "left out"},
    "seccomp": {"namespaces": "left out", "landlock": "left out"},
    "basic": {"namespaces": "left out", "landlock": "left out", "seccomp": "left out"},
}
LEVELS = {"full+": Level.FULL_PLUS, "full": Level.FULL, "no Landlock": Level.FULL, "basic": Level.BASIC}

# One column per wall, in the order of WALLS: open (o), blocked (.), or as the user and the kernel have it (?).
TABLE = """
    read_secret                 . . . . o o
    list_secret_folder          . . . . o o
    stat_secret                 . o . o o o
    read_link                   . . . o . o
    read_passwd                 . . . . o o
    read_environment_of_parent  . . . . . .
    read_site_packages          . . . . o o
    read_grader                 . . . . o o
    write_new_file              . . . . . o
    overwrite_result            . . . . . o
    open_and_truncate_result    . . . . . o
    truncate_result             . . . ? . o
    change_mode                 . . . ? . ?
    change_times                . . . o . o
    set_attribute               . . . ? . ?
    unlink                      . . . . . o
    rename                      . . . . . o
    hard_link                   . . . . . ?
    symbolic_link               . . . . . o
    make_folder                 . . . . . o
    make_pipe                   . . . . . o
    fill_disk                   . . . . . .
    tcp_connect                 . . . ? . o
    udp_send                    . . . o . o
    unix_socket                 . . . ? . o
    abstract_socket             . . . ? . o
    netlink_socket              . . . o . o
    internet_socket             . . . o . o
    socket_pair                 . . . o . o
    signal_marker               . . . ? . ?
    signal_sibling              . . . ? . ?
    signal_everyone             . . . ? . ?
    own_signals_to_marker       . . . o . o
    flags_of_the_null_device    . . . o . o
    pipe_of_packets             . . . o . o
    lock_file                   . . . o . o
    flush_to_disk               . . . o . o
    ask_by_futex                . . . ? . ?
    process_group_of_marker     . . . o . o
    clock_of_marker             . . . o . o
    descriptor_of_sibling       . . . o . o
    trace_sibling               . . . . . ?
    read_memory_of_sibling      . . . . . ?
    environment_of_sibling      . . . . ? ?
    memory_file_of_sibling      . . . . ? ?
    memory_file_of_marker       . . . . . .
    see_processes               . . . . o o
    limit_sibling               . . . ? . ?
    slow_down_sibling           . . . ? . ?
    move_sibling                . . . ? . ?
    fork                        . . . ? . ?
    raw_fork                    . . . ? . ?
    raw_clone3                  . . . ? . ?
    threads                     . . . ? . ?
    three_gigabytes             . . . . . .
    shared_memory_segment       . . . o . o
    memory_file                 . . . o . o
    io_uring                    . . . ? . ?
    load_into_kernel            . . . ? . ?
    keyring                     . . . ? . ?
    mount                       . . . . . .
    namespace_of_its_own        . . . ? . ?
    watch_files                 . . . o . o
    raise_limit                 . . . . . .
    start_program               . . . . . ?
    become_program              . . . . . o
    be_traced_again             . . . o . o
    outlive_the_grader          . . . o . o
"""
ROWS = {line.split()[0]: line.split()[1:] for line in TABLE.strip().splitlines()}
COLUMNS = {wall: {name: row[at] for name, row in ROWS.items()} for at, wall in enumerate(WALLS)}


@pytest.fixture
def sibling() -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that every process of the same user could reach, and end it afterwards."""
    process = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def places(tmp_path: Path, sibling: subprocess.Popen[bytes]) -> Iterator[Mapping[str, object]]:
    """Make files and processes that no file permission protects, and listen for connections."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o777)
    for name in ("secret", "victim", "doomed", "moving"):
        (tmp_path / name).write_text("x", encoding="ascii")
        (tmp_path / name).chmod(0o666)
    (tmp_path / "link").symlink_to("secret")
    abstract = f"grader-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(f"\0{abstract}")
        unix.listen()
        with socket.socket(socket.AF_UNIX) as named:
            named.bind(str(tmp_path / "socket"))
            (tmp_path / "socket").chmod(0o777)
            named.listen()
            yield {
                **{name: str(tmp_path / name) for name in ("secret", "victim", "doomed", "link", "socket")},
                "folder": str(tmp_path),
                "package": pytest.__file__,
                "agent": str(starting.AGENT),
                "port": tcp.getsockname()[1],
                "abstract": abstract,
                "marker": os.getpid(),
                "sibling": sibling.pid,
                "address": ctypes.addressof(ctypes.c_char(b"x")),
                "cores": sorted(os.sched_getaffinity(0)),
                "names": NAMES,
            }


def test_the_table_has_a_row_for_every_escape() -> None:
    """At least the 46 that the options were once measured by."""
    assert sorted(ROWS) == sorted(set(NAMES) - {"ask"})
    assert len(ROWS) >= 46


@pytest.mark.skipif(sys.platform != "linux", reason="these walls are Linux's")
@pytest.mark.parametrize("wall", WALLS)
def test_what_gets_through_is_what_the_table_says(wall: str, places: Mapping[str, object]) -> None:
    """Each escape is tried in a real probe behind each wall this machine offers."""
    launcher = Zygote(off=WALLS[wall])
    try:
        if wall in LEVELS and launcher.isolation.level is not LEVELS[wall]:
            pytest.skip(f"this machine does not offer {wall}: see grader doctor")
        escapes = ESCAPES.replace("PLACES = {}", f"PLACES = {dict(places)!r}")
        answer = ask_once(make_student(escapes, launcher, ("ctypes",), {"import_seconds": 5, "call_seconds": 20}))
    finally:
        launcher.close()

    assert isinstance(answer.value, list), answer
    told = {name: verdict for name, verdict in COLUMNS[wall].items() if verdict != "?"}
    assert told == {name: "o" if name in answer.value else "." for name in told}


@pytest.mark.parametrize("wall", ["full+", "full", "no Landlock"])
def test_behind_a_whole_wall_nothing_depends_on_the_machine(wall: str) -> None:
    """At most one escape is open there, for every user and kernel: asking about a path that is known."""
    assert "?" not in COLUMNS[wall].values()
    assert [name for name, verdict in COLUMNS[wall].items() if verdict == "o"] in ([], ["stat_secret"])
