"""
Finds in the text which effects of a call its entry can keep, so that a hit repeats them exactly.

There are three: what the call printed; what it added to a counter that no memoized code reads; the last value that it
gave to a variable that no memoized code reads. Code outside the memoized functions may do anything with the variable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .call_graph import CallGraph
from .scopes import Function, functions_around
from .variables import Use, Variable

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
