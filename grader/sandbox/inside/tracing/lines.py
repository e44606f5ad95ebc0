"""Records which lines of a submission one call runs, in the order in which they were last run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import settrace
from types import FrameType
from typing import Any, NamedTuple

MAX_LINES = 20
"""Lines that are reported: the last ones."""
MAX_EVENTS = 50_000
"""Lines that are run before the call is cut off: a number, so that the same file always gives the same record."""


class LineRecord(NamedTuple):
    """How a call ended, and the lines that it ran last."""

    lines: list[tuple[str, int]]
    """Path and line of each."""
    value: Any = None
    error: BaseException | None = None
    cut: bool = False
    """Whether it was cut off before it came to its end."""


def record_lines(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    sources: frozenset[str],
    report: Callable[[LineRecord], None],
) -> LineRecord:
    """
    Call `function` and return the lines that it ran in the files `sources`.

    If they become too many, `report` gets the record at once. It must not return.
    """
    ran: dict[tuple[str, int], None] = {}
    events = 0

    def on_event(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal events
        file = frame.f_code.co_filename
        if file not in sources:
            return None
        if event == "line":
            place = (file, frame.f_lineno)
            ran.pop(place, None)  # so that it becomes the last one
            ran[place] = None
            events += 1
            if events > MAX_EVENTS:
                settrace(None)
                report(LineRecord(_last(ran), cut=True))
        return on_event

    settrace(on_event)
    try:
        value = function(*arguments)
    except BaseException as error:
        settrace(None)
        return LineRecord(_last(ran), error=error)
    settrace(None)
    return LineRecord(_last(ran), value=value)


def _last(ran: dict[tuple[str, int], None]) -> list[tuple[str, int]]:
    return [*ran][-MAX_LINES:]
