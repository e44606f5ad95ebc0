"""The entries of the memo. Answers can be kept if they cannot change, or if nothing else refers to them."""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount, getsizeof
from typing import Any, TypeAlias

from ..boards import ATOMS
from .effects import NOT_ASSIGNED, CallEffects, EffectRecorder
from .plain_values import copy_plain, fresh_counts, is_constant, references_to_part

MAX_ENTRIES = 150_000
"""The most entries that are kept, about 150 MB. Further answers are computed again each time."""
DEEP_RESULT = 6
"""How deeply lists and dicts may be nested in an answer that is kept."""
MAX_PRINTED = 64_000_000
"""Bytes of printed text that are kept; calls that print more are made again each time."""
COPIED_TYPES = frozenset([list, tuple, dict])
"""Types of answers that are kept as copies."""

Closure: TypeAlias = Callable[[], tuple[Any, ...]]
"""Returns variables of the functions around an inner function."""


class KeptAnswer:
    """A kept answer, and what a plain run does to compute it, including all calls below."""

    __slots__ = ("calls", "copy", "depth", "effects", "seconds", "value")

    def __init__(self, calls: int, depth: int, seconds: float, effects: CallEffects | None = None) -> None:
        """
        Hold no answer yet.

        For this call a plain run makes `calls` calls of memoized functions, this one included, at most `depth` of them
        inside each other, and takes `seconds` of CPU time. It has these `effects`, if any.
        """
        self.calls, self.depth, self.seconds, self.effects = calls, depth, seconds, effects
        self.value: Any = None
        self.copy: Callable[[Any], Any] | None = None
        """Makes the copy that the caller gets; None for a value that cannot change."""


class MemoizedFunction:
    """A memoized function object; each time an inner function is defined, there is another one."""

    __slots__ = ("closure", "entries", "function", "keyword_only", "recorder")

    def __init__(
        self,
        function: Any,
        closure: Closure | None,
        entries: dict[Any, KeptAnswer],
        keyword_only: tuple[str, ...],
        recorder: EffectRecorder | None,
    ) -> None:
        """
        Keep answers of `function` in `entries`.

        `closure` returns the outer variables that the answers depend on; it is None if there are none. `keyword_only`
        names the last parameters, which are passed by keyword only. `recorder` is None for a function without effects.
        """
        self.function, self.closure, self.entries, self.keyword_only = function, closure, entries, keyword_only
        self.recorder = recorder

    def keywords(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        names = self.keyword_only
        return dict(zip(names, arguments[-len(names) :], strict=True))


class KeptAnswers:
    """Stores entries, up to a limit for all functions of a file together."""

    def __init__(self) -> None:
        self.count = 0
        self._fresh = fresh_counts()
        self._printed = 0
        """Bytes of printed text in all entries."""

    def store(self, entries: dict[Any, KeptAnswer], key: Any, entry: KeptAnswer, result: Any) -> bool:
        """
        Put the `result` of a call that has just returned into `entry`, and this into `entries`.

        Does nothing once there are too many entries or texts. Returns False for a result that can change and that
        something else refers to, and for effects that cannot be kept. The caller must hold `result` in one variable
        only: references are counted.
        """
        effects = entry.effects
        if self.count >= MAX_ENTRIES or (effects is not None and self._printed >= MAX_PRINTED):
            return True
        if effects is not None and not self._can_repeat(effects):
            return False
        if is_constant(result):
            entry.value = result
        elif (
            type(result) in COPIED_TYPES and getrefcount(result) <= self._fresh.result and self._is_unshared(result, 0)
        ):
            flat = type(result) is list and all(type(part) in ATOMS for part in result)
            entry.value, entry.copy = copy_plain(result), list if flat else copy_plain
        else:
            return False
        entries[key] = entry
        self.count += 1
        if effects is not None:
            self._printed += getsizeof(effects.printed)
        return True

    def _can_repeat(self, effects: CallEffects) -> bool:
        return all(value is NOT_ASSIGNED or is_constant(value) for value in effects.assigned)

    def _is_unshared(self, value: Any, depth: int) -> bool:
        """Tell whether nothing else refers to a part of `value` that can change."""
        if depth > DEEP_RESULT:
            return False
        parts = [*value.keys(), *value.values()] if type(value) is dict else value
        for at in range(len(parts)):
            kind = type(parts[at])
            if is_constant(parts[at]):
                continue
            # The list made of a dict's parts holds each of them once more.
            shared = references_to_part(parts, at) > self._fresh.part + (type(value) is dict)
            if kind not in COPIED_TYPES or shared or not self._is_unshared(parts[at], depth + 1):
                return False
        return True
