"""Blackboard's receipt of an attempt: who handed in what, and when."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from grader.platforms.downloads.files import read_text

MAX_KIB = 1024
"""A student may type a long text into the form."""
NAME = re.compile(r"Name: (?P<name>.*) \((?P<login>[^()]+)\)\s*")
DATE = re.compile(
    r"Date Submitted: \w+, (?P<day>.{1,40}?) (?P<clock>[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?P<half> [AP]M)?)"
    r"(?: o'clock)? (?P<zone>[A-Z]{2,5})\s*"
)
HEAD_LINES = 4
TYPED = "Submission Field:"
FILES = "Files:"
ORIGINAL, WRITTEN = "\tOriginal filename: ", "\tFilename: "
# Only those that mean one offset wherever they are used: CST is another time in Chicago than in Shanghai.
ZONES = {
    "UTC": "+00:00", "GMT": "+00:00", "WET": "+00:00", "BST": "+01:00", "WEST": "+01:00", "CET": "+01:00",
    "CEST": "+02:00", "EET": "+02:00", "EEST": "+03:00", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00",
    "MST": "-07:00", "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00", "AEST": "+10:00", "AEDT": "+11:00",
    "NZST": "+12:00", "NZDT": "+13:00",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a receipt says; empty what it does not say, or not in a way that is understood."""

    name: str = ""
    login: str = ""
    submitted_at: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    """From a file's name in the download to what the student called it."""


def read_receipt(path: Path) -> Receipt:
    """Return what the receipt at `path` says; UserError if it cannot be read."""
    lines = read_text(path, path.name, MAX_KIB).splitlines()
    # What the student typed follows, and may look like any of these lines.
    head = lines[: lines.index(TYPED)] if TYPED in lines else lines[:HEAD_LINES]
    who = next((found for line in head if (found := NAME.fullmatch(line)) is not None), None)
    return Receipt(
        name=who["name"] if who else "",
        login=who["login"] if who else "",
        submitted_at=next((time for line in head if (time := _instant(line))), ""),
        files=_files(lines),
    )


def _instant(line: str) -> str:
    """Return the time in a line such as ``Date Submitted: Tuesday, September 1, 2026 2:22:32 PM CEST``."""
    found = DATE.fullmatch(line)
    offset = ZONES.get(found["zone"]) if found is not None else None
    if found is None or offset is None:
        return ""
    day = "%B %d, %Y" if "," in found["day"] else "%d %B %Y"
    clock = "%I:%M:%S %p" if found["half"] else "%H:%M:%S"
    try:
        return datetime.strptime(f"{found['day']} {found['clock']} {offset}", f"{day} {clock} %z").isoformat()
    except ValueError:
        return ""


def _files(lines: Sequence[str]) -> dict[str, str]:
    """Return what the student called each file, from the list at the end."""
    start = max((number for number, line in enumerate(lines) if line == FILES), default=len(lines))
    names: dict[str, str] = {}
    for original, written in pairwise(lines[start + 1 :]):
        if original.startswith(ORIGINAL) and written.startswith(WRITTEN):
            name = original.removeprefix(ORIGINAL).replace("\\", "/").rpartition("/")[2]
            names[written.removeprefix(WRITTEN)] = name
    return names
