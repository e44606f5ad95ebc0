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
from .carried_boards import CarriedBoards
from .scopes import Function, Scope, functions_around

PRINT = print
PRINT_OPTIONS = {"sep", "end", "file", "flush"}


class Variable(NamedTuple):
    """A variable that belongs to none of the functions that change it."""

    owner: Scope | None
    """The scope of the function that it belongs to; None for a global."""
    name: str


class KeptEffects(NamedTuple):
    """The effects of one memoized function that its entries keep: variables by their names."""

    prints: bool
    carried: int | None
    """The place of the parameter that only carries a board along."""
    global_counters: tuple[str, ...]
    global_last_values: tuple[str, ...]
    outer_counters: tuple[str, ...]
    outer_last_values: tuple[str, ...]


class Effects:
    """The effects of memoized functions that entries keep; any other effect refuses the file."""

    def __init__(self, graph: CallGraph, targets: Iterable[Function], functions: set[Function]) -> None:
        """Read `functions`: the `targets`, which will be memoized, and all functions that they may call."""
        self._graph, self._functions = graph, functions
        self.prints = any(name.id == "print" for function in functions for name, _scope in function.reads)
        """Whether one of the functions may print."""
        self.carried = CarriedBoards(graph, targets)
        self._counters: set[Variable] = set()
        self._last_values: set[Variable] = set()
        for variable in {one for function in functions for one in _declared(function)}:
            if self._is_read(variable) or not all(_sees(target, variable) for target in targets):
                continue
            changing = [one for one in functions if variable in _declared(one)]
            kinds = set().union(*(self._kinds_of_change(one, variable.name) for one in changing))
            if kinds == {ast.AugAssign}:
                self._counters.add(variable)
            elif kinds == {ast.Assign}:
                self._last_values.add(variable)

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
        any_effect = self.prints or self.carried or any(names)
        return KeptEffects(self.prints, self.carried.of(target), *names) if any_effect else None

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

    def _is_read(self, variable: Variable) -> bool:
        """Tell whether memoized code reads `variable`; the function that it belongs to does not run in between."""
        return any(
            name.id == variable.name and scope.owner_of(name.id) is variable.owner
            for function in self._functions
            if variable.owner is None or function is not variable.owner.function
            for name, scope in function.reads
        )

    def _kinds_of_change(self, function: Function, name: str) -> set[type[ast.AST] | None]:
        """Return in which kinds of statements `function` changes a variable; None stands for any but two."""
        stores = [node for node in function.nodes if isinstance(node, ast.Name) and node.id == name]
        kinds = [self._kind_of_change(node) for node in stores if isinstance(node.ctx, ast.Store)]
        return {*kinds} | ({None} if len(kinds) != function.scope.bound[name] else set())

    def _kind_of_change(self, node: ast.Name) -> type[ast.AST] | None:
        statement = self._graph.parents[node]
        if isinstance(statement, ast.AugAssign):
            return ast.AugAssign if isinstance(statement.op, (ast.Add, ast.Sub)) else None
        while isinstance(statement, (ast.Tuple, ast.List)):
            statement = self._graph.parents[statement]
        return ast.Assign if isinstance(statement, ast.Assign) else None


def _declared(function: Function) -> Iterator[Variable]:
    """Yield the variables that `function` changes and that do not belong to it."""
    for name in function.scope.declared:
        if function.scope.bound[name]:
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
