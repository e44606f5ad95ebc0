"""
Readers of the fields that several messages of the inside have; `grader/sandbox/inside/agent.py` lists all messages.

What arrives may be hostile: sizes and types are checked before anything is built, and every reader raises
MalformedFrame for what the inside never writes. Which call an answer belongs to, how a call ended and its CPU time are
judged outside; every field is a claim of the inside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from grader.model.answer import Raised, Refusal
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import type_name
from grader.sandbox.wire.value_decoder import MAX_INT

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


MAX_OUTPUT = 2_000
CLOCK_USES = ("slept", "looked", "alarmed")
"""Fields that say what the submission did with clocks."""
MAX_NAMES = 50
"""Names in one list: functions, missing modules or constants, each of which a person may read."""

UNNAMED = "Exception"
"""What stands for the name of an exception that is no identifier."""

END_OF_KIND = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


def read_text(entry: object, max_length: int) -> str:
    """Return a text of at most `max_length` characters."""
    if type(entry) is not str or len(entry) > max_length:
        raise MalformedFrame("not a text")
    return entry


def read_names(entry: object, most: int) -> tuple[str, ...]:
    """Return the names in a list, each sanitized and cut to `most` characters."""
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise MalformedFrame("not a list of names")
    return tuple(sanitize(name, most) for name in entry)


class ExceptionClaim(NamedTuple):
    """What the inside reports of an exception, and how the call ended according to it."""

    end: ChildEnd
    raised: Raised


def read_exception(entry: object) -> ExceptionClaim:
    """Decode ``[kind, type, message, file:line, refusal]``."""
    if type(entry) is not list or len(entry) != 5:  # noqa: PLR2004 - the five named above
        raise MalformedFrame("not an exception")
    kind, name, message, at, refusal = entry
    if any(type(text) is not str for text in (kind, name, message)) or kind not in END_OF_KIND:
        raise MalformedFrame("not an exception")
    place, refused = read_place(at), read_refusal(refusal)
    raised = Raised(type=type_name(name) or UNNAMED, message=sanitize(message, 200), at=place, refused=refused)
    return ExceptionClaim(END_OF_KIND[kind], raised)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The end of what a probe printed up to a frame."""

    raw_tail: str
    characters: int
    clocks: frozenset[str]
    """Those of `CLOCK_USES` that were reported."""

    @property
    def tail(self) -> str:
        """The tail, safe to show. Most frames end output that nobody keeps, so it is made when it is read."""
        return sanitize(self.raw_tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")


def read_printed(frame: Frame) -> Printed:
    """Read the fields that close an import, a list of calls or a dialogue."""
    tail, characters = frame.message.get("tail"), frame.message.get("characters")
    if type(tail) is not str or type(characters) is not int or not 0 <= characters < MAX_INT:
        raise MalformedFrame("not an end")
    clocks = frozenset(name for name in CLOCK_USES if frame.message.get(name) is True)
    return Printed(raw_tail=tail, characters=characters, clocks=clocks)
