"""The functions of a file and the scopes of their names."""

from __future__ import annotations

import ast
import collections
from typing import Any, NamedTuple


class Function:
    """A function or lambda of the file, or the module itself; a comprehension belongs to the function around it."""

    def __init__(self, node: Any, name: str, outer: Function | None, class_name: str | None) -> None:
        """Take what the definition `node` says; `class_name` is the class whose method it is."""
        self.node, self.name, self.outer, self.class_name = node, name, outer, class_name
        decorators = getattr(node, "decorator_list", ())
        self.decorators = [one.id if isinstance(one, ast.Name) else "?" for one in decorators]
        """The names of its decorators, ``?`` for one that is not a bare name."""
        self.line: int = min([getattr(node, "lineno", 0), *(one.lineno for one in decorators)])
        """The first line of its code object: that of the first decorator, if any."""
        self.scope: Scope
        self.reads: list[NameRead] = []
        """The places where it reads a name."""
        self.nodes: list[ast.AST] = []
        """All nodes of its body, without those of functions defined in it."""
        self.inner: list[Function] = []

    @property
    def qualified(self) -> str:
        """Its name with that of its class and of the functions around it: ``minimax.search``, ``Player.value``."""
        outside = [self.outer.qualified] if self.outer is not None and self.outer.outer is not None else []
        return ".".join([*outside, *([self.class_name] if self.class_name else []), self.name])

    @property
    def self_name(self) -> str | None:
        """What a method calls its instance, usually ``self``; None for a function that is no such method."""
        first = self.node.args.args[:1] if self.class_name is not None else []
        return first[0].arg if first and not {"staticmethod", "classmethod"} & {*self.decorators} else None


class NameRead(NamedTuple):
    """A place where a name is read, and the scope around it."""

    node: ast.Name
    scope: Scope


class Binding(NamedTuple):
    """A place where a name is bound or deleted, and the scope in which it stands."""

    scope: Scope
    name: str
    node: ast.AST


class ImportedName(NamedTuple):
    """What an import statement binds a name to: a module, or an attribute of one."""

    module: str
    attribute: str | None


class Scope:
    """The names that are bound together: in a function, a comprehension or a class body."""

    def __init__(self, function: Function, parent: Scope | None, *, is_class: bool = False) -> None:
        """Begin without names, inside `parent`."""
        self.function, self.parent, self.is_class = function, parent, is_class
        self.bound: collections.Counter[str] = collections.Counter()
        """How many places bind each name."""
        self.declared: dict[str, str] = {}
        """``global`` or ``nonlocal`` for each name that is declared so."""
        self.functions: dict[str, list[Function]] = {}
        self.imports: dict[str, ImportedName] = {}
        """The names that import statements inside a function bind."""

    def owner_of(self, name: str) -> Scope | None:
        """Return the function scope that `name` belongs to when it is read here; None for a global."""
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
    """Return the functions that `function` is defined in, and the module."""
    around = set()
    outer = function.outer
    while outer is not None:
        around.add(outer)
        outer = outer.outer
    return around
