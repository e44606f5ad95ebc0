"""
Keeps the answers of recursive functions by the exact value of their arguments, and counts the calls this saves.

A key holds values with their types. A call whose arguments have no key is made plainly. An answer can be kept if it
cannot change, or if nothing else refers to it. Once something contradicts the claim that a function answers from its
arguments alone, the memo is rejected for good: its answers are thrown away, and the submission runs without it in
another process.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from sys import getrefcount, getsizeof
from time import thread_time
from typing import Any, NoReturn, TypeAlias

from ..boards import CELLS, TEXT_CELLS, cells_of
from .effects import NOT_ASSIGNED, CallEffects, EffectRecorder, PrintedText, Unread
from .obstacle import Obstacle
from .plain_values import KeyMaker, NoKeyError, fresh_count, is_constant

MAX_ENTRIES = 150_000
"""The most entries that are kept, about 150 MB. Further answers are computed again each time."""
MAX_PRINTED = 64_000_000
"""Bytes of printed text that are kept; calls that print more are made again each time."""
COPIED_TYPES = frozenset([list, dict])
"""Types of answers that are kept as copies; their parts cannot change."""

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

    __slots__ = ("closure", "entries", "function", "recorder")

    def __init__(
        self,
        function: Any,
        closure: Closure | None,
        entries: dict[Any, KeptAnswer],
        recorder: EffectRecorder | None,
    ) -> None:
        """
        Keep answers of `function` in `entries`.

        `closure` returns the outer variables that the answers depend on; it is None if there are none. `recorder` is
        None for a function without effects.
        """
        self.function, self.closure, self.entries, self.recorder = function, closure, entries, recorder


class KeptAnswers:
    """Stores entries, up to a limit for all functions of a file together."""

    def __init__(self) -> None:
        self.count = 0
        self._fresh = fresh_count()
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
        if effects is not None and not all(one is NOT_ASSIGNED or is_constant(one) for one in effects.assigned):
            return False
        if is_constant(result):
            entry.value = result
        elif type(result) in COPIED_TYPES and getrefcount(result) <= self._fresh and _is_flat(result):
            entry.copy = type(result)
            entry.value = entry.copy(result)
        else:
            return False
        entries[key] = entry
        self.count += 1
        if effects is not None:
            self._printed += getsizeof(effects.printed)
        return True


def _is_flat(value: Any) -> bool:
    """Tell whether no part of a list or a dict can change."""
    return all(map(is_constant, value.values() if type(value) is dict else value))


class Meter:
    """Totals since answers began to be kept; the memo updates them, and callers take differences."""

    def __init__(self, counters: dict[str, Any]) -> None:
        """Read `counters`, the globals of the wrappers, which count most calls themselves."""
        self._counters = counters
        self.cpu_taken = 0.0
        """CPU seconds that calls of the memoized functions took."""
        self.asks_search = False
        """Whether the search is being asked, and not a dialogue or a function beside it; set by the caller."""
        self.inconsistency: Obstacle | None = None
        """What contradicted the claim, so that the answers must be thrown away; None while nothing has."""
        self.globals_unchanged: Callable[[], bool] | None = None
        """Tells whether what the functions read is as it was; None if each call from outside looks at that."""

    def contradiction(self) -> Obstacle | None:
        """Return what contradicted the claim, None if nothing did until now."""
        if self.inconsistency is None and self.globals_unchanged is not None and not self.globals_unchanged():
            self.inconsistency = Obstacle("world-changed")
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


SCALARS = frozenset([int, str, bool, type(None)])
MAX_UNKEPT = 3_000
"""After this many calls whose answers could not be kept, the memo may cost more than it saves."""


class MemoRejectedError(BaseException):
    """Ends the calls that are running. The memo stays rejected even if a student's code catches this."""


class Memo:
    """The answers of all memoized functions of a file in one process."""

    def __init__(self, output: PrintedText | None = None) -> None:
        """Hold no answers and keep none yet; what calls print to `output` is a part of their entries."""
        self.active = False
        self.output, self.unread = output, Unread(self.reject)
        self.max_depth = 0
        """How many memoized calls may be inside each other; deeper, a plain run might reach the recursion limit."""
        self._keys, self._answers = KeyMaker(), KeptAnswers()
        self._unkept = 0
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
        """Global variables of the wrappers: counters that a kept answer adds to, and functions that they call."""
        self.meter = Meter(self.wrapper_globals)

    def begin(
        self, globals_unchanged: Callable[[], bool] | None, *, by_identity: bool = False, each_call: bool = True
    ) -> None:
        """
        Keep answers from now on; a call from other code of the file is rejected unless `globals_unchanged` holds.

        That is looked at in `each_call`, or else only when the meter is asked for a contradiction. With `by_identity`,
        arguments that are equal but not the same text are not alike.
        """
        self._keys.by_identity = by_identity
        if by_identity:
            self.wrapper_globals["_memo_list"] = None  # the keys that the wrappers make are of values alone
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
        """Reject a call from other code of the file if globals have changed or the arguments are not plain data."""
        if self._globals_unchanged is not None and not self._globals_unchanged():
            self.reject(Obstacle("world-changed"))
        try:
            for argument in arguments:  # one by one: the same board may be given twice
                self._keys.key(argument, {})
        except NoKeyError:
            self.reject(Obstacle("given-objects"))

    def closure_key(self, closure: Closure) -> tuple[Any, ...] | None:
        """Return the outer variables of an inner function as part of a key, None if one of them is no scalar."""
        try:
            values = closure()
        except NameError:
            return None
        keys = tuple([(type(value), value) for value in values if type(value) in SCALARS])
        return keys if len(keys) == len(values) else None

    def compute_board(self, target: MemoizedFunction, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        """Make a call of `target` whose first argument is a board of lists and keep its answer under `key`."""
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
        """Answer a call of `target` with arguments of any kind."""
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
        """Repeat what a call of `target` did beside answering."""
        if target.recorder is not None and not target.recorder.repeat(effects):
            self._reject_function("prints-too-much", target)

    def _reuse(self, target: MemoizedFunction, entry: KeptAnswer) -> Any:
        """Count what a plain run would have done for `entry` and return its value; the wrappers contain a copy."""
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
        """
        Make a call, and make the entry for it with what `recorder` records.

        One that has no key may call functions that the text does not name: the calls below it come from outside.
        """
        before = None if recorder is None else recorder.begin()
        counters, meter = self.wrapper_globals, self.meter
        from_outside = counters["_memo_from_outside"]
        counters["_memo_from_outside"] = from_outside and not has_key
        depth_beside, counters["_memo_depth_below"] = counters["_memo_depth_below"], 0
        calls, counters["_memo_calls"] = counters["_memo_calls"], counters["_memo_calls"] + 1
        cpu_plain, cpu_taken, began = counters["_memo_cpu_plain"], meter.cpu_taken, thread_time()
        try:
            result = target.function(*arguments)
        except (RecursionError, MemoryError) as error:
            if self.active:
                code = "depth-limit" if isinstance(error, RecursionError) else "memory-limit"
                self._reject_function(code, target)
            raise
        finally:
            elapsed = thread_time() - began
            # A plain run takes the time of this call alone, plus for each call below the time that one took once.
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
        """Keep the result of the call that ended last."""
        if not self._answers.store(target.entries, key, self._entry, result):
            self._count_unkept()

    def _reject_function(self, code: str, target: MemoizedFunction) -> NoReturn:
        self.reject(Obstacle(code, (target.function.__name__,)))

    def _count_unkept(self) -> None:
        self._unkept += 1
        if self._unkept > MAX_UNKEPT and self._unkept > self._answers.count:
            self.reject(Obstacle("answers-not-kept"))
