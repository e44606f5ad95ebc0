"""Finds expressions that depend on more than values: identity, clocks, attributes, exceptions, defaults."""

from __future__ import annotations

import ast
import builtins
import sys
import time
import types
from collections.abc import Collection, Iterable
from typing import Any

from . import function_rules
from .call_graph import CallGraph
from .plain_values import is_constant
from .reasons import Reason
from .scopes import Function, ImportedName

CLOCK_MODULES = {"time", "datetime", "os", "posix", "nt"}
"""Modules whose functions tell the time or ask the system."""
IDENTITY_NAMES = {"id", "is_", "is_not", "getsizeof", "getrefcount"}
"""Functions that tell objects of the same value apart."""
MISSING = object()
"""Stands for the value of a name that is not defined."""


class ExpressionRules:
    """Judges single expressions by the values that their names have in one module."""

    def __init__(self, graph: CallGraph, module: types.ModuleType, fields: Collection[str]) -> None:
        """Judge the functions of `graph`, imported as `module`; `fields` are the attributes of its named tuples."""
        self._graph, self._module, self._fields = graph, module, fields

    def reads_clock(self, functions: Iterable[Function]) -> bool:
        """Tell whether one of `functions`, or the module itself, names anything of `CLOCK_MODULES` but `sleep`."""
        for function in (self._graph.root, *functions):
            for name, scope in function.reads:
                if name in self._graph.guarded:
                    continue
                owner, parent = scope.owner_of(name.id), self._graph.parents[name]
                value = vars(self._module).get(name.id) if owner is None else None
                if owner is not None and name.id in owner.imports:
                    value = imported_value(owner.imports[name.id])
                source = getattr(value, "__name__" if isinstance(value, types.ModuleType) else "__module__", None)
                sleeps = isinstance(parent, ast.Attribute) and parent.attr == "sleep"
                if source in CLOCK_MODULES and not sleeps and value is not time.sleep:
                    return True
        return False

    def of_attribute(self, _function: Function, node: ast.Attribute) -> Reason | None:
        """Refuse an attribute that no module, plain data or class of the file has."""
        if node.attr in {"__init__", "format"} or not isinstance(node.ctx, ast.Load):
            return None  # judged by the text
        if isinstance(node.value, ast.Name) and self._is_module(node.value):
            return None
        if node.attr in self._graph.set_from_outside:
            return Reason("uses-set-from-outside", (node.attr,))
        known = any(
            node.attr in names for names in (function_rules.DATA_METHODS, self._graph.own_attributes, self._fields)
        )
        return None if known else Reason("uses-attribute", (node.attr,))

    def _is_module(self, node: ast.Name) -> bool:
        owner = self._graph.scopes[node].owner_of(node.id)
        if owner is None:
            return isinstance(vars(self._module).get(node.id), types.ModuleType)
        return node.id in owner.imports and len(self._graph.variables.bindings(self._graph.variable(node))) == 1

    def of_identity(self, _function: Function, node: ast.Compare) -> Reason | None:
        """Refuse ``is`` unless one side is None, True or False."""
        sides = [node.left, *node.comparators]
        for operation, left, right in zip(node.ops, sides, sides[1:], strict=False):
            singular = any(self._is_singular(side) for side in (left, right))
            if isinstance(operation, (ast.Is, ast.IsNot)) and not singular:
                return Reason("compares-identity")
        return None

    def of_handler(self, _function: Function, node: ast.ExceptHandler) -> Reason | None:
        """Refuse a handler of RecursionError or MemoryError, which depend on earlier calls."""
        for one in node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]:
            value: Any = BaseException
            if isinstance(one, ast.Name) and self._graph.scopes[one].owner_of(one.id) is None:
                value = vars(self._module).get(one.id, vars(builtins).get(one.id))
            if type(value) is not type or issubclass(RecursionError, value) or issubclass(MemoryError, value):
                return Reason("catches-any")
        return None

    def sees_identity(self, functions: Iterable[Function]) -> Reason | None:
        """Return what in `functions` or in the module itself may tell any objects of the same value apart, or None."""
        for function in (self._graph.root, *functions):
            for node in (one for one in function.nodes if one not in self._graph.guarded):
                name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
                if name in IDENTITY_NAMES and not (isinstance(node, ast.Name) and self._graph.is_own(node)):
                    if function is self._graph.root:
                        return Reason("file-uses", (name,))
                    return Reason("uses", (function.qualified, name))
        return None

    def _is_singular(self, node: ast.AST) -> bool:
        """Tell whether Python has only one object of this value."""
        if isinstance(node, ast.Constant):
            return node.value is None or type(node.value) is bool
        if not isinstance(node, ast.Name):
            return False
        is_global = self._graph.scopes[node].owner_of(node.id) is None
        value = vars(self._module).get(node.id, MISSING) if is_global else MISSING
        return value is None or type(value) is bool

    def of_defaults(self, _function: Function, node: Any) -> Reason | None:
        """Refuse changeable defaults of an inner function, made anew with each definition."""
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)):
            for part in ast.walk(default):
                plain = isinstance(part, (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.Load, ast.Attribute))
                if not plain and not (isinstance(part, ast.Name) and self._is_fixed(part)):
                    return Reason("inner-default")
        return None

    def _is_fixed(self, node: ast.Name) -> bool:
        value = vars(self._module).get(node.id, MISSING)
        return self._graph.scopes[node].owner_of(node.id) is None and (
            is_constant(value) or isinstance(value, types.ModuleType)
        )


def imported_value(imported: ImportedName) -> Any:
    """Return what an import statement inside a function binds, MISSING if that is not loaded yet; imports nothing."""
    found = sys.modules.get(imported.module)
    if found is None or imported.attribute is None:
        return found or MISSING
    return vars(found).get(imported.attribute, MISSING)
