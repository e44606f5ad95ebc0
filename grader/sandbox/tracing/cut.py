"""Why a recording is incomplete, in words; the inside only sends codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from grader.model.verdict import ChildEnd

CUTS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "too-many-calls": "the search makes more calls than are recorded",
        "too-long": "the search takes longer than it is recorded",
        "no-positions": "the search calls itself, but its boards were not found in its calls",
        "recursive-late": "a function that does not search at first calls itself later on",
        "recording-ended": "the recording ended before the search",
    }
)
"""By the code, as in `grader/sandbox/inside/tracing`."""
OTHER_BOARDS = "some boards of the search do not follow from the one that it was asked about"
GARBLED = "the recording cannot be read"
NO_IMPORT = "the file cannot be imported"
TOO_MANY = "it makes more calls than are looked at"
NO_TIME = "the time for recordings is used up"
ENDS: Mapping[ChildEnd, str] = MappingProxyType(
    {
        ChildEnd.CPU_LIMIT: "the search takes longer than it is recorded",
        ChildEnd.WALL_LIMIT: "the search waits for something that never comes",
        ChildEnd.GARBLED: GARBLED,
    }
)
"""By how the process ended; all other ends are told as such."""


def explain_end(end: ChildEnd) -> str:
    """Return why there is no recording if the process ended like this."""
    return ENDS.get(end, f"the process ended while the search was recorded ({end.value})")
