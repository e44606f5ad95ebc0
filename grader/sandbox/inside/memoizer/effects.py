"""
The effects of a call that its entry keeps, so that a hit repeats them exactly.

There are three: what the call printed; what it added to a counter that no memoized code reads; the last value that it
gave to a variable that no memoized code reads. Code outside the memoized functions may do anything with the variable.
`Effects` finds them in the text; `EffectRecorder` records them.

No function that runs below a memoized call reads such a variable: all of them are read, or a tripwire stands in each.
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
    """The effects of one memoized function that its entries keep: global variables by their names."""

    prints: bool
    counters: Sequence[str]
    last_values: Sequence[str]


class Effects:
    """The effects of memoized functions that entries keep; any other effect refuses the file."""

    def __init__(self, graph: CallGraph, functions: set[Function]) -> None:
        """Read `functions`: those that will be memoized, and all that they may call."""
        self._graph = graph
        self._functions = functions
        self.prints = any(name.id == "print" for function in functions for name, _scope in function.reads)
        """Whether one of the functions may print."""
        kinds = {name: self._uses_inside(name) for function in functions for name in _changed_globals(function)}
        self._counters = {name for name, uses in kinds.items() if uses == {Use.ADDED_TO}}
        self._last_values = {name for name, uses in kinds.items() if uses == {Use.ASSIGNED}}

    def is_kept(self, function: Function, name: str) -> bool:
        """Tell whether entries keep what `function` does to a variable that it declares global or nonlocal."""
        is_global = function.scope.owner_of(name) is None
        return is_global and function in self._functions and name in self._counters | self._last_values

    def changes_global(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions` keeps state in a global, which others may read."""
        kept = self._counters | self._last_values
        return any(not kept.isdisjoint(_changed_globals(function)) for function in functions)

    def of(self, target: Function) -> KeptEffects | None:
        """Return the effects that calls of `target` may have, None if there are none."""
        changing = {target} | self._graph.reach(target)
        changed = {name for function in changing for name in _changed_globals(function)}
        counters, last_values = sorted(changed & self._counters), sorted(changed & self._last_values)
        return KeptEffects(self.prints, counters, last_values) if self.prints or counters or last_values else None

    def is_call_of_print(self, node: Any) -> bool:
        """Tell whether the name `print` in `node` is called at once, with options that the text names."""
        call: Any = self._graph.parents[node]
        is_call = isinstance(call, ast.Call) and call.func is node
        return is_call and all(one.arg in PRINT_OPTIONS for one in call.keywords)

    def _uses_inside(self, name: str) -> set[Use]:
        """Return what memoized code does with the global `name`."""
        places = self._graph.variables.places(Variable(None, name))
        return {one.use for one in places if one.function in self._functions}


def _changed_globals(function: Function) -> set[str]:
    """Return the global variables that `function` changes."""
    changed = function.scope.declared.keys() & function.scope.bound
    return {name for name in changed if function.scope.owner_of(name) is None}


ABSENT = object()
"""Stands for the value of a variable that does not exist now."""
NOT_ASSIGNED = object()
"""Says in an entry that the call assigned nothing to a variable; stands in the variable until a call assigns to it."""


class PrintedText(Protocol):
    """The stream that a file prints to."""

    characters: int
    """How many characters were written; it is not set to zero during a call."""

    def recent(self, characters: int) -> str:
        """Return the last `characters` that were written, or as many of them as are kept."""

    def repeat(self, text: str, characters: int) -> bool:
        """Write what ends with `text` and has so many `characters`; False if the rest is missed."""


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


class GlobalVariable:
    """A global variable of the file, which can be read and changed from here."""

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


class Before(NamedTuple):
    """How the variables and the output are when a call begins."""

    characters: int
    counters: list[int]
    last_values: list[Any]


class EffectRecorder:
    """Records the effects of the calls of one function object."""

    __slots__ = ("_counters", "_last_values", "_output", "_reject")

    def __init__(
        self,
        kept: KeptEffects,
        output: PrintedText | None,
        reject: Callable[[Obstacle], NoReturn],
        variables: dict[str, Any],
    ) -> None:
        """Record what is printed to `output` and what happens to the global `variables`, as far as it is `kept`."""
        self._output, self._reject = output if kept.prints else None, reject
        self._counters = [GlobalVariable(variables, name) for name in kept.counters]
        self._last_values = [GlobalVariable(variables, name) for name in kept.last_values]

    def begin(self) -> Before:
        """Begin without last values, and return what `end` needs."""
        counters = list(map(self._number, self._counters))
        last_values = [variable.get() for variable in self._last_values]
        for variable in self._last_values:
            variable.set(NOT_ASSIGNED)
        return Before(self._output.characters if self._output is not None else 0, counters, last_values)

    def end(self, before: Before) -> CallEffects | None:
        """Put last values back, and return what a call did since `before`; None if it did nothing."""
        assigned = tuple([variable.get() for variable in self._last_values])
        for variable, value, earlier in zip(self._last_values, assigned, before.last_values, strict=True):
            if value is NOT_ASSIGNED:
                variable.set(earlier)
        counted = zip(self._counters, before.counters, strict=True)
        added = tuple([self._number(variable) - earlier for variable, earlier in counted])
        characters = self._output.characters - before.characters if self._output is not None else 0
        printed = self._output.recent(characters) if self._output is not None and characters else ""
        # Even a counter that stays as it is must be a number whenever the call is repeated.
        nothing = not characters and not added and all(value is NOT_ASSIGNED for value in assigned)
        return None if nothing else CallEffects(printed, characters, added, assigned)

    def repeat(self, effects: CallEffects) -> bool:
        """Do what a call did; False if the output cannot be repeated."""
        for variable, number in zip(self._counters, effects.added, strict=True):
            variable.set(self._number(variable) + number)
        for variable, value in zip(self._last_values, effects.assigned, strict=True):
            if value is not NOT_ASSIGNED:
                variable.set(value)
        if self._output is None or not effects.characters:
            return True
        return self._output.repeat(effects.printed, effects.characters)

    def _number(self, variable: GlobalVariable) -> int:
        """Return the value of a counter; reject the memo if it is no whole number."""
        value = variable.get()
        if type(value) is not int:
            self._reject(Obstacle("no-whole-number", (variable.name,)))
        return value
