"""What the expressions of a function look at besides values: identity, clocks, attributes, exceptions, defaults."""

from __future__ import annotations

import ast
import builtins
import sys
import time
import types
from collections.abc import Collection, Iterable
from typing import Any, cast

from . import function_rules
from .call_graph import Reading
from .class_rules import is_constant
from .scopes import Function

CLOCKS = {"time", "datetime", "os", "posix", "nt"}
IDENTITIES = {"id", "is_", "is_not", "getsizeof", "getrefcount"}
ABSENT = object()


class Looks:
    """Judges single expressions by what their names stand for in one module."""

    def __init__(self, reading: Reading, module: types.ModuleType, fields: Collection[str]) -> None:
        """Judge the functions of `reading`, imported as `module`; `fields` are those of its named tuples."""
        self._reading, self._module, self._fields = reading, module, fields

    def looks_at_clock(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions`, or the module itself, names what tells the time or asks the system."""
        for function in (self._reading.root, *functions):
            for name, scope in function.loads:
                if name in self._reading.guarded:
                    continue
                owner, parent = scope.owner_of(name.id), self._reading.parents[name]
                value = vars(self._module).get(name.id) if owner is None else None
                if owner is not None and name.id in owner.imports:
                    value = imported(*owner.imports[name.id])
                source = getattr(value, "__name__" if isinstance(value, types.ModuleType) else "__module__", None)
                sleeps = isinstance(parent, ast.Attribute) and parent.attr == "sleep"
                if source in CLOCKS and not sleeps and value is not time.sleep:
                    return True
        return False

    def about_attribute(self, node: ast.Attribute) -> str | None:
        """Judge what an attribute is read from: a module, plain data, or an object that holds nothing else."""
        if node.attr in {"format", "format_map"}:
            return f"uses .{node.attr}"
        if isinstance(node.value, ast.Name) and self._is_module(node.value):
            return None
        if node.attr in self._reading.set_from_outside:
            return f"uses .{node.attr}, which is set from outside"
        known = any(
            node.attr in names for names in (function_rules.METHODS, self._reading.own_attributes, self._fields)
        )
        return None if known else f"uses .{node.attr}"

    def _is_module(self, node: ast.Name) -> bool:
        owner = self._reading.scopes[node].owner_of(node.id)
        if owner is None:
            return isinstance(vars(self._module).get(node.id), types.ModuleType)
        return node.id in owner.imports and owner.bound[node.id] == 1

    def about_identity(self, node: ast.Compare) -> str | None:
        """Judge a comparison: objects may be told apart only from None, True and False."""
        sides = [node.left, *node.comparators]
        for operation, left, right in zip(node.ops, sides, sides[1:], strict=False):
            singular = any(self._is_singular(side) for side in (left, right))
            if isinstance(operation, (ast.Is, ast.IsNot)) and not singular:
                return "compares with `is`, which does not ask for equality"
        return None

    def about_handler(self, node: ast.ExceptHandler) -> str | None:
        """Judge what a handler catches: nothing that tells how deep the stack is or how much memory is left."""
        for one in node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]:
            value: Any = BaseException
            if isinstance(one, ast.Name) and self._reading.scopes[one].owner_of(one.id) is None:
                value = vars(self._module).get(one.id, vars(builtins).get(one.id))
            if type(value) is not type or issubclass(RecursionError, value) or issubclass(MemoryError, value):
                return "catches exceptions of any kind"
        return None

    def sees_identity(self, functions: Iterable[Function]) -> str | None:
        """Return what in `functions`, or handed on by the module, may tell an object from another of the same value."""
        for function in (self._reading.root, *functions):
            for node in (one for one in function.nodes if one not in self._reading.guarded):
                name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
                compares = isinstance(node, ast.Compare) and function is not self._reading.root
                if compares and self.about_identity(cast("ast.Compare", node)) is not None:
                    return f"{function.qualified} compares with `is`"
                if name in IDENTITIES:
                    return f"{function.qualified} uses {name}"
        return None

    def _is_singular(self, node: ast.AST) -> bool:
        """Tell whether there is but one object of this value."""
        if isinstance(node, ast.Constant):
            return node.value is None or type(node.value) is bool
        if not isinstance(node, ast.Name):
            return False
        is_global = self._reading.scopes[node].owner_of(node.id) is None
        value = vars(self._module).get(node.id, ABSENT) if is_global else ABSENT
        return value is None or type(value) is bool

    def about_defaults(self, node: Any) -> str | None:
        """Judge the defaults of an inner function, which are computed whenever it is defined."""
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)):
            for part in ast.walk(default):
                plain = isinstance(part, (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.Load, ast.Attribute))
                if not plain and not (isinstance(part, ast.Name) and self._is_fixed(part)):
                    return "has an inner function with a default that can change"
        return None

    def _is_fixed(self, node: ast.Name) -> bool:
        value = vars(self._module).get(node.id, ABSENT)
        return self._reading.scopes[node].owner_of(node.id) is None and (
            is_constant(value) or isinstance(value, types.ModuleType)
        )


def imported(module: str, attribute: str | None) -> Any:
    """Return what an import inside a function binds, without importing anything."""
    found = sys.modules.get(module)
    if found is None or attribute is None:
        return found or ABSENT
    return vars(found).get(attribute, ABSENT)
