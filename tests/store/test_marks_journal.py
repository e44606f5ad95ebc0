"""`marks.jsonl` outlives processes that are killed and lines that somebody spoiled."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest

from grader.capabilities.by_hand.capability import RESTS, UNDONE, MarkChange
from grader.errors import UserError
from grader.model.result import ManualMark
from grader.store.marks_journal import FILE_NAME, add_to_journal, read_journal
from tests.fixture_folders import ROOT

MARK = ManualMark(points=Decimal("4.50"), comment="zwölf\u202e \udcff\n", by="Kim", when="3 March")
CHANGE = MarkChange(
    student="ada", item="quality", old=None, new=MARK, reason="a.csv:2", sha256="0", rubric="1", possible=Decimal(5)
)
WRITERS = """
import os, sys
from pathlib import Path
from grader.capabilities.by_hand.capability import MarkChange
from grader.store.marks_journal import add_to_journal
for line in sys.stdin:
    folder, start = line.split()
    if not (writer := os.fork()):
        print(os.getpid(), flush=True)
        for number in range(int(start), 10**9):
            change = MarkChange(student="ada", item=str(number), old=None, new=None, sha256="x" * 300, rubric="")
            add_to_journal(Path(folder), [change])
            print(f"{number}\\n", end="", flush=True)  # one write: no kill leaves half a line
    os.waitpid(writer, 0)
    print("end", flush=True)
"""
"""Forks a writer for each line: to start Python for each would take minutes on a busy machine."""


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Any text, each action; more is added at the end, and no byte before it changes."""
    assert not read_journal(tmp_path).journal
    made = add_to_journal(tmp_path, [CHANGE])
    before = (tmp_path / FILE_NAME).read_bytes()
    undone = MarkChange(student="ada", item="x", action=UNDONE, old=MARK, new=None, sha256="", rubric="")
    made += add_to_journal(tmp_path, [undone, dataclasses.replace(undone, action=RESTS)])

    assert read_journal(tmp_path).problems == ()
    assert read_journal(tmp_path).journal.of("ada") == made
    assert made[0].when.endswith("+00:00")
    assert (tmp_path / FILE_NAME).read_bytes().startswith(before)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"version": 1, "stud', "is not whole"),
        (b"\xff\xfe", "is not whole"),
        (b"[" * 100_000, "is longer than any of ours"),
        (b"[" * 60_000, "recursion"),
        (b"[]", "is none of ours, or of another version"),
        (b'{"version": 2}', "is none of ours, or of another version"),
        (b'{"version": 1}', "missing required field"),
        (b'{"version":1,"student":"ada","item":"q","old":null,"new":{"points":"NaN"},"sha256":"","rubric":""}',
         "points that no item can have"),
        (b'{"version":1,"student":"ada","item":"q","old":null,"new":{"points":"9e99"},"sha256":"","rubric":""}',
         "points that no item can have"),
        (b'{"version":1,"student":7,"item":"q","old":null,"new":null,"sha256":"","rubric":""}', "Expected `str`"),
    ],
    ids=["half", "bytes", "long", "deep", "list", "newer", "empty", "nan", "huge", "number"],
)  # fmt: skip
def test_a_line_that_is_no_change_is_named_and_spoils_no_other(tmp_path: Path, line: bytes, problem: str) -> None:
    """Such as that of a process which was killed while it wrote; what comes later begins a line of its own."""
    add_to_journal(tmp_path, [CHANGE])
    with (tmp_path / FILE_NAME).open("ab") as file:
        file.write(line)
    add_to_journal(tmp_path, [CHANGE])

    found = read_journal(tmp_path)

    assert [CHANGE.item] * 2 == [change.item for change in found.journal.of("ada")]
    assert len(found.problems) == 1
    assert f"{FILE_NAME}:2: this change of a mark does not count: the line " in found.problems[0]
    assert problem in found.problems[0]


@pytest.mark.skipif(os.name == "nt", reason="these kinds of files are not there")
def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    """Nor read: it leads to somebody else's file."""
    (tmp_path / "target").touch()
    (tmp_path / FILE_NAME).symlink_to(tmp_path / "target")

    for work in (lambda: add_to_journal(tmp_path, [CHANGE]), lambda: read_journal(tmp_path)):
        with pytest.raises(UserError, match="symbolic link"):
            work()
    assert b"" == (tmp_path / "target").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_killed_process_leaves_every_mark_that_it_was_done_with(tmp_path: Path) -> None:
    """Nothing is lost, and nothing is there by half."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITERS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as forks:
        assert forks.stdin is not None
        said = forks.stdout
        assert said is not None
        for number in range(200 if os.environ.get("GRADER_EVERY_FIXTURE") else 10):
            folder = tmp_path / str(number // 10)  # several, since each kill reads a whole journal
            folder.mkdir(exist_ok=True)
            before = read_journal(folder)
            forks.stdin.write(f"{folder} {len(before.journal.of('ada'))}\n")
            writer, first = int(said.readline()), int(said.readline())
            time.sleep(number * 0.618 % 1 / 20)  # any moment
            os.kill(writer, signal.SIGKILL)
            done = [first, *map(int, iter(lambda: said.readline().strip(), "end"))]
            found = read_journal(folder)
            items = [change.item for change in found.journal.of("ada")]
            assert items[: done[-1] + 1] == [str(one) for one in range(done[-1] + 1)]
            assert len(items) <= done[-1] + 2
            assert len(found.problems) <= len(before.problems) + 1
        forks.stdin.close()
