"""Finds out whether a call stays in one call of another function for longer than that one may take."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from contextlib import suppress

from .endless import Loop, running

with suppress(ImportError):  # Windows has no such timer, and nothing is watched there
    from signal import ITIMER_VIRTUAL, setitimer


class StayWatch:
    """Looks twice at which functions run: the same call must run both times."""

    def __init__(self, limits: Mapping[types.CodeType | None, float], report: Callable[[Loop | None], None]) -> None:
        """Take the CPU seconds of each function that counts; `report` gets where it is and must not return."""
        self._limits, self._report = limits, report
        self._stays: types.FrameType | None = None

    def begin(self, _number: int, frame: types.FrameType | None) -> None:
        """Look at the functions that run, and again after the limit of the outermost one that counts."""
        counting = [one for one in running(frame) if one.f_code in self._limits]
        if self._stays is None and counting:
            self._stays = counting[-1]
            setitimer(ITIMER_VIRTUAL, self._limits[self._stays.f_code])
        elif self._stays is not None and any(one is self._stays for one in counting):
            self._report(Loop(self._stays.f_code.co_filename, self._stays.f_lineno, self._stays.f_lineno))
        else:
            self._report(None)
