"""
Reads a module's syntax tree: its functions, the scope of each name, and every place where a variable is used.

All rules about variables use this module, so that no rule misses a place that another rule knows.
"""

from __future__ import annotations

import ast
import enum
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple


class Function:
    """A function or lambda of the file, or the module itself; a comprehension belongs to the function around it."""

    def __init__(self, node: Any, name: str, outer: Function | None, class_name: str | None) -> None:
        """Read the definition `node`; a method belongs to the class `class_name`."""
        self.node, self.name, self.outer, self.class_name = node, name, outer, class_name
        decorators = getattr(node, "decorator_list", ())
        self.decorators = [one.id if isinstance(one, ast.Name) else "?" for one in decorators]
        """The names of the decorators, ``?`` for a decorator that is not a bare name."""
        self.line: int = min([getattr(node, "lineno", 0), *(one.lineno for one in decorators)])
        """The first line of the code object: the line of the first decorator, if any."""
        self.scope: Scope
        self.reads: list[tuple[ast.Name, Scope]] = []
        """The places where the function reads a name, each with the scope around it."""
        self.nodes: list[ast.AST] = []
        """All nodes of the body, without the nodes of inner functions."""
        self.inner: list[Function] = []

    @property
    def qualified(self) -> str:
        """The name with the class and the functions around it: ``minimax.search``, ``Player.value``."""
        outside = [self.outer.qualified] if self.outer is not None and self.outer.outer is not None else []
        return ".".join([*outside, *([self.class_name] if self.class_name else []), self.name])

    @property
    def code_key(self) -> tuple[str, int]:
        """The name and the first line of the code object, by which it is found."""
        return ("<lambda>" if isinstance(self.node, ast.Lambda) else self.name, self.line)

    @property
    def self_name(self) -> str | None:
        """The first parameter of a method, usually ``self``; None for any other function."""
        first = self.node.args.args[:1] if self.class_name is not None else []
        return first[0].arg if first and not {"staticmethod", "classmethod"} & {*self.decorators} else None


class Scope:
    """The names that are bound together: in a function, a comprehension or a class body."""

    def __init__(self, function: Function, parent: Scope | None, *, is_class: bool = False) -> None:
        self.function, self.parent, self.is_class = function, parent, is_class
        self.bound: set[str] = set()
        self.declared: dict[str, str] = {}
        self.functions: dict[str, list[Function]] = {}
        self.imports: set[str] = set()
        """The names that import statements bind."""

    def owner_of(self, name: str) -> Scope | None:
        """Return the function scope that holds `name` when it is read here; None for a global."""
        scope, inside = self, True
        while scope.parent is not None and scope.declared.get(name) != "global":
            if name in scope.bound and name not in scope.declared and (inside or not scope.is_class):
                return scope
            scope, inside = scope.parent, False
        return None


def parameters_of(node: Any) -> list[ast.arg]:
    """Return all parameters of a function or lambda, starred ones too."""
    own = node.args
    starred = [one for one in (own.vararg, own.kwarg) if one is not None]
    return [*own.posonlyargs, *own.args, *own.kwonlyargs, *starred]


def functions_around(function: Function) -> set[Function]:
    """Return the functions around the definition of `function`, and the module."""
    return set() if function.outer is None else {function.outer, *functions_around(function.outer)}


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
HINTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp, ast.BitOr, ast.Load)
"""Nodes of an annotation without any effect."""


class TreeReader:
    """The functions of a file, with all names that their text binds and reads."""

    def __init__(self, tree: ast.Module) -> None:
        self.parents: dict[ast.AST, ast.AST] = {}
        self.scopes: dict[ast.Name, Scope] = {}
        self.functions: list[Function] = []
        self.bindings: dict[ast.AST, list[tuple[Scope, str]]] = {}
        """Every node that binds or deletes names: for each name its scope and the name."""
        self.methods: dict[str, list[Function]] = {}
        self.classes: set[str] = set()
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
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            scope.declared.update(dict.fromkeys(node.names, type(node).__name__.lower()))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                scope.imports.add(name)
                self._bind_name(name, node, scope)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self._bind_name(node.name, node, scope)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._bind_name(node.rest, node, scope)

    def _bind_name(self, name: str, node: ast.AST, scope: Scope) -> None:
        scope.bound.add(name)
        self.bindings.setdefault(node, []).append((scope, name))

    def _visit_name(self, node: ast.Name, scope: Scope) -> None:
        self.scopes[node] = scope
        if isinstance(node.ctx, ast.Load):
            scope.function.reads.append((node, scope))
        else:
            self._bind_name(node.id, node, scope)

    def _visit_annassign(self, node: ast.AnnAssign, scope: Scope) -> None:
        unread = isinstance(node.target, ast.Name)  # in a function Python never evaluates the annotation of one
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
        for hint in filter(None, _hints_of(node)):
            if is_plain_hint(hint):
                self._note_reads(node, hint, scope)
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
        for child in body:
            self._visit_child(node, child, function.scope)

    def _note_reads(self, parent: ast.AST, hint: ast.AST, scope: Scope) -> None:
        """Note the names in a hint: each definition reads them, but no rule on expressions applies."""
        self.parents[hint] = parent
        for part in ast.walk(hint):
            self.parents.update(dict.fromkeys(ast.iter_child_nodes(part), part))
            if isinstance(part, ast.Name):
                self.scopes[part] = scope
                scope.function.reads.append((part, scope))

    def _visit_classdef(self, node: ast.ClassDef, scope: Scope) -> None:
        self._bind_name(node.name, node, scope)
        self.classes.add(node.name)
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
    """Yield the parts of a definition that the scope around evaluates; annotations only with more than type names."""
    yield from getattr(node, "decorator_list", ())
    yield from (default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None)
    yield from (hint for hint in filter(None, _hints_of(node)) if not is_plain_hint(hint))


def _hints_of(node: Any) -> list[ast.expr | None]:
    return [parameter.annotation for parameter in parameters_of(node)] + [getattr(node, "returns", None)]


def is_plain_hint(node: ast.AST) -> bool:
    return all(isinstance(part, HINTS) for part in ast.walk(node))


class Use(enum.Enum):
    """What the text does with a variable in one place."""

    READ = "reads it"
    ADDED_TO = "adds to it or subtracts from it"
    CHANGED = "changes it by any other operator, which may be in place"
    ASSIGNED = "assigns to it"
    BOUND = "binds or deletes it in any other way"


class Variable(NamedTuple):
    owner: Scope | None
    """The scope that holds the variable; None for a global."""
    name: str


class VariablePlace(NamedTuple):
    function: Function
    node: Any
    use: Use


class Variables:
    """The variables of one file, each with all its places, in the order of the text."""

    def __init__(self, tree: TreeReader) -> None:
        self._parents = tree.parents
        self._places: dict[Variable, list[VariablePlace]] = defaultdict(list)
        for function in (tree.root, *tree.functions):
            for node, scope in function.reads:
                self._places[Variable(scope.owner_of(node.id), node.id)].append(VariablePlace(function, node, Use.READ))
        for bound, names in tree.bindings.items():
            for scope, name in names:
                place = VariablePlace(scope.function, bound, self._use_of(bound))
                self._places[Variable(scope.owner_of(name), name)].append(place)

    def places(self, variable: Variable) -> Sequence[VariablePlace]:
        """Return every place where `variable` is used, or may be used."""
        return self._places.get(variable, ())

    def bindings(self, variable: Variable) -> Sequence[VariablePlace]:
        """Return the places that may give `variable` another value, in any function."""
        return [one for one in self.places(variable) if one.use is not Use.READ]

    def only_function(self, variable: Variable) -> Function | None:
        """Return the only function that `variable` can stand for; None if it may stand for another value."""
        owner, bindings = variable.owner, self.bindings(variable)
        functions = owner.functions.get(variable.name, []) if owner is not None else []
        return functions[0] if len(bindings) == len(functions) == 1 and not functions[0].decorators else None

    def _use_of(self, node: Any) -> Use:
        """Return the use of a variable by a node that binds its name."""
        statement = self._parents.get(node)
        if isinstance(statement, ast.AugAssign) and statement.target is node:
            return Use.ADDED_TO if isinstance(statement.op, (ast.Add, ast.Sub)) else Use.CHANGED
        while isinstance(statement, (ast.Tuple, ast.List)):
            statement = self._parents[statement]
        is_name = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        return Use.ASSIGNED if is_name and isinstance(statement, ast.Assign) else Use.BOUND
