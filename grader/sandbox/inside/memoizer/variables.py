"""
Every place where the text may read, bind or alias a variable.

All rules about variables ask here, so that no way to reach one is known to one rule and unknown to another.
"""

from __future__ import annotations

import ast
import enum
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .scopes import Function, Scope, TreeReader


class Use(enum.Enum):
    """What the text does with a variable in one place."""

    READ = "reads it"
    ADDED_TO = "adds to it or subtracts from it"
    CHANGED = "changes it by any other operator, which may be in place"
    ASSIGNED = "assigns to it"
    BOUND = "binds or deletes it in any other way"
    UNKNOWN = "may do anything with it: the file imports itself and names an attribute of this name"


class Variable(NamedTuple):
    """A variable of the file."""

    owner: Scope | None
    """The scope that it belongs to; None for a global."""
    name: str


class VariablePlace(NamedTuple):
    """One place where a variable is used."""

    function: Function
    node: Any
    use: Use


class Variables:
    """The variables of one file, each with all its places, in the order of the text."""

    def __init__(self, tree: TreeReader) -> None:
        """Collect the places of all names, and those of attributes by which a file may reach its own globals."""
        self._parents = tree.parents
        self._places: dict[Variable, list[VariablePlace]] = defaultdict(list)
        for function in (tree.root, *tree.functions):
            for node, scope in function.reads:
                self._add(Variable(scope.owner_of(node.id), node.id), VariablePlace(function, node, Use.READ))
        for scope, name, bound in tree.bindings:
            place = VariablePlace(scope.function, bound, self._use_of(bound))
            self._add(Variable(scope.owner_of(name), name), place)
        self._add_places_through_the_module([tree.root, *tree.functions])

    def places(self, variable: Variable) -> Sequence[VariablePlace]:
        """Return every place where `variable` is used, or may be."""
        return self._places.get(variable, ())

    def bindings(self, variable: Variable) -> Sequence[VariablePlace]:
        """Return the places that may give `variable` another value, in any function."""
        return [one for one in self.places(variable) if one.use is not Use.READ]

    def only_function(self, variable: Variable) -> Function | None:
        """Return the one function that `variable` stands for wherever it is defined; None if it may be another."""
        owner, bindings = variable.owner, self.bindings(variable)
        functions = owner.functions.get(variable.name, []) if owner is not None else []
        return functions[0] if len(bindings) == len(functions) == 1 and not functions[0].decorators else None

    def _add(self, variable: Variable, place: VariablePlace) -> None:
        self._places[variable].append(place)

    def _use_of(self, node: Any) -> Use:
        """Return what a node does that binds a name."""
        statement = self._parents.get(node)
        if isinstance(statement, ast.AugAssign):
            return Use.ADDED_TO if isinstance(statement.op, (ast.Add, ast.Sub)) else Use.CHANGED
        while isinstance(statement, (ast.Tuple, ast.List)):
            statement = self._parents[statement]
        is_name = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        return Use.ASSIGNED if is_name and isinstance(statement, ast.Assign) else Use.BOUND

    def _add_places_through_the_module(self, functions: Sequence[Function]) -> None:
        """Where the file may import itself, every attribute may be a global of that name, of whatever object it is."""
        nodes = [(function, node) for function in functions for node in function.nodes]
        if not any(_may_import_itself(node) for _function, node in nodes):
            return
        for function, node in nodes:
            for name in _names_in_the_module(node):
                self._add(Variable(None, name), VariablePlace(function, node, Use.UNKNOWN))


def _may_import_itself(node: ast.AST) -> bool:
    """Tell whether `node` imports a module that is none of Python's own."""
    if isinstance(node, ast.ImportFrom):
        return bool(node.level) or _top(node.module or "") not in sys.stdlib_module_names
    return isinstance(node, ast.Import) and any(_top(one.name) not in sys.stdlib_module_names for one in node.names)


def _top(module: str) -> str:
    return module.partition(".")[0]


def _names_in_the_module(node: ast.AST) -> Iterator[str]:
    """Yield the names of globals that `node` names as attributes of a module that may be the file itself."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom) and _may_import_itself(node):
        yield from (one.name for one in node.names)
