"""Reads a module's syntax tree: which functions it has, and the scope of each name in them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from .scopes import Binding, Function, ImportedName, NameRead, Scope, parameters_of

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
HINTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp, ast.BitOr, ast.Load)
"""Nodes of an annotation that can be evaluated without any effect."""


class TreeReader:
    """The functions of a file, with all that their text binds and reads."""

    def __init__(self, tree: ast.Module) -> None:
        """Read `tree`."""
        self.parents: dict[ast.AST, ast.AST] = {}
        self.scopes: dict[ast.Name, Scope] = {}
        """The scope in which each name stands."""
        self.functions: list[Function] = []
        self.bindings: list[Binding] = []
        """Every place that binds or deletes a name."""
        self.methods: dict[str, list[Function]] = {}
        self.classes: set[str] = set()
        self.derived: set[str] = set()
        """The classes among them that inherit from others."""
        self.own_attributes: set[str] = set()
        """Attributes of the file's classes and instances: bound in a class body or set on ``self``."""
        self.declared: set[str] = set()
        """Names that some ``global`` or ``nonlocal`` statement declares."""
        self.imported_modules: set[str] = set()
        """Names that import statements bind to modules."""
        self.set_from_outside: set[str] = set()
        """Attributes that are set on any other object."""
        self._class_name: str | None = None
        self.root = Function(tree, "<module>", None, None)
        self.root.scope = Scope(self.root, None)
        for statement in tree.body:
            self.parents[statement] = tree
            self._visit(statement, self.root.scope)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        scope.function.nodes.append(node)
        visit = self._visitors.get(type(node))
        if visit is not None:
            visit(self, node, scope)
        else:
            self._bind(node, scope)
            for child in ast.iter_child_nodes(node):
                self._visit_child(node, child, scope)

    def _visit_child(self, parent: ast.AST, child: ast.AST, scope: Scope) -> None:
        self.parents[child] = parent
        self._visit(child, scope)

    def _bind(self, node: Any, scope: Scope) -> None:
        """Note the names that `node` binds in `scope`."""
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            self.declared |= {*node.names}
            scope.declared.update(dict.fromkeys(node.names, type(node).__name__.lower()))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                module = None if isinstance(node, ast.Import) else node.module or ""
                found = ImportedName(alias.name, None) if module is None else ImportedName(module, alias.name)
                # A name that is imported twice may be either: then its value is unknown.
                scope.imports[name] = found if scope.imports.get(name, found) == found else ImportedName("", "")
                self._bind_name(name, node, scope)
                if module is None:
                    self.imported_modules.add(name)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self._bind_name(node.name, node, scope)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._bind_name(node.rest, node, scope)
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            on_self = isinstance(node.value, ast.Name) and node.value.id == scope.function.self_name
            (self.own_attributes if on_self else self.set_from_outside).add(node.attr)

    def _bind_name(self, name: str, node: ast.AST, scope: Scope) -> None:
        scope.bound[name] += 1
        self.bindings.append(Binding(scope, name, node))

    def _visit_name(self, node: ast.Name, scope: Scope) -> None:
        self.scopes[node] = scope
        if isinstance(node.ctx, ast.Load):
            scope.function.reads.append(NameRead(node, scope))
        else:
            self._bind_name(node.id, node, scope)
            if scope.is_class:
                self.own_attributes.add(node.id)

    def _visit_annassign(self, node: ast.AnnAssign, scope: Scope) -> None:
        # In a function Python never evaluates the annotation of a bare name.
        unread = isinstance(node.target, ast.Name) or is_plain_hint(node.annotation)
        for child in (node.target, *([] if unread else [node.annotation]), *([node.value] if node.value else [])):
            self._visit_child(node, child, scope)

    def _visit_namedexpr(self, node: ast.NamedExpr, scope: Scope) -> None:
        self._bind_name(node.target.id, node, scope.function.scope)
        self.parents[node.target] = node
        self._visit_child(node, node.value, scope)

    def _visit_comprehension(self, node: Any, scope: Scope) -> None:
        inner = Scope(scope.function, scope)
        first = node.generators[0]
        self.parents[first] = node
        self._visit_child(first, first.iter, scope)
        for generator in node.generators:
            self.parents[generator] = node
            if generator is not first:
                self._visit_child(generator, generator.iter, inner)
            for child in (generator.target, *generator.ifs):
                self._visit_child(generator, child, inner)
        values = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        for value in values:
            self._visit_child(node, value, inner)

    def _visit_functiondef(self, node: Any, scope: Scope) -> None:
        self._bind_name(node.name, node, scope)
        self._add_function(node, node.name, scope, node.body)

    def _visit_lambda(self, node: ast.Lambda, scope: Scope) -> None:
        parent = self.parents[node]
        target = parent.targets[0] if isinstance(parent, ast.Assign) else None
        name = target.id if isinstance(target, ast.Name) else "<lambda>"
        self._add_function(node, name, scope, [node.body])

    def _add_function(self, node: Any, name: str, scope: Scope, body: list[Any]) -> None:
        for child in _evaluated_outside(node):
            self._visit_child(node, child, scope)
        class_name = self._class_name if scope.is_class else None
        function = Function(node, name, scope.function, class_name)
        function.scope = Scope(function, scope)
        for parameter in parameters_of(node):
            self._bind_name(parameter.arg, parameter, function.scope)
        self.functions.append(function)
        scope.function.inner.append(function)
        scope.functions.setdefault(name, []).append(function)
        if scope.is_class:
            self.methods.setdefault(name, []).append(function)
            self.own_attributes.add(name)
        for child in body:
            self._visit_child(node, child, function.scope)

    def _visit_classdef(self, node: ast.ClassDef, scope: Scope) -> None:
        self._bind_name(node.name, node, scope)
        self.classes.add(node.name)
        self.derived |= {node.name} if node.bases else set()
        for child in (*node.decorator_list, *node.bases, *node.keywords):
            self._visit_child(node, child, scope)
        inner = Scope(scope.function, scope, is_class=True)
        around, self._class_name = self._class_name, node.name
        for statement in node.body:
            self._visit_child(node, statement, inner)
        self._class_name = around

    _visitors: ClassVar[dict[type[ast.AST], Callable[[TreeReader, Any, Scope], None]]] = {
        ast.Name: _visit_name,
        ast.AnnAssign: _visit_annassign,
        ast.NamedExpr: _visit_namedexpr,
        **dict.fromkeys(COMPREHENSIONS, _visit_comprehension),
        ast.FunctionDef: _visit_functiondef,
        ast.AsyncFunctionDef: _visit_functiondef,
        ast.Lambda: _visit_lambda,
        ast.ClassDef: _visit_classdef,
    }


def _evaluated_outside(node: Any) -> Iterator[ast.AST]:
    """Yield what a definition evaluates in the scope around it; an annotation only if it does more than name types."""
    yield from getattr(node, "decorator_list", ())
    yield from (default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None)
    hints = [parameter.annotation for parameter in parameters_of(node)] + [getattr(node, "returns", None)]
    yield from (hint for hint in hints if hint is not None and not is_plain_hint(hint))


def is_plain_hint(node: ast.AST) -> bool:
    """Tell whether an annotation does nothing but name types."""
    return all(isinstance(part, HINTS) for part in ast.walk(node))
