"""The names that Canvas gives to downloaded files: whose they are, and what the student called them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

IDS = r"(?:(?P<attachment>[1-9][0-9]{0,19})_(?P<file>.+)|(?P<typed>text|link)\.html)"
NAMED = re.compile(r"(?P<name>.+?)_(?P<late>LATE_)?(?P<user>[1-9][0-9]{0,19})_" + IDS, re.DOTALL)
LATER = re.compile(r"_(?P<late>LATE_)?(?P<user>[1-9][0-9]{0,19})_" + IDS, re.DOTALL)
FACTOR = 2
ANONYMOUS = re.compile(r"(?P<late>LATE_)?anon_(?P<user>[0-9A-Za-z]{1,20})_" + IDS, re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasName:
    """What the name of a downloaded file says."""

    name: str
    """Of the student or the group, in small letters without spaces; empty if students are anonymous."""
    user: str
    """The user's id, or the code of an anonymous student."""
    late: bool
    attachment: str = ""
    file: str = ""
    """What the student called it; empty if it was typed into Canvas."""
    typed: str = ""
    """``text`` or ``link`` if it was typed into Canvas."""
    doubt: str = ""
    """A note if the name can be read in two ways."""


def read_names(written: Iterable[str]) -> dict[str, CanvasName]:
    """
    Return what each name says that Canvas may have made.

    A name such as ``team_5_4711_59876_t.py`` may be that of "Team_5" or of a file ``59876_t.py``; students choose both.
    The ids of the other files decide; the note says that there was a choice.
    """
    names = list(written)
    anonymous = {name: match for name in names if (match := ANONYMOUS.fullmatch(name)) is not None}
    readings = _without_repeated({name: found for name in names if (found := _readings(name))})
    if anonymous and anonymous.keys() >= readings.keys():
        return {name: _reading(match, "") for name, match in anonymous.items()}
    sure = [found[0] for found in readings.values() if len(found) == 1]
    return {name: found[0] if len(found) == 1 else _chosen(found, sure) for name, found in readings.items()}


def _readings(written: str) -> list[CanvasName]:
    """Return the ways in which a name can be read, the one with the shortest name of a student first."""
    found = NAMED.fullmatch(written)
    if found is None:
        return []
    first = _reading(found, found["name"])
    # As if the number were the end of the name.
    later = None if found["late"] else LATER.fullmatch(written, found.end("user"))
    return [first] if later is None else [first, _reading(later, f"{first.name}_{first.user}")]


def _without_repeated(readings: dict[str, list[CanvasName]]) -> dict[str, list[CanvasName]]:
    """Return `readings` without second ones that have an attachment in common: each attachment has an id of its own."""
    seconds = Counter(found[1].attachment for found in readings.values() if len(found) > 1)
    repeated = {attachment for attachment, times in seconds.items() if attachment and times > 1}
    return {name: found[:1] if found[-1].attachment in repeated else found for name, found in readings.items()}


def _reading(found: re.Match[str], name: str) -> CanvasName:
    return CanvasName(
        name=name,
        user=found["user"],
        late=found["late"] is not None,
        attachment=found["attachment"] or "",
        file=found["file"] or "",
        typed=found["typed"] or "",
    )


def _chosen(readings: Sequence[CanvasName], sure: Sequence[CanvasName]) -> CanvasName:
    fitting = [reading for reading in readings if _looks_like(reading, sure)]
    if fitting == [readings[0]]:  # a student's file name that starts with a number
        return readings[0]
    chosen = fitting[0] if len(fitting) == 1 else readings[0]
    users = " or ".join(reading.user for reading in readings)
    return replace(chosen, doubt=f"The file's name may be that of Canvas's user {users}: taken as {chosen.user}.")


def _looks_like(reading: CanvasName, sure: Sequence[CanvasName]) -> bool:
    """Return whether the attachment was made at about the time of those that are `sure`, by a user of no other name."""
    if any(name.user == reading.user and name.name != reading.name for name in sure):
        return False
    attachments = [int(name.attachment) for name in sure if name.attachment]
    if not (reading.attachment and attachments):
        return True
    # Canvas counts all attachments of all courses.
    return min(attachments) // FACTOR <= int(reading.attachment) <= max(attachments) * FACTOR
