"""
Keeps the answers of recursive functions by the exact value of their arguments, and counts the saved calls.

A key holds values with their types. A call whose arguments have no key is made plainly. An answer can be kept if it
cannot change, or if nothing else refers to it. If anything contradicts the claim that answers depend only on arguments,
the memo is rejected for good: the grader throws its answers away and runs the submission without it in another process.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from sys import getrefcount, getsizeof
from time import thread_time
from typing import Any, NamedTuple, NoReturn, TypeAlias

from ..boards import CELLS, TEXT_CELLS, cells_of
from .effects import NOT_ASSIGNED, CallEffects, EffectRecorder, PrintedText, Unread
from .obstacle import Obstacle
from .plain_values import KeyMaker, NoKeyError, fresh_count, is_constant

MAX_ENTRIES = 150_000
"""The most entries that are kept, about 150 MB; further answers are computed again."""
MAX_PRINTED = 64_000_000
"""The most bytes of printed text that are kept; calls that print more are made again."""
COPIED_TYPES = frozenset([list, dict])
"""Types of answers that are kept as copies; an answer with changeable parts is not kept."""

Closure: TypeAlias = Callable[[], tuple[Any, ...]]
"""Returns variables of the functions around an inner function."""


class KeptAnswer:
    """A kept answer, and the cost of a plain run for it, with all calls below."""

    __slots__ = ("calls", "copy", "depth", "effects", "seconds", "value")

    def __init__(self, calls: int, depth: int, seconds: float, effects: CallEffects | None = None) -> None:
        """Hold no answer yet; `calls` with this one, `depth` and CPU `seconds` are the cost of a plain run."""
        self.calls, self.depth, self.seconds, self.effects = calls, depth, seconds, effects
        self.value: Any = None
        self.copy: Callable[[Any], Any] | None = None
        """Makes the caller's copy; None for a value that cannot change."""


class MemoizedFunction(NamedTuple):
    """A memoized function object; each definition of an inner function makes another one."""

    function: Any
    closure: Closure | None
    """None without outer variables."""
    entries: dict[Any, KeptAnswer]
    recorder: EffectRecorder | None
    """None without effects."""


def _is_flat(value: Any) -> bool:
    """Tell whether no part of a list or a dict can change."""
    return all(map(is_constant, value.values() if type(value) is dict else value))


class Meter:
    """Totals since answers began to be kept; the memo updates them, and callers take differences."""

    def __init__(self, counters: dict[str, Any]) -> None:
        """Read `counters`, the globals in which the wrappers count most calls."""
        self._counters = counters
        self.cpu_taken = 0.0
        """CPU seconds of calls of the memoized functions."""
        self.asks_search = False
        """Whether the search is being asked, not a dialogue or another function; set by the caller."""
        self.inconsistency: Obstacle | None = None
        self.globals_unchanged: Callable[[], bool] | None = None
        """Tells whether all that the functions read is unchanged; None if each call from outside tests this."""

    def contradiction(self) -> Obstacle | None:
        """Test the claim; return what contradicted it, None if nothing did."""
        if self.inconsistency is None and self.globals_unchanged is not None and not self.globals_unchanged():
            self.inconsistency = Obstacle("world-changed")
        return self.inconsistency

    @property
    def plain_calls(self) -> int:
        """Calls of the memoized functions in a plain run."""
        calls: int = self._counters["_memo_calls"]
        return calls

    @property
    def cpu_plain(self) -> float:
        """CPU seconds of a plain run, if a repeated call takes the same time again."""
        seconds: float = self._counters["_memo_cpu_plain"]
        return seconds

    @property
    def cpu_saved(self) -> float:
        """CPU seconds of a plain run minus the seconds really used."""
        return self.cpu_plain - self.cpu_taken


SCALARS = frozenset([int, str, bool, type(None)])
MAX_UNKEPT = 3_000
"""After this many calls with answers that cannot be kept, the memo may cost more than it saves."""


class MemoRejectedError(BaseException):
    """Ends the running calls. The memo stays rejected even if a student's code catches this exception."""


class Memo:
    """The answers of all memoized functions of a file in one process."""

    def __init__(self, output: PrintedText | None = None) -> None:
        """Keep no answers yet; text that calls print to `output` is a part of their entries."""
        self.active = False
        self.output, self.unread = output, Unread(self.reject)
        self.max_depth = 0
        """The most memoized calls inside each other; deeper, a plain run might reach the recursion limit."""
        self._keys, self._fresh = KeyMaker(), fresh_count()
        self._kept = self._unkept = self._printed = 0
        """Entries of all functions; calls whose answers cannot be kept; bytes of printed text in all entries."""
        self._entry = KeptAnswer(0, 0, 0.0)
        """The entry of the call that ended last, without its result."""
        self._globals_unchanged: Callable[[], bool] | None = None
        self.wrapper_globals: dict[str, Any] = {
            "_memo_calls": 0,
            "_memo_cpu_plain": 0.0,
            "_memo_depth_below": 0,
            "_memo_from_outside": False,
            "_memo_check_world": self.check_world,
            "_memo_compute_board": self.compute_board,
            "_memo_lookup_any": self.lookup_any,
            "_memo_closure_key": self.closure_key,
            "_memo_repeat": self.repeat,
            "_memo_SCALARS": SCALARS,
            "_memo_type": type,
            "_memo_len": len,
            "_memo_list": list,
            "_memo_float": float,
        }
        """Global variables of the wrappers: counters that a kept answer adds to, and functions for the wrappers."""
        self.meter = Meter(self.wrapper_globals)

    def begin(
        self, globals_unchanged: Callable[[], bool] | None, *, by_identity: bool = False, each_call: bool = True
    ) -> None:
        """
        Keep answers from now on; reject a call from other code of the file if `globals_unchanged` returns False.

        Without `each_call` only the meter makes this test. With `by_identity`, equal texts that are two objects differ.
        """
        self._keys.by_identity = by_identity
        if by_identity:
            self.wrapper_globals["_memo_list"] = None  # the keys of the wrappers hold only values
        self.active = True
        self.wrapper_globals.update(_memo_calls=0, _memo_cpu_plain=0.0, _memo_depth_below=0)
        self.meter.cpu_taken = 0.0
        self._globals_unchanged = globals_unchanged
        self.meter.globals_unchanged = None if each_call else globals_unchanged
        self.wrapper_globals["_memo_from_outside"] = each_call and globals_unchanged is not None

    def reject(self, inconsistency: Obstacle) -> NoReturn:
        """Reject the memo and end all running calls (MemoRejectedError)."""
        self.meter.inconsistency = self.meter.inconsistency or inconsistency
        raise MemoRejectedError(inconsistency)

    def check_world(self, arguments: tuple[Any, ...]) -> None:
        """Reject a call from other code of the file if globals have changed or if an argument is no plain data."""
        if self._globals_unchanged is not None and not self._globals_unchanged():
            self.reject(Obstacle("world-changed"))
        try:
            for argument in arguments:  # one by one: the same board may be given twice
                self._keys.key(argument, {})
        except NoKeyError:
            self.reject(Obstacle("given-objects"))

    def closure_key(self, closure: Closure) -> tuple[Any, ...] | None:
        """Return the outer variables of an inner function as a part of the key, None if a variable is no scalar."""
        try:
            values = closure()
        except NameError:
            return None
        keys = tuple([(type(value), value) for value in values if type(value) in SCALARS])
        return keys if len(keys) == len(values) else None

    def compute_board(self, target: MemoizedFunction, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        """Make a call of `target` with a board of lists as first argument and keep its answer under `key`."""
        if not self.active:
            return self._call(target, arguments)
        cells = key[:CELLS]
        if not TEXT_CELLS.issuperset(map(type, cells)):
            return self.lookup_any(target, arguments)
        board, closure = arguments[0], target.closure
        rows = [*board]
        result = self._call(target, arguments, target.recorder)
        unchanged = cells_of(board) == cells and all(map(is_, board, rows))
        # The wrapper of an inner function puts the outer variables at the end of the key.
        if not unchanged or (closure is not None and self.closure_key(closure) != key[-1]):
            self._reject_function("changes-argument", target)
        self._keep(target, key, result)
        return result

    def lookup_any(self, target: MemoizedFunction, arguments: tuple[Any, ...]) -> Any:
        if not self.active:
            return self._call(target, arguments)
        containers: dict[int, Any] = {}
        try:
            outer = None if target.closure is None else target.closure()
            key = self._keys.key((arguments, outer), containers)
        except (NoKeyError, NameError):
            self._count_unkept()
            return self._call(target, arguments, has_key=False)
        entry = target.entries.get(key)
        if entry is not None:
            return self._reuse(target, entry)

        result = self._call(target, arguments, target.recorder)
        after: dict[int, Any] = {}
        try:
            outer = None if target.closure is None else target.closure()
            unchanged = self._keys.key((arguments, outer), after) == key and [*after] == [*containers]
        except (NoKeyError, NameError):
            unchanged = False
        if not unchanged:
            self._reject_function("changes-argument", target)
        self._keep(target, key, result)
        return result

    def repeat(self, target: MemoizedFunction, effects: CallEffects) -> None:
        if target.recorder is not None and not target.recorder.repeat(effects):
            self._reject_function("prints-too-much", target)

    def _reuse(self, target: MemoizedFunction, entry: KeptAnswer) -> Any:
        """Count the work that `entry` saves and return its value; the wrappers contain a copy of this code."""
        counters = self.wrapper_globals
        counters["_memo_calls"] += entry.calls
        counters["_memo_cpu_plain"] += entry.seconds
        counters["_memo_depth_below"] = max(counters["_memo_depth_below"], entry.depth)
        if entry.effects is not None:
            self.repeat(target, entry.effects)
        return entry.value if entry.copy is None else entry.copy(entry.value)

    def _call(
        self,
        target: MemoizedFunction,
        arguments: tuple[Any, ...],
        recorder: EffectRecorder | None = None,
        *,
        has_key: bool = True,
    ) -> Any:
        """Make a call and its entry. Without a key it may call any function, so calls below count as from outside."""
        before = None if recorder is None else recorder.begin()
        counters, meter = self.wrapper_globals, self.meter
        from_outside = counters["_memo_from_outside"]
        counters["_memo_from_outside"] = from_outside and not has_key
        depth_beside, counters["_memo_depth_below"] = counters["_memo_depth_below"], 0
        calls, counters["_memo_calls"] = counters["_memo_calls"], counters["_memo_calls"] + 1
        cpu_plain, cpu_taken, began = counters["_memo_cpu_plain"], meter.cpu_taken, thread_time()
        try:
            result = target.function(*arguments)
        except (RecursionError, MemoryError):
            if self.active:
                self._reject_function("limit", target)
            raise
        finally:
            elapsed = thread_time() - began
            # A plain run takes the own time of this call, plus the first time of each call below it.
            counters["_memo_cpu_plain"] += elapsed - (meter.cpu_taken - cpu_taken)
            meter.cpu_taken = cpu_taken + elapsed
            counters["_memo_from_outside"] = from_outside
            depth = counters["_memo_depth_below"] + 1
            counters["_memo_depth_below"] = max(depth_beside, depth)
            effects = recorder.end(before) if recorder is not None and before is not None else None
            if depth > self.max_depth and self.active:
                self.reject(Obstacle("too-deep", (target.function.__name__, depth)))
        self._entry = KeptAnswer(
            counters["_memo_calls"] - calls, depth, counters["_memo_cpu_plain"] - cpu_plain, effects
        )
        return result

    def _keep(self, target: MemoizedFunction, key: Any, result: Any) -> None:
        """
        Put the `result` of the call that ended last into its entry, and keep the entry; beyond a limit do nothing.

        Neither with effects that cannot be kept, nor if something else refers to a changeable result. The caller must
        hold `result` in one variable only, because references are counted.
        """
        entry, effects = self._entry, self._entry.effects
        if self._kept >= MAX_ENTRIES or (effects is not None and self._printed >= MAX_PRINTED):
            return
        if effects is not None and not all(one is NOT_ASSIGNED or is_constant(one) for one in effects.assigned):
            self._count_unkept()
            return
        if is_constant(result):
            entry.value = result
        elif type(result) in COPIED_TYPES and getrefcount(result) <= self._fresh and _is_flat(result):
            entry.copy = type(result)
            entry.value = entry.copy(result)
        else:
            self._count_unkept()
            return
        target.entries[key] = entry
        self._kept += 1
        if effects is not None:
            self._printed += getsizeof(effects.printed)

    def _reject_function(self, code: str, target: MemoizedFunction) -> NoReturn:
        self.reject(Obstacle(code, (target.function.__name__,)))

    def _count_unkept(self) -> None:
        self._unkept += 1
        if self._unkept > MAX_UNKEPT and self._unkept > self._kept:
            self.reject(Obstacle("answers-not-kept"))
