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
WRITE_FOREVER = """
import sys
from pathlib import Path
from tests.store.test_marks_journal import CHANGE
from grader.store.marks_journal import add_to_journal
import dataclasses
for number in range(int(sys.argv[2]), 10**9):
    add_to_journal(Path(sys.argv[1]), [dataclasses.replace(CHANGE, item=str(number))])
    print(number, flush=True)
"""


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
    done = 0
    for attempt in range(200 if os.environ.get("GRADER_EVERY_FIXTURE") else 4):
        command = [sys.executable, "-c", WRITE_FOREVER, str(tmp_path), str(done)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(attempt * 0.618 % 1 / 20)  # any moment
            writer.send_signal(signal.SIGKILL)
            said = [int(line) for line in writer.stdout.read().split("\n")[:-1] if line]
        done = max([done, *said]) + 1
        found = read_journal(tmp_path)
        items = {change.item for change in found.journal.of("ada")}
        assert {str(number) for number in range(done)} <= items
        assert len(found.problems) <= 1
        done = len(items)
