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
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from .call_graph import CallGraph
from .obstacle import Obstacle
from .scopes import Function, Use, Variable

PRINT = print
PRINT_OPTIONS = {"sep", "end", "flush"}


class KeptEffects(NamedTuple):
    """The effects of a memoized function that its entries keep."""

    prints: bool
    counters: Sequence[Variable]
    last_values: Sequence[Variable]


class Effects:
    """The effects of memoized functions that entries keep; any other effect refuses the file."""

    def __init__(self, graph: CallGraph, targets: Sequence[Function], functions: set[Function]) -> None:
        """Read `functions`: all `targets`, which will be memoized, and all that they may call."""
        self._graph = graph
        self._functions = functions
        self.prints = any(name.id == "print" for function in functions for name, _scope in function.reads)
        self._changed_by = {target: _changed_variables({target} | graph.reach(target)) for target in targets}
        changed = filter(self._is_in_sight, _changed_variables(functions))
        kinds = {one: {at.use for at in graph.variables.places(one) if at.function in functions} for one in changed}
        self._counters = {variable for variable, uses in kinds.items() if uses == {Use.ADDED_TO}}
        self._last_values = {variable for variable, uses in kinds.items() if uses == {Use.ASSIGNED}}

    def is_kept(self, function: Function, name: str) -> bool:
        """Tell whether entries keep `function`'s changes of a variable that it declares global or nonlocal."""
        kept = self._counters | self._last_values
        return function in self._functions and Variable(function.scope.owner_of(name), name) in kept

    def changes_global(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions` keeps state in a global that other code may read."""
        kept = self._counters | self._last_values
        return any(one.owner is None and one in kept for one in _changed_variables(functions))

    def of(self, target: Function) -> KeptEffects | None:
        """Return the effects that calls of `target` may have, None if there are none."""
        changed = sorted(self._changed_by[target], key=lambda one: (one.name, one.owner is None))
        counters = [one for one in changed if one in self._counters]
        last_values = [one for one in changed if one in self._last_values]
        return KeptEffects(self.prints, counters, last_values) if self.prints or counters or last_values else None

    def is_call_of_print(self, node: Any) -> bool:
        """Tell whether `node`, the name `print`, is called at once with named options."""
        call: Any = self._graph.parents[node]
        is_call = isinstance(call, ast.Call) and call.func is node
        return is_call and all(one.arg in PRINT_OPTIONS for one in call.keywords)

    def _is_in_sight(self, variable: Variable) -> bool:
        """Tell whether all targets that change `variable` have the same one in sight where they are defined."""
        owner, name = variable
        if owner is None:
            return True
        scopes = [target.scope.parent for target, changed in self._changed_by.items() if variable in changed]
        same = all(scope is not None and scope.owner_of(name) is owner for scope in scopes)
        # A function that may run inside a memoized call makes a new variable each time.
        return same and owner.function not in self._functions


def _changed_variables(functions: Iterable[Function]) -> set[Variable]:
    """Return the variables that `functions` declare global or nonlocal, and bind."""
    scopes = [function.scope for function in functions]
    return {Variable(one.owner_of(name), name) for one in scopes for name in one.declared.keys() & one.bound}


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


class KeptVariable(NamedTuple):
    """A variable outside a memoized function: of the module, or of a function around it."""

    name: str
    names: dict[str, Any]
    """The globals of the module, which hold the variable if it has no cell."""
    cell: types.CellType | None

    def get(self) -> Any:
        """Return the value, `ABSENT` if there is none."""
        if self.cell is None:
            return self.names.get(self.name, ABSENT)
        try:
            return self.cell.cell_contents
        except ValueError:
            return ABSENT

    def put(self, value: Any) -> None:
        """Assign `value`; `ABSENT` deletes the variable."""
        if self.cell is not None:
            if value is ABSENT:
                del self.cell.cell_contents
            else:
                self.cell.cell_contents = value
        elif value is ABSENT:
            self.names.pop(self.name, None)
        else:
            self.names[self.name] = value


class EffectRecorder(NamedTuple):
    """Records the effects of the calls of one function object: printed text, changes of variables."""

    output: PrintedText | None
    unread: Unread
    counters: Sequence[KeptVariable]
    last_values: Sequence[KeptVariable]

    def begin(self) -> Before:
        """Replace the variables by stand-ins, and return what `end` needs."""
        counters = list(map(self._count, self.counters))
        for counter, value in zip(self.counters, counters, strict=True):
            if type(value) is int:
                counter.put(self.unread.counter(0))
        last_values = [variable.get() for variable in self.last_values]
        for variable in self.last_values:
            variable.put(self.unread.unassigned)
        return Before(self.output.characters if self.output is not None else 0, counters, last_values)

    def end(self, before: Before) -> CallEffects | None:
        """Put the values back, and return the call's effects since `before`; None if it had none."""
        values = [variable.get() for variable in self.last_values]
        assigned = tuple([NOT_ASSIGNED if value is self.unread.unassigned else value for value in values])
        for variable, value, earlier in zip(self.last_values, assigned, before.last_values, strict=True):
            if value is NOT_ASSIGNED:
                variable.put(earlier)
        counted = zip(self.counters, before.counters, strict=True)
        added = tuple([self._added_since(earlier, counter) for counter, earlier in counted])
        characters = self.output.characters - before.characters if self.output is not None else 0
        printed = self.output.recent(characters) if self.output is not None and characters else ""
        # Even a counter that the call did not change must be a number whenever the call is repeated.
        nothing = not characters and not added and all(value is NOT_ASSIGNED for value in assigned)
        return None if nothing else CallEffects(printed, characters, added, assigned)

    def repeat(self, effects: CallEffects) -> bool:
        """Repeat the effects of a call; False if the output cannot be repeated."""
        for counter, number in zip(self.counters, effects.added, strict=True):
            value = self._count(counter)
            value += number  # works for a stand-in, too
            counter.put(value)
        for variable, value in zip(self.last_values, effects.assigned, strict=True):
            if value is not NOT_ASSIGNED:
                variable.put(value)
        if self.output is None or not effects.characters:
            return True
        return self.output.repeat(effects.printed, effects.characters)

    def _count(self, counter: KeptVariable) -> Any:
        """Return the value of a counter, a whole number or a stand-in; reject the memo for any other value."""
        value = counter.get()
        if type(value) is not int and not self.unread.is_counter(value):
            self.unread.reject(Obstacle("no-whole-number", (counter.name,)))
        return value

    def _added_since(self, earlier: Any, counter: KeptVariable) -> int:
        """Return the number added to a counter that was `earlier`, and replace its stand-in by the number."""
        value = counter.get()
        if not self.unread.is_counter(value):
            self.unread.reject(Obstacle("no-whole-number", (counter.name,)))
        added = self.unread.added(value)
        if type(earlier) is not int:
            return added - self.unread.added(earlier)
        counter.put(earlier + added)
        return added
