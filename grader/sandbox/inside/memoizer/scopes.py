"""The functions of a file and the scopes of their names."""

from __future__ import annotations

import ast
import collections
from typing import Any


class Function:
    """A function or lambda of the file, or the module itself; comprehensions belong to what they stand in."""

    def __init__(self, node: Any, name: str, outer: Function | None, owner: str | None) -> None:
        """Begin with what the definition says; `owner` is the class whose method it is."""
        self.node, self.name, self.outer, self.owner = node, name, outer, owner
        decorators = getattr(node, "decorator_list", ())
        self.decorators = [one.id if isinstance(one, ast.Name) else "?" for one in decorators]
        """The names of its decorators, ``?`` for what is not a mere name."""
        self.line: int = min([getattr(node, "lineno", 0), *(one.lineno for one in decorators)])
        """The line its code object names: that of its first decorator, if any."""
        self.scope: Scope
        self.loads: list[tuple[ast.Name, Scope]] = []
        self.nodes: list[ast.AST] = []
        """Everything in its body that is in no function of its own."""
        self.inner: list[Function] = []

    @property
    def qualified(self) -> str:
        """Its name with where it stands: ``minimax.search``, ``Player.value``."""
        outside = [self.outer.qualified] if self.outer is not None and self.outer.outer is not None else []
        return ".".join([*outside, *([self.owner] if self.owner else []), self.name])

    @property
    def itself(self) -> str | None:
        """What a method calls the instance it is called on; None where there is none."""
        first = self.node.args.args[:1] if self.owner is not None else []
        return first[0].arg if first and not {"staticmethod", "classmethod"} & {*self.decorators} else None


class Scope:
    """Names that are bound together: those of a function, a comprehension or a class body."""

    def __init__(self, function: Function, parent: Scope | None, *, is_class: bool = False) -> None:
        """Begin empty inside `parent`."""
        self.function, self.parent, self.is_class = function, parent, is_class
        self.bound: collections.Counter[str] = collections.Counter()
        """How many places bind each name."""
        self.declared: dict[str, str] = {}
        """Names declared ``global`` or ``nonlocal``, and which."""
        self.functions: dict[str, list[Function]] = {}
        self.imports: dict[str, tuple[str, str | None]] = {}
        """Names that an import statement inside a function binds: module and attribute."""

    def owner_of(self, name: str) -> Scope | None:
        """Return the scope of a function that `name` belongs to when it is read here; None for a global."""
        scope, inside = self, True
        while scope.parent is not None and scope.declared.get(name) != "global":
            if name in scope.bound and name not in scope.declared and (inside or not scope.is_class):
                return scope
            scope, inside = scope.parent, False
        return None


def arguments_of(node: Any) -> list[ast.arg]:
    """Return all parameters of a function or lambda, starred ones too."""
    own = node.args
    starred = [one for one in (own.vararg, own.kwarg) if one is not None]
    return [*own.posonlyargs, *own.args, *own.kwonlyargs, *starred]
