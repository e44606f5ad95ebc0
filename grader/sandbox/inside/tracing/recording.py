"""
Records one call of the search and packs what was seen for the marker.

The numbers are six columns, the first of 32 bits and the others of 16. For each call of the search, in the order in
which they began: the place of the innermost one that was running (all bits set for the first); its place in
``functions``; its position (`positions.py`; all bits set if it is unknown); its places in ``arguments`` and in
``outcomes``; and as bits the cells of moves that other functions looked at meanwhile.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from sys import getprofile, getrecursionlimit, setprofile, setrecursionlimit
from typing import Any, NamedTuple

from ..out_of_sight import freeze
from .positions import PositionReader, number_of
from .recorder import CallRecorder
from .selection import select

MAX_SELECTED = 60_000
"""Calls of the search that are reported, by 14 bytes each."""
OWN_DEPTH = 200
"""Calls inside each other that our own code may make below those of a submission."""


class Recording(NamedTuple):
    """A recorded search as fields of a message, and the columns of numbers beside it."""

    message: dict[str, Any]
    numbers: bytes


class Watched(NamedTuple):
    """What is called, and where it is defined."""

    function: Callable[..., Any]
    name: str
    sources: Sequence[str]
    """The files of the submission."""
    constants: Mapping[str, Any]
    """Its cells by symbol."""


def record(watched: Watched, start: str, arguments: Sequence[Any], report: Callable[[Recording], None]) -> Recording:
    """
    Call the function with `arguments`, of which the first is the board `start`, and return what was recorded.

    If that becomes too much, `report` gets it at once. It must not return.
    """
    recorder = CallRecorder(
        frozenset(watched.sources), PositionReader(watched.constants, start), watched.name, number_of(start)
    )

    def stop() -> None:
        setprofile(None)
        setrecursionlimit(getrecursionlimit() + OWN_DEPTH)
        report(_packed(recorder))

    on_event = recorder.watch(stop)
    freeze()  # the collector must not list what was made for this
    value, raised = None, False
    setprofile(on_event)
    try:
        value = watched.function(*arguments)
    except BaseException:
        raised = True
    lost = getprofile() is not on_event
    setprofile(None)
    recorder.finish(value, raised=raised)
    if lost and not recorder.cut:
        recorder.cut = "recording-ended"
    return _packed(recorder)


def _packed(recorder: CallRecorder) -> Recording:
    """Return the calls of the search; their numbers are columns, each call's in the same place of each."""
    selection = select(recorder)
    calls = selection.calls[:MAX_SELECTED]
    cut = recorder.cut or ("too-many-calls" if len(selection.calls) > MAX_SELECTED else "")
    if not cut and (selection.blind or recorder.recursive_late):
        cut = "no-positions" if selection.blind else "recursive-late"
    functions = _Renumbered(recorder.names)
    arguments = _Renumbered([*recorder.argument_numbers])
    outcomes = _Renumbered([*recorder.outcome_numbers])
    columns = (
        array("H", [functions[recorder.functions[index]] for index in calls]),
        array("H", [recorder.positions[index] for index in calls]),
        array("H", [arguments[recorder.arguments[index]] for index in calls]),
        array("H", [outcomes[recorder.outcomes[index]] for index in calls]),
        selection.looked_at[:MAX_SELECTED],
    )
    message = {
        "functions": functions.used,
        "arguments": [[*map(_plain, numbers)] for numbers in arguments.used],
        "outcomes": [*map(_plain, outcomes.used)],
        "recursive": selection.recursive,
        "events": recorder.events,
        "cut": cut,
    }
    parents = selection.parents[:MAX_SELECTED].tobytes()
    return Recording(message, parents + b"".join(column.tobytes() for column in columns))


class _Renumbered(dict[int, int]):
    """The new numbers of the entries of a table that are used, in the order of their first use."""

    def __init__(self, table: Sequence[Any]) -> None:
        super().__init__()
        self._table = table
        self.used: list[Any] = []

    def __missing__(self, number: int) -> int:
        self.used.append(self._table[number])
        found = self[number] = len(self.used) - 1
        return found


def _plain(value: Any) -> Any:
    """Return numbers as they travel: a float that is no whole number as text."""
    if type(value) is tuple:
        return [*map(_plain, value)]
    if type(value) is float:
        return int(value) if value.is_integer() and abs(value) < 1 << 53 else repr(value)
    return value
