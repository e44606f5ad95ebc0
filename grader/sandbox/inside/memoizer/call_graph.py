"""Reads a module's syntax tree: which functions there are, what each name in them stands for, who may call whom."""

from __future__ import annotations

import ast
import collections
import functools
import itertools
from collections.abc import Iterator
from typing import Any

from .scopes import Function, Scope, arguments_of

GUARDS = ("__name__ == '__main__'", "'__main__' == __name__")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
HINTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp, ast.BitOr, ast.Load)

TEXT = {"str", "repr", "print"}
"""What asks an object for its text, as an f-string does."""


class Reading:
    """The functions of a file by what they are called."""

    def __init__(self, tree: ast.Module) -> None:
        """Read `tree`."""
        self.parents: dict[ast.AST, ast.AST] = {}
        self.scopes: dict[ast.Name, Scope] = {}
        """Where each name that is read stands."""
        self.functions: list[Function] = []
        self.methods: dict[str, list[Function]] = {}
        self.classes: set[str] = set()
        self.own_attributes: set[str] = set()
        """What instances and classes of the file hold: names bound in class bodies or set on ``self``."""
        self.set_from_outside: set[str] = set()
        """Attributes that are set on anything else."""
        self._class: str | None = None
        self.root = Function(tree, "<module>", None, None)
        self.root.scope = Scope(self.root, None)
        for statement in tree.body:
            self.parents[statement] = tree
            self._visit(statement, self.root.scope)
        self._edges: dict[Function, set[Function]] = {}

    def top(self, name: str) -> list[Function]:
        """Return the functions that the module may mean by `name`."""
        return self.root.scope.functions.get(name, [])

    def edges(self, function: Function) -> set[Function]:
        """Return the functions that `function` may call: all it names, all methods it may mean, all it holds."""
        if function not in self._edges:
            found = set(function.inner)
            for name, scope in function.loads:
                owner = scope.owner_of(name.id) or self.root.scope
                found.update(owner.functions.get(name.id, ()))
                if owner is self.root.scope:
                    found.update(self.held.get(name.id, ()))
            for node in function.nodes:
                if isinstance(node, ast.Attribute):
                    found.update(self.methods.get(node.attr, ()))
                elif isinstance(node, ast.Name):
                    found.update(one for one in self.methods.get("__init__", ()) if one.owner == node.id)
                if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Name) and node.id in TEXT):
                    found.update(self.methods.get("__str__", ()), self.methods.get("__repr__", ()))
            self._edges[function] = found
        return self._edges[function]

    def reach(self, start: Function) -> set[Function]:
        """Return what a call of `start` may call, directly or not; `start` itself only where it may come back to it."""
        seen: set[Function] = set()
        rest = [start]
        while rest:
            new = self.edges(rest.pop()) - seen
            seen |= new
            rest.extend(new)
        return seen

    @functools.cached_property
    def held(self) -> dict[str, set[Function]]:
        """The functions that the module writes into lists, tuples and dicts, by the names of these."""
        found: dict[str, set[Function]] = collections.defaultdict(set)
        lambdas = {one.node: one for one in self.root.inner}
        for node in self.root.nodes:
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or isinstance(node.value, (ast.Name, ast.Lambda)):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            for name, part in itertools.product(names, _parts_of(node.value)):
                found[name].update(self.top(part.id) if isinstance(part, ast.Name) else [lambdas[part]])
        return found

    @functools.cached_property
    def guarded(self) -> set[ast.AST]:
        """What stands under ``if __name__ == "__main__"``: it never runs here."""
        return {
            part
            for node in self.root.nodes
            if isinstance(node, ast.If) and ast.unparse(node.test) in GUARDS
            for statement in node.body
            for part in ast.walk(statement)
        }

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        handler = getattr(self, f"_visit_{type(node).__name__.lower()}", None)
        scope.function.nodes.append(node)
        if handler is not None:
            handler(node, scope)
        elif isinstance(node, COMPREHENSIONS):
            self._visit_comprehension(node, scope)
        else:
            self._bind(node, scope)
            for child in ast.iter_child_nodes(node):
                self._down(node, child, scope)

    def _down(self, parent: ast.AST, child: ast.AST, scope: Scope) -> None:
        self.parents[child] = parent
        self._visit(child, scope)

    def _bind(self, node: Any, scope: Scope) -> None:
        """Take in the names that a node of no scope of its own binds."""
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            scope.declared.update(dict.fromkeys(node.names, type(node).__name__.lower()))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                module = None if isinstance(node, ast.Import) else node.module or ""
                found = (alias.name, None) if module is None else (module, alias.name)
                # One name for two things is neither of them.
                scope.imports[name] = found if scope.imports.get(name, found) == found else ("", "")
                scope.bound[name] += 1
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            scope.bound[node.name] += 1
        elif isinstance(node, ast.MatchMapping) and node.rest:
            scope.bound[node.rest] += 1
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            itself = isinstance(node.value, ast.Name) and node.value.id == scope.function.itself
            (self.own_attributes if itself else self.set_from_outside).add(node.attr)

    def _visit_name(self, node: ast.Name, scope: Scope) -> None:
        if isinstance(node.ctx, ast.Load):
            scope.function.loads.append((node, scope))
            self.scopes[node] = scope
        else:
            scope.bound[node.id] += 1
            if scope.is_class:
                self.own_attributes.add(node.id)

    def _visit_annassign(self, node: ast.AnnAssign, scope: Scope) -> None:
        # In a function the annotation of a mere name is never evaluated.
        unread = isinstance(node.target, ast.Name) or is_plain_hint(node.annotation)
        for child in (node.target, *([] if unread else [node.annotation]), *([node.value] if node.value else [])):
            self._down(node, child, scope)

    def _visit_namedexpr(self, node: ast.NamedExpr, scope: Scope) -> None:
        scope.function.scope.bound[node.target.id] += 1
        self.parents[node.target] = node
        self._down(node, node.value, scope)

    def _visit_comprehension(self, node: Any, scope: Scope) -> None:
        inner = Scope(scope.function, scope)
        first = node.generators[0]
        self.parents[first] = node
        self._down(first, first.iter, scope)
        for generator in node.generators:
            self.parents[generator] = node
            if generator is not first:
                self._down(generator, generator.iter, inner)
            for child in (generator.target, *generator.ifs):
                self._down(generator, child, inner)
        values = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        for value in values:
            self._down(node, value, inner)

    def _visit_functiondef(self, node: ast.FunctionDef, scope: Scope) -> None:
        scope.bound[node.name] += 1
        self._function(node, node.name, scope, node.body)

    def _visit_asyncfunctiondef(self, node: ast.AsyncFunctionDef, scope: Scope) -> None:
        scope.bound[node.name] += 1
        self._function(node, node.name, scope, node.body)

    def _visit_lambda(self, node: ast.Lambda, scope: Scope) -> None:
        parent = self.parents[node]
        target = parent.targets[0] if isinstance(parent, ast.Assign) else None
        name = target.id if isinstance(target, ast.Name) else "<lambda>"
        self._function(node, name, scope, [node.body])

    def _function(self, node: Any, name: str, scope: Scope, body: list[Any]) -> None:
        for child in _outside(node):
            self._down(node, child, scope)
        owner = scope.function
        class_name = self._class if scope.is_class else None
        function = Function(node, name, owner, class_name)
        function.scope = Scope(function, scope)
        function.scope.bound.update(argument.arg for argument in arguments_of(node))
        self.functions.append(function)
        owner.inner.append(function)
        scope.functions.setdefault(name, []).append(function)
        if scope.is_class:
            self.methods.setdefault(name, []).append(function)
            self.own_attributes.add(name)
        for child in body:
            self._down(node, child, function.scope)

    def _visit_classdef(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.bound[node.name] += 1
        self.classes.add(node.name)
        for child in (*node.decorator_list, *node.bases, *node.keywords):
            self._down(node, child, scope)
        inner = Scope(scope.function, scope, is_class=True)
        before, self._class = self._class, node.name
        for statement in node.body:
            self._down(node, statement, inner)
        self._class = before


def _parts_of(node: Any) -> Iterator[Any]:
    """Yield the names and lambdas in a literal of lists, tuples and dicts."""
    if isinstance(node, (ast.Name, ast.Lambda)):
        yield node
    elif isinstance(node, (ast.List, ast.Tuple, ast.Dict)):
        for part in node.values if isinstance(node, ast.Dict) else node.elts:
            yield from _parts_of(part)


def _outside(node: Any) -> Iterator[ast.AST]:
    """Yield what a definition evaluates where it stands; annotations only where they are more than a type's name."""
    yield from getattr(node, "decorator_list", ())
    yield from (default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None)
    hints = [argument.annotation for argument in arguments_of(node)] + [getattr(node, "returns", None)]
    yield from (hint for hint in hints if hint is not None and not is_plain_hint(hint))


def is_plain_hint(node: ast.AST) -> bool:
    """Tell whether evaluating an annotation can do nothing but name types."""
    return all(isinstance(part, HINTS) for part in ast.walk(node))
