"""What the sandbox refused, as the inside claims it: a code of a closed table, a name that is one word, a place."""

from __future__ import annotations

import re

from grader.model.answer import Refusal
from grader.model.sanitize import sanitize
from grader.sandbox.wire.frames import MalformedFrame

REFUSED = {
    "thread": "starts a thread",
    "process": "starts a process",
    "network": "uses the network",
    "database": "opens a database",
    "temporary": "makes a temporary file",
    "write": "writes a file",
    "read": "reads a file",
    "path": "uses a file or folder",
    "module": "uses a module that needs a screen or raw memory",
    "trace": "traces its own code",
    "terminal": "asks for a terminal",
    "system": "asks the system for something",
}
"""What the code does, by the code that crosses the wall."""
PLAIN_NAME = re.compile(r"[\w.-]{1,80}")
"""A name that is shown: no sentence can be handed out as one."""
MAX_PLACE = 80


def read_refusal(entry: object) -> Refusal | None:
    """Decode ``[code, name, file:line]``, or null."""
    if entry is None:
        return None
    if type(entry) is not list or len(entry) != 3:  # noqa: PLR2004 - the three named above
        raise MalformedFrame("not a refusal")
    what, name, at = entry
    if type(what) is not str or what not in REFUSED or type(name) is not str:
        raise MalformedFrame("not a refusal")
    last = name.replace("\\", "/").rpartition("/")[2]  # no path of the machine that grades
    return Refusal(what=REFUSED[what], name=last if PLAIN_NAME.fullmatch(last) else "", at=read_place(at))


def read_place(at: object) -> str | None:
    """Return ``file:line`` as it was sent, sanitized, or None."""
    if not (at is None or type(at) is str):
        raise MalformedFrame("not a place")
    return None if at is None else sanitize(at, MAX_PLACE)
