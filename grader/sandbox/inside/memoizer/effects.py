"""
The effects of a call that its entry keeps, so that a hit repeats them exactly.

There are three: printed text; numbers added to a counter that no memoized code reads; the last value assigned to a
variable that no memoized code reads. Code outside the memoized functions may use these variables freely. `Effects`
finds effects in the text; `EffectRecorder` records them.

During a memoized call, a stand-in replaces the value of each such variable. A counter's stand-in can be added to. Any
other operation on a stand-in rejects the memo, however the code reached it: the answer may then depend on something
that the kept answer does not know.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from .call_graph import CallGraph
from .obstacle import Obstacle
from .scopes import Function, Use, Variable

PRINT = print
PRINT_OPTIONS = {"sep", "end", "flush"}


class KeptEffects(NamedTuple):
    """The effects of a memoized function that its entries keep; variables are global names."""

    prints: bool
    counters: Sequence[str]
    last_values: Sequence[str]


class Effects:
    """The effects of memoized functions that entries keep; any other effect refuses the file."""

    def __init__(self, graph: CallGraph, functions: set[Function]) -> None:
        """Read `functions`: all functions that will be memoized, and all that they may call."""
        self._graph = graph
        self._functions = functions
        self.prints = any(name.id == "print" for function in functions for name, _scope in function.reads)
        kinds = {name: self._uses_inside(name) for function in functions for name in _changed_globals(function)}
        self._counters = {name for name, uses in kinds.items() if uses == {Use.ADDED_TO}}
        self._last_values = {name for name, uses in kinds.items() if uses == {Use.ASSIGNED}}

    def is_kept(self, function: Function, name: str) -> bool:
        """Tell whether entries keep `function`'s changes of a variable that it declares global or nonlocal."""
        is_global = function.scope.owner_of(name) is None
        return is_global and function in self._functions and name in self._counters | self._last_values

    def changes_global(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions` keeps state in a global that other code may read."""
        kept = self._counters | self._last_values
        return any(not kept.isdisjoint(_changed_globals(function)) for function in functions)

    def of(self, target: Function) -> KeptEffects | None:
        """Return the effects that calls of `target` may have, None if there are none."""
        changing = {target} | self._graph.reach(target)
        changed = {name for function in changing for name in _changed_globals(function)}
        counters, last_values = sorted(changed & self._counters), sorted(changed & self._last_values)
        return KeptEffects(self.prints, counters, last_values) if self.prints or counters or last_values else None

    def is_call_of_print(self, node: Any) -> bool:
        """Tell whether `node`, the name `print`, is called at once with named options."""
        call: Any = self._graph.parents[node]
        is_call = isinstance(call, ast.Call) and call.func is node
        return is_call and all(one.arg in PRINT_OPTIONS for one in call.keywords)

    def _uses_inside(self, name: str) -> set[Use]:
        places = self._graph.variables.places(Variable(None, name))
        return {one.use for one in places if one.function in self._functions}


def _changed_globals(function: Function) -> set[str]:
    changed = function.scope.declared.keys() & function.scope.bound
    return {name for name in changed if function.scope.owner_of(name) is None}


KINDS = (int, float, str, list, dict, set, complex, bytearray, range)
"""Types that together have the special methods of all operators."""
UNTOUCHED = {
    "__class__",
    "__class_getitem__",
    "__doc__",
    "__init__",
    "__init_subclass__",
    "__new__",
    "__subclasshook__",
}
"""Special methods of these types that no operator uses."""
OPERATIONS = {name for kind in KINDS for name in dir(kind) if name.startswith("__")} - UNTOUCHED
OPERATIONS |= {"__call__", "__enter__", "__exit__", "__matmul__", "__imatmul__", "__itruediv__", "__ifloordiv__"}
OPERATIONS |= {"__imod__", "__ipow__", "__ilshift__", "__irshift__", "__next__", "__await__", "__aiter__"}


class Unread:
    """Makes the stand-ins of one memo."""

    def __init__(self, reject: Callable[[Obstacle], NoReturn]) -> None:
        """Call `reject` when code reads a stand-in, or if a counter is no whole number."""
        self.reject = reject

        def refused(*_arguments: object, **_keywords: object) -> NoReturn:
            reject(Obstacle("world-changed"))

        def add(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) + other) if type(other) is int else refused()

        def subtract(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) - other) if type(other) is int else refused()

        methods: dict[str, Any] = {**dict.fromkeys(OPERATIONS, refused), "__iadd__": add, "__isub__": subtract}
        self._kind: Any = type("Unread", (), {"__slots__": ("added",), **methods})
        self._added: Any = vars(self._kind)["added"]
        self.unassigned = self.counter(0)
        """The stand-in for a last value before its first assignment."""

    def counter(self, added: int) -> Any:
        """Return the stand-in for a counter to which `added` was added."""
        made = object.__new__(self._kind)
        self._added.__set__(made, added)
        return made

    def is_counter(self, value: object) -> bool:
        return type(value) is self._kind

    def added(self, stand_in: Any) -> int:
        return int(self._added.__get__(stand_in))


ABSENT = object()
"""The value of a variable that does not exist."""
NOT_ASSIGNED = object()
"""The last value of a variable that the call did not assign."""


class PrintedText(Protocol):
    """The stream that a file prints to."""

    characters: int
    """The number of characters written; no call resets it."""

    def recent(self, characters: int) -> str:
        """Return the last `characters` characters, or as many of them as are kept."""

    def repeat(self, text: str, characters: int) -> bool:
        """Write a text of `characters` characters that ends with `text`; False if its beginning is needed."""


class CallEffects(NamedTuple):
    """The effects of one call."""

    printed: str
    characters: int
    added: tuple[int, ...]
    """The number added to each counter."""
    assigned: tuple[Any, ...]
    """The last value of each other variable, or `NOT_ASSIGNED`."""


class Before(NamedTuple):
    """The variables and the output at the beginning of a call."""

    characters: int
    counters: list[Any]
    last_values: list[Any]


class EffectRecorder:
    """Records the effects of the calls of one function object."""

    __slots__ = ("_counters", "_globals", "_last_values", "_output", "_unread")

    def __init__(
        self, kept: KeptEffects, output: PrintedText | None, unread: Unread, variables: dict[str, Any]
    ) -> None:
        """Record text printed to `output` and changes of the global `variables`, as far as they are `kept`."""
        self._output, self._unread = output if kept.prints else None, unread
        self._globals, self._counters, self._last_values = variables, kept.counters, kept.last_values

    def begin(self) -> Before:
        """Replace the variables by stand-ins, and return what `end` needs."""
        counters = list(map(self._count, self._counters))
        for name, value in zip(self._counters, counters, strict=True):
            if type(value) is int:
                self._globals[name] = self._unread.counter(0)
        last_values = [self._globals.get(name, ABSENT) for name in self._last_values]
        self._globals.update(dict.fromkeys(self._last_values, self._unread.unassigned))
        return Before(self._output.characters if self._output is not None else 0, counters, last_values)

    def end(self, before: Before) -> CallEffects | None:
        """Put the values back, and return the call's effects since `before`; None if it had none."""
        assigned = tuple([self._last_value(name) for name in self._last_values])
        for name, value, earlier in zip(self._last_values, assigned, before.last_values, strict=True):
            if value is NOT_ASSIGNED:
                self._globals[name] = earlier
                if earlier is ABSENT:
                    del self._globals[name]
        counted = zip(self._counters, before.counters, strict=True)
        added = tuple([self._added_since(earlier, name) for name, earlier in counted])
        characters = self._output.characters - before.characters if self._output is not None else 0
        printed = self._output.recent(characters) if self._output is not None and characters else ""
        # Even a counter that the call did not change must be a number whenever the call is repeated.
        nothing = not characters and not added and all(value is NOT_ASSIGNED for value in assigned)
        return None if nothing else CallEffects(printed, characters, added, assigned)

    def repeat(self, effects: CallEffects) -> bool:
        """Repeat the effects of a call; False if the output cannot be repeated."""
        for name, number in zip(self._counters, effects.added, strict=True):
            value = self._count(name)
            value += number  # works for a stand-in, too
            self._globals[name] = value
        for name, value in zip(self._last_values, effects.assigned, strict=True):
            if value is not NOT_ASSIGNED:
                self._globals[name] = value
        if self._output is None or not effects.characters:
            return True
        return self._output.repeat(effects.printed, effects.characters)

    def _count(self, name: str) -> Any:
        """Return the value of a counter, a whole number or a stand-in; reject the memo for any other value."""
        value = self._globals.get(name)
        if type(value) is not int and not self._unread.is_counter(value):
            self._unread.reject(Obstacle("no-whole-number", (name,)))
        return value

    def _added_since(self, earlier: Any, name: str) -> int:
        """Return the number added to a counter that was `earlier`, and replace its stand-in by the number."""
        value = self._globals.get(name)
        if not self._unread.is_counter(value):
            self._unread.reject(Obstacle("no-whole-number", (name,)))
        added = self._unread.added(value)
        if type(earlier) is not int:
            return added - self._unread.added(earlier)
        self._globals[name] = earlier + added
        return added

    def _last_value(self, name: str) -> Any:
        value = self._globals.get(name, ABSENT)
        return NOT_ASSIGNED if value is self._unread.unassigned else value
