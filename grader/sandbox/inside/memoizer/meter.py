"""What a memoized search has cost, and what a plain run of the same calls would have cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .reasons import Code, Reason


class Meter:
    """Totals since answers began to be kept; the memo updates them, and callers take differences."""

    def __init__(self, counters: dict[str, Any]) -> None:
        """Read `counters`, the globals of the wrappers, which count most calls themselves."""
        self._counters = counters
        self.cpu_taken = 0.0
        """CPU seconds that calls of the memoized functions took."""
        self.asks_search = False
        """Whether the search is being asked, and not a dialogue or a function beside it; set by the caller."""
        self.inconsistency: Reason | None = None
        """What contradicted the claim, so that the answers must be thrown away; None while nothing has."""
        self.globals_unchanged: Callable[[], bool] | None = None
        """Tells whether what the functions read is as it was; None if each call from outside looks at that."""

    def contradiction(self) -> Reason | None:
        """Return what contradicted the claim, None if nothing did until now."""
        if self.inconsistency is None and self.globals_unchanged is not None and not self.globals_unchanged():
            self.inconsistency = Reason(Code.WORLD_CHANGED)
        return self.inconsistency

    @property
    def plain_calls(self) -> int:
        """How many calls of the memoized functions a plain run would have made."""
        calls: int = self._counters["_memo_calls"]
        return calls

    @property
    def cpu_plain(self) -> float:
        """CPU seconds of a plain run, if a call takes the same time each time it is repeated."""
        seconds: float = self._counters["_memo_cpu_plain"]
        return seconds

    @property
    def cpu_saved(self) -> float:
        """CPU seconds that a plain run would have taken beyond those really taken."""
        return self.cpu_plain - self.cpu_taken
