"""
`marks.jsonl` in a folder of reports: every change of a mark by hand, one line each.

Lines are only ever added, and reach the disk before anything else is written. A killed process leaves at most one
incomplete last line; that change was never made.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

import msgspec

from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import Journal
from grader.errors import UserError
from grader.model.sanitize import sanitize, shown_path
from grader.store.class_record import FILE_NAME as CLASS_RECORD
from grader.store.result_json import LARGEST_MARK
from grader.store.safe_files import append_lines, read_file

FILE_NAME = "marks.jsonl"
MAX_FILE_BYTES = 256 << 20
MAX_LINE = 64 << 10  # bytes: a change is far shorter
VERSION = 1


class JournalFile(NamedTuple):
    journal: Journal
    problems: tuple[str, ...] = ()
    """A problem with its line number for each line that is no change; such lines do not count."""


def journal_folder(folder: Path) -> Path:
    """Return the folder of the journal for the result in `folder`: that of its class if there is one."""
    return folder.parent if os.path.lexists(folder.parent / CLASS_RECORD) else folder


def read_journal(folder: Path) -> JournalFile:
    """Return the journal in `folder`, empty without a file (UserError if it is unreadable or not ours)."""
    path = folder / FILE_NAME
    try:
        data = read_file(path, MAX_FILE_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return JournalFile(Journal())
    except OSError as error:
        raise UserError(f"{shown_path(path)}: {error.strerror}; it holds the marks by hand") from error
    changes: list[MarkChange] = []
    problems: list[str] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            changes.append(_change(line))
        except (ValueError, RecursionError) as error:
            problem = "is not whole" if isinstance(error, json.JSONDecodeError) else sanitize(str(error))
            problems.append(f"{shown_path(path)}:{number}: this change of a mark does not count: the line {problem}")
    return JournalFile(Journal(changes), tuple(problems))


def add_to_journal(folder: Path, changes: Iterable[MarkChange]) -> tuple[MarkChange, ...]:
    """Write `changes` to the disk, by default with the time now, and return them (UserError on failure)."""
    when = datetime.now(timezone.utc).isoformat(timespec="seconds")
    made = tuple(dataclasses.replace(one, when=one.when or when) for one in changes)
    if made:
        plain = ({"version": VERSION, **msgspec.to_builtins(change)} for change in made)  # a Decimal becomes a text
        append_lines(folder / FILE_NAME, "".join(f"{json.dumps(one)}\n" for one in plain).encode())
    return made


def _change(line: bytes) -> MarkChange:
    if len(line) > MAX_LINE:
        raise ValueError("is longer than any of ours")
    plain = json.loads(line)
    if not isinstance(plain, dict) or plain.get("version") != VERSION:
        raise ValueError("is none of ours, or of another version")
    change = msgspec.convert(plain, MarkChange)
    marks = [mark.points for mark in (change.old, change.new) if mark is not None]
    numbers = [*marks, *([] if change.possible is None else [change.possible])]
    if not all(number.is_finite() and abs(number) < LARGEST_MARK for number in numbers):
        raise ValueError("has points that no item can have")
    return change
