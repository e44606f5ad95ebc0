"""
Remembers the answers of recursive functions by the exact value of their arguments, and counts the calls this saves.

A key holds values with their types; what cannot be a key, or might be the same object twice, is called plainly. Where
anything contradicts that a function answers from its arguments alone, the memo is poisoned: the answers are thrown away
and the submission runs plainly in another process.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from time import thread_time
from typing import Any

from .class_rules import ATOMS, FROZEN, is_constant
from .holding import copied_data, fresh_counts, held
from .plain_values import CELLS, Keys, Unkeyable, cells_of

SCALARS = frozenset([int, str, bool, type(None)])
MAX_ENTRIES = 150_000
"""Answers kept at most: about 150 MB. More are computed anew, which changes nothing."""
IN_VAIN = 3_000
"""Calls whose answers could not be kept after which it is not worth it."""
DEEP = 6


class Poisoned(BaseException):
    """Ends the calls that are running; the memo stays poisoned even where a student's code catches it."""


class Memo:
    """The answers of all memoized functions of a file in one process."""

    def __init__(self, classes: dict[Any, bool]) -> None:
        """Hold nothing; instances of `classes` are what their attributes are, or what is in them as tuples."""
        self.active = False
        self.poison: str | None = None
        self.entries = 0
        self.max_height = 0
        """Calls inside calls, as a plain run would have them, after which the stack's limit might be what ends it."""
        self._height, self._seconds, self._real = 0, 0.0, 0.0
        self._in_vain = 0
        self._classes, self._keys = classes, Keys(classes)
        self._frozen, self._data = FROZEN, frozenset([list, tuple, dict])
        self._look: Callable[[], bool] | None = None
        self.space: dict[str, Any] = {
            "_memo_calls": 0,
            "_memo_outside": False,
            "_memo_below": 0,
            "_memo_spent": 0.0,
            "_memo_look": self.look,
            "_memo_miss": self.miss,
            "_memo_slow": self.slow,
            "_memo_surroundings": self.surroundings,
            "_memo_SCALARS": SCALARS,
            "_memo_type": type,
            "_memo_len": len,
            "_memo_list": list,
            "_memo_float": float,
        }
        self._whole, self._part = fresh_counts()

    @property
    def calls(self) -> int:
        """How many calls a plain run would have made by now."""
        count: int = self.space["_memo_calls"]
        return count

    @property
    def spent(self) -> float:
        """How many CPU seconds these would have taken, as far as each took the same whenever it was made."""
        seconds: float = self.space["_memo_spent"]
        return seconds

    @property
    def real(self) -> float:
        """How many of them were really taken."""
        return self._real

    def begin(self, unchanged: Callable[[], bool] | None) -> None:
        """Keep answers from now on; `unchanged` is asked whenever other code of the file calls in."""
        self.active = True
        named = [one for one, is_tuple in self._classes.items() if is_tuple]
        self._frozen, self._data = self._frozen.union(named), self._data.union(named)
        self.space.update(_memo_calls=0, _memo_spent=0.0, _memo_below=0)
        self._look = unchanged
        self.space["_memo_outside"] = unchanged is not None

    def spoil(self, why: str) -> None:
        """Poison the memo and leave."""
        self.poison = self.poison or why
        raise Poisoned(why)

    def look(self, arguments: tuple[Any, ...]) -> None:
        """See, where other code of the file calls in, that the world is as it was and the arguments are plain data."""
        if self._look is not None and not self._look():
            self.spoil("something the functions read has changed")
        try:
            self._keys.key(arguments)
        except Unkeyable:
            self.spoil("it is given more than plain data")

    def surroundings(self, outer: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...] | None:
        """Return the outer variables of an inner function as part of a key, None where they are more than atoms."""
        try:
            values = outer()
        except NameError:
            return None
        keys = tuple([(type(value), value) for value in values if type(value) in SCALARS])
        return keys if len(keys) == len(values) else None

    def miss(
        self, cache: dict[Any, Any], key: tuple[Any, ...], call: tuple[Any, ...], arguments: tuple[Any, ...]
    ) -> Any:
        """Make a call whose first argument is a board of lists and keep its answer."""
        function, outer, _names = call
        if not self.active:
            return self._run(call, arguments)
        if not CELLS.issuperset(map(type, key[:9])):
            return self.slow(cache, call, arguments)
        before, rows = self.space["_memo_calls"], [*arguments[0]]
        surroundings = None if outer is None else self.surroundings(outer)
        result = self._run(call, arguments)
        same = cells_of(arguments[0]) == key[:9] and all(map(operator.is_, arguments[0], rows))
        if not same or (outer is not None and self.surroundings(outer) != surroundings):
            self.spoil(f"{function.__name__} changes what it is given")
        self._keep(cache, key, result, self.space["_memo_calls"] - before)
        return result

    def slow(self, cache: dict[Any, Any], call: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        """Make a call with arguments of any kind."""
        function, outer, _names = call
        if not self.active:
            return self._run(call, arguments)
        try:
            key, parts = self._key(arguments, outer)
        except (Unkeyable, NameError):
            self._give_up_sometime()
            return self._run(call, arguments)
        known = cache.get(key)
        if known is not None:
            value, count, copied, height, seconds = known
            self.space["_memo_calls"] += count
            self.space["_memo_spent"] += seconds
            self.space["_memo_below"] = max(self.space["_memo_below"], height)
            return value if copied is None else copied(value)
        before = self.space["_memo_calls"]
        result = self._run(call, arguments)
        try:
            again, now = self._key(arguments, outer)
            same = again == key and len(now) == len(parts) and all(map(operator.is_, now, parts))
        except (Unkeyable, NameError):
            same = False
        if not same:
            self.spoil(f"{function.__name__} changes what it is given")
        self._keep(cache, key, result, self.space["_memo_calls"] - before)
        return result

    def _run(self, call: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        function, _outer, names = call
        space = self.space
        outside, space["_memo_outside"] = space["_memo_outside"], False
        below, space["_memo_below"] = space["_memo_below"], 0
        space["_memo_calls"] += 1
        spent, real = space["_memo_spent"], self._real
        began = thread_time()
        try:
            if not names:
                return function(*arguments)
            at = len(arguments) - len(names)
            return function(*arguments[:at], **dict(zip(names, arguments[at:], strict=True)))
        except (RecursionError, MemoryError) as error:
            if self.active:
                what = "depth" if isinstance(error, RecursionError) else "memory"
                self.spoil(f"{function.__name__} comes to a limit of {what}")
            raise
        finally:
            elapsed = thread_time() - began
            # What the calls below it took was mostly saved: its own time, and for each of them what it took once.
            space["_memo_spent"] += elapsed - (self._real - real)
            self._real, self._seconds = real + elapsed, space["_memo_spent"] - spent
            space["_memo_outside"] = outside
            self._height = space["_memo_below"] + 1
            space["_memo_below"] = max(below, self._height)
            if self._height > self.max_height and self.active:
                self.spoil(f"{function.__name__} goes {self._height} calls deep")

    def _key(self, arguments: tuple[Any, ...], outer: Callable[[], tuple[Any, ...]] | None) -> tuple[Any, list[Any]]:
        return self._keys.key((arguments, outer() if outer is not None else None))

    def _keep(self, cache: dict[Any, Any], key: Any, result: Any, count: int) -> None:
        if self.entries >= MAX_ENTRIES:
            return
        if is_constant(result, 0, self._frozen):
            cache[key] = (result, count, None, self._height, self._seconds)
        elif type(result) in self._data and sys.getrefcount(result) <= self._whole and self._is_free(result, 0):
            flat = type(result) is list and all(type(part) in ATOMS for part in result)
            cache[key] = (copied_data(result), count, list if flat else copied_data, self._height, self._seconds)
        else:
            self._give_up_sometime()
            return
        self.entries += 1

    def _is_free(self, value: Any, depth: int) -> bool:
        """Tell whether nobody else holds a part of `value` that can be changed."""
        if depth > DEEP:
            return False
        parts = [*value.keys(), *value.values()] if type(value) is dict else value
        for at in range(len(parts)):
            kind = type(parts[at])
            if is_constant(parts[at], 0, self._frozen):
                continue
            # Of a dict the parts were listed, which counts them once more.
            kept = held(parts, at) > self._part + (type(value) is dict)
            if kind not in self._data or kept or not self._is_free(parts[at], depth + 1):
                return False
        return True

    def _give_up_sometime(self) -> None:
        self._in_vain += 1
        if self._in_vain > IN_VAIN and self._in_vain > self.entries:
            self.spoil("the answers cannot be kept")
