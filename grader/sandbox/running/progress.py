"""Tells an observer what is being done with one submission, a few times in a second, whatever the observer does."""

from __future__ import annotations

import dataclasses
import time

from grader.model.progress import Doing, FunctionDone, Observer, Work

INTERVAL = 0.1
"""Wall seconds between two reports on the same work."""


class Progress:
    """The work on one submission. An observer that raises an exception is told nothing more: no mark depends on it."""

    def __init__(self, observer: Observer | None = None) -> None:
        self._observer = observer
        self._doing: Doing | None = None
        self._told_at = 0.0

    def begin(self, work: Work, function: str = "", of: int = 0, noun: str = "boards") -> None:
        if self._observer is not None:
            self._doing = Doing(work=work, function=function, of=of, noun=noun)
            self._tell(self._doing)

    def begin_again(self) -> None:
        """Report that the calls of this work are made again, from the first one on."""
        if self._doing is not None:
            self._doing = dataclasses.replace(self._doing, done=0)

    def answered(self, done: int) -> None:
        """Report how many calls of this work are answered; a few that are made a second time change nothing."""
        if self._is_due() and self._doing is not None:
            done = max(self._doing.done, min(done, self._doing.of))
            self._doing = dataclasses.replace(self._doing, done=done, seconds=0.0, limit=0.0)
            self._tell(self._doing)

    def waits(self, seconds: float = 0, limit: float = 0) -> None:
        """Report that the running call has taken so many CPU seconds and is ended at `limit`; 0 after its end."""
        if self._is_due() and self._doing is not None:
            self._doing = dataclasses.replace(self._doing, seconds=seconds, limit=limit)
            self._tell(self._doing)

    def function_done(self, done: FunctionDone) -> None:
        """Report that a function has been asked everything."""
        self._tell(done)

    def _is_due(self) -> bool:
        return self._observer is not None and time.monotonic() - self._told_at >= INTERVAL

    def _tell(self, event: Doing | FunctionDone) -> None:
        if self._observer is None:
            return
        self._told_at = time.monotonic()
        try:
            self._observer(event)
        except Exception:  # noqa: BLE001 - a closed or full terminal must not cost a mark
            self._observer = None
