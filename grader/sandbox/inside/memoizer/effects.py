"""
The effects of a call that its entry keeps, so that a hit repeats them exactly.

There are three: what the call printed; what it added to a counter that no memoized code reads; the last value that it
gave to a variable that no memoized code reads. Code outside the memoized functions may do anything with the variable.
`Effects` finds them in the text; `EffectRecorder` records them.

While a memoized call runs, a stand-in is in the place of each counter and of each last value. A counter can be added
to. Any other operation, by whatever way the code came to the variable, rejects the memo: then the answer may depend on
what a kept answer does not know.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, NoReturn, Protocol

from .call_graph import CallGraph
from .scopes import Function, Use, Variable, functions_around

PRINT = print
PRINT_OPTIONS = {"sep", "end", "file", "flush"}


class KeptEffects(NamedTuple):
    """The effects of one memoized function that its entries keep: variables by their names."""

    prints: bool
    global_counters: tuple[str, ...]
    global_last_values: tuple[str, ...]
    outer_counters: tuple[str, ...]
    outer_last_values: tuple[str, ...]


class Effects:
    """The effects of memoized functions that entries keep; any other effect refuses the file."""

    def __init__(self, graph: CallGraph, targets: Iterable[Function], functions: set[Function]) -> None:
        """Read `functions`: the `targets`, which will be memoized, and all functions that they may call."""
        self._graph = graph
        self._functions = functions
        self.prints = any(name.id == "print" for function in functions for name, _scope in function.reads)
        """Whether one of the functions may print."""
        kinds = {
            variable: self._uses_inside(variable)
            for variable in {one for function in functions for one in _declared(function)}
            if all(_sees(target, variable) for target in targets)
        }
        self._counters = {variable for variable, uses in kinds.items() if uses == {Use.ADDED_TO}}
        self._last_values = {variable for variable, uses in kinds.items() if uses == {Use.ASSIGNED}}

    def is_kept(self, function: Function, name: str) -> bool:
        """Tell whether entries keep what `function` does to a variable that it declares global or nonlocal."""
        return function in self._functions and _variable(function, name) in self._counters | self._last_values

    def changes_global(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions` keeps state in a global, which others may read."""
        changed = {variable for function in functions for variable in _declared(function)}
        return any(variable.owner is None for variable in changed & (self._counters | self._last_values))

    def of(self, target: Function) -> KeptEffects | None:
        """Return the effects that calls of `target` may have, None if there are none."""
        around = functions_around(target)
        changing = {target} | self._graph.reach(target)
        changed = {variable for function in changing for variable in _declared(function)}
        of_globals = {variable for variable in changed if variable.owner is None}
        outer = {variable for variable in changed - of_globals if variable.owner and variable.owner.function in around}
        names = [_names(place & kind) for place in (of_globals, outer) for kind in (self._counters, self._last_values)]
        return KeptEffects(self.prints, *names) if self.prints or any(names) else None

    def is_call_of_print(self, node: Any) -> bool:
        """Tell whether the name `print` in `node` is called at once, with options that the text names."""
        call: Any = self._graph.parents[node]
        is_call = isinstance(call, ast.Call) and call.func is node
        return is_call and all(one.arg in PRINT_OPTIONS for one in call.keywords)

    def is_file_of_print(self, node: ast.AST) -> bool:
        """Tell whether an expression is the option `file` of a call of the global `print`."""
        keyword = self._graph.parents[node]
        call: Any = self._graph.parents[keyword] if isinstance(keyword, ast.keyword) and keyword.arg == "file" else None
        called = call.func if isinstance(call, ast.Call) else None
        return isinstance(called, ast.Name) and called.id == "print" and self._is_global(called)

    def _is_global(self, node: ast.Name) -> bool:
        return self._graph.scopes[node].owner_of(node.id) is None

    def _uses_inside(self, variable: Variable) -> set[Use]:
        """Return what memoized code does with `variable`; the function that it belongs to does not run in between."""
        own = variable.owner.function if variable.owner is not None else None
        places = self._graph.variables.places(variable)
        return {one.use for one in places if one.function in self._functions and one.function is not own}


def _declared(function: Function) -> Iterator[Variable]:
    """Yield the variables that `function` changes and that do not belong to it."""
    for name in function.scope.declared.keys() & function.scope.bound:
        yield _variable(function, name)


def _variable(function: Function, name: str) -> Variable:
    return Variable(function.scope.owner_of(name), name)


def _sees(target: Function, variable: Variable) -> bool:
    """Tell whether the name of a variable of a function around `target` means that variable where it is defined."""
    if variable.owner is None or variable.owner.function not in functions_around(target):
        return True
    return target.scope.parent is not None and target.scope.parent.owner_of(variable.name) is variable.owner


def _names(variables: Iterable[Variable]) -> tuple[str, ...]:
    return tuple(sorted(variable.name for variable in variables))


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
"""Names of these types that no operator uses."""
OPERATIONS = {name for kind in KINDS for name in dir(kind) if name.startswith("__")} - UNTOUCHED
OPERATIONS |= {"__call__", "__enter__", "__exit__", "__matmul__", "__imatmul__", "__itruediv__", "__ifloordiv__"}
OPERATIONS |= {"__imod__", "__ipow__", "__ilshift__", "__irshift__", "__next__", "__await__", "__aiter__"}


class Unread:
    """Makes the stand-ins of one memo."""

    def __init__(self, refuse: Callable[[], NoReturn]) -> None:
        """Call `refuse` when something reads a stand-in."""

        def refused(*_arguments: object, **_keywords: object) -> NoReturn:
            refuse()

        def add(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) + other) if type(other) is int else refuse()

        def subtract(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) - other) if type(other) is int else refuse()

        methods: dict[str, Any] = {**dict.fromkeys(OPERATIONS, refused), "__iadd__": add, "__isub__": subtract}
        self._kind: Any = type("Unread", (), {"__slots__": ("added",), **methods})
        self._added: Any = vars(self._kind)["added"]
        self.unassigned = self.counter(0)
        """Stands for a variable whose last value is kept, until its first assignment."""

    def counter(self, added: int) -> Any:
        """Return the stand-in for a counter to which so much was added."""
        made = object.__new__(self._kind)
        self._added.__set__(made, added)
        return made

    def is_counter(self, value: object) -> bool:
        return type(value) is self._kind

    def added(self, stand_in: Any) -> int:
        return int(self._added.__get__(stand_in))


ABSENT = object()
"""Stands for the value of a variable that does not exist now."""
NOT_ASSIGNED = object()
"""Says in an entry that the call assigned nothing to a variable."""


class PrintedText(Protocol):
    """The stream that a file prints to."""

    characters: int
    """How many characters were written; it is not set to zero during a call."""

    def recent(self, characters: int) -> str:
        """Return the last `characters` that were written, or as many of them as are kept."""

    def repeat(self, text: str, characters: int) -> bool:
        """Write what ends with `text` and has so many `characters`; False if the rest is missed."""


class NoCounterError(Exception):
    """A counter is no whole number; the text names it."""


class CallEffects(NamedTuple):
    """What one call did beside answering."""

    printed: str
    """The end of what it printed."""
    characters: int
    """The length of all that it printed."""
    added: tuple[int, ...]
    """What it added to each counter."""
    assigned: tuple[Any, ...]
    """The last value of each other variable, or `NOT_ASSIGNED`."""


class ChangedVariable(Protocol):
    """A variable that can be read and changed from here."""

    name: str

    def get(self) -> Any:
        """Return the value or `ABSENT`."""

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""


class GlobalVariable:
    """A global variable of the file."""

    __slots__ = ("_globals", "name")

    def __init__(self, variables: dict[str, Any], name: str) -> None:
        self._globals, self.name = variables, name

    def get(self) -> Any:
        """Return the value or `ABSENT`."""
        return self._globals.get(self.name, ABSENT)

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""
        if value is ABSENT:
            self._globals.pop(self.name, None)
        else:
            self._globals[self.name] = value


class OuterVariable:
    """A variable of a function around the memoized one."""

    __slots__ = ("_cell", "name")

    def __init__(self, cell: Any, name: str) -> None:
        self._cell, self.name = cell, name

    def get(self) -> Any:
        """Return the value or `ABSENT`."""
        try:
            return self._cell.cell_contents
        except ValueError:
            return ABSENT

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""
        if value is not ABSENT:
            self._cell.cell_contents = value
        elif self.get() is not ABSENT:
            del self._cell.cell_contents


class Before(NamedTuple):
    """How the variables and the output are when a call begins."""

    characters: int
    counters: list[Any]
    last_values: list[Any]


class EffectRecorder:
    """Records the effects of the calls of one function object."""

    __slots__ = ("_counters", "_last_values", "_output", "_unread")

    def __init__(
        self,
        output: PrintedText | None,
        unread: Unread,
        counters: list[ChangedVariable],
        last_values: list[ChangedVariable],
    ) -> None:
        """Record what is printed to `output`, unless it is None, and what happens to the variables."""
        self._output, self._unread = output, unread
        self._counters, self._last_values = counters, last_values

    def begin(self) -> Before:
        """Put stand-ins in the places of the variables, and return what `end` needs (NoCounterError)."""
        counters = list(map(self._count, self._counters))
        for variable, value in zip(self._counters, counters, strict=True):
            if type(value) is int:
                variable.set(self._unread.counter(0))
        last_values = [variable.get() for variable in self._last_values]
        for variable in self._last_values:
            variable.set(self._unread.unassigned)
        return Before(self._output.characters if self._output is not None else 0, counters, last_values)

    def end(self, before: Before) -> CallEffects | None:
        """Put the values back, and return what a call did since `before`; None if it did nothing (NoCounterError)."""
        assigned = tuple([self._last_value(variable) for variable in self._last_values])
        for variable, value, earlier in zip(self._last_values, assigned, before.last_values, strict=True):
            if value is NOT_ASSIGNED:
                variable.set(earlier)
        counted = zip(self._counters, before.counters, strict=True)
        added = tuple([self._added_since(earlier, variable) for variable, earlier in counted])
        characters = self._output.characters - before.characters if self._output is not None else 0
        printed = self._output.recent(characters) if self._output is not None and characters else ""
        # Even a counter that stays as it is must be a number whenever the call is repeated.
        nothing = not characters and not added and all(value is NOT_ASSIGNED for value in assigned)
        return None if nothing else CallEffects(printed, characters, added, assigned)

    def repeat(self, effects: CallEffects) -> bool:
        """Do what a call did; False if the output cannot be repeated (NoCounterError)."""
        for variable, number in zip(self._counters, effects.added, strict=True):
            value = self._count(variable)
            value += number  # a stand-in can be added to as well
            variable.set(value)
        for variable, value in zip(self._last_values, effects.assigned, strict=True):
            if value is not NOT_ASSIGNED:
                variable.set(value)
        if self._output is None or not effects.characters:
            return True
        return self._output.repeat(effects.printed, effects.characters)

    def _count(self, variable: ChangedVariable) -> Any:
        """Return the value of a counter, a whole number or its stand-in (NoCounterError if it is neither)."""
        value = variable.get()
        if type(value) is not int and not self._unread.is_counter(value):
            raise NoCounterError(variable.name)
        return value

    def _added_since(self, earlier: Any, variable: ChangedVariable) -> int:
        """Return what was added to a counter that was `earlier`, and give it its number back (NoCounterError)."""
        value = variable.get()
        if not self._unread.is_counter(value):
            raise NoCounterError(variable.name)
        added = self._unread.added(value)
        if type(earlier) is not int:
            return added - self._unread.added(earlier)
        variable.set(earlier + added)
        return added

    def _last_value(self, variable: ChangedVariable) -> Any:
        value = variable.get()
        return NOT_ASSIGNED if value is self._unread.unassigned else value


def recorder_of(
    kept: KeptEffects, output: PrintedText | None, unread: Unread, variables: dict[str, Any], cells: dict[str, Any]
) -> EffectRecorder:
    """Return a recorder of the `kept` effects of a function with these global `variables` and closure `cells`."""

    def found(global_names: tuple[str, ...], outer_names: tuple[str, ...]) -> list[ChangedVariable]:
        own = [GlobalVariable(variables, name) for name in global_names]
        return [*own, *(OuterVariable(cells[name], name) for name in outer_names)]

    counters = found(kept.global_counters, kept.outer_counters)
    last_values = found(kept.global_last_values, kept.outer_last_values)
    return EffectRecorder(output if kept.prints else None, unread, counters, last_values)
