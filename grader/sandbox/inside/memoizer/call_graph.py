"""Tells which functions of a file may call each other, and what its names mean."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable

from .scopes import Function, TreeReader, Variable, Variables

GUARDS = ("__name__ == '__main__'", "'__main__' == __name__")


class CallGraph(TreeReader):
    """The functions of a file, and the functions that each may call."""

    def __init__(self, tree: ast.Module) -> None:
        super().__init__(tree)
        self._callees: dict[Function, set[Function]] = {}

    def top_level(self, name: str) -> list[Function]:
        return self.root.scope.functions.get(name, [])

    def variable(self, node: ast.Name) -> Variable:
        return Variable(self.scopes[node].owner_of(node.id), node.id)

    def is_global(self, node: ast.Name) -> bool:
        """Tell whether `node` names a variable of the module or a builtin."""
        return self.variable(node).owner is None

    def imported(self, function: Function, node: ast.Name) -> tuple[str, str] | None:
        """Return the module that `node`, a variable of `function`, is imported from, and the name there, if any."""
        owner, name = self.variable(node)
        places = self.variables.bindings(Variable(owner, name))
        if owner is not function.scope or len(places) != 1:
            return None
        statement = places[0].node
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            return None
        path = next((one.name for one in statement.names if name == (one.asname or one.name)), None)
        if path is None or isinstance(statement, ast.Import):
            return None if path is None else (path, "")
        return None if statement.level else (statement.module or "", path)

    def names_read(self, functions: Iterable[Function]) -> set[str]:
        nodes = [node for function in functions for node in function.nodes]
        read = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Load) and node not in self.guarded]
        return {getattr(node, "id", getattr(node, "attr", "")) for node in read}

    @functools.cached_property
    def variables(self) -> Variables:
        return Variables(self)

    @functools.cached_property
    def generators(self) -> set[str]:
        kinds = (ast.Yield, ast.YieldFrom)
        return {one.name for one in self.functions if any(isinstance(node, kinds) for node in one.nodes)}

    def callees(self, function: Function) -> set[Function]:
        """Return the functions that `function` may call: those it names or defines, and methods of the right name."""
        if function not in self._callees:
            found = set(function.inner)
            for name, scope in function.reads:
                owner = scope.owner_of(name.id) or self.root.scope
                found.update(owner.functions.get(name.id, ()))
            found.update(*map(self._methods_called_by, function.nodes))
            self._callees[function] = found
        return self._callees[function]

    def _methods_called_by(self, node: ast.AST) -> list[Function]:
        """Return the methods that `node` may call: a class's `__init__`, or methods with the attribute's name."""
        if isinstance(node, ast.Name):
            return self.methods.get("__init__", []) if node.id in self.classes else []
        return self.methods.get(node.attr, []) if isinstance(node, ast.Attribute) else []

    def reach(self, start: Function) -> set[Function]:
        """Return all functions that `start` may call; operators and loops call special methods without a name."""
        return self._called_from([start]) | self.called_without_a_name

    def calls_itself(self, function: Function) -> bool:
        return function in self._called_from([function])

    @functools.cached_property
    def called_without_a_name(self) -> set[Function]:
        """The special methods but `__init__`, which needs its class's name, and all functions they may call."""
        names = [name for name in self.methods if name[:2] == name[-2:] == "__" and name != "__init__"]
        methods = [method for name in names for method in self.methods[name]]
        return {*methods} | self._called_from(methods)

    def _called_from(self, starts: Iterable[Function]) -> set[Function]:
        seen: set[Function] = set()
        rest = [*starts]
        while rest:
            new = self.callees(rest.pop()) - seen
            seen |= new
            rest.extend(new)
        return seen

    @functools.cached_property
    def guarded(self) -> set[ast.AST]:
        """All nodes below ``if __name__ == "__main__"``, which never run here."""
        return {
            part
            for node in self.root.nodes
            if isinstance(node, ast.If) and ast.unparse(node.test) in GUARDS
            for statement in node.body
            for part in ast.walk(statement)
        }
