"""What a function's names stand for once the module is imported: a closed world, in which nothing changes, or not."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import functools
import itertools
import math
import operator
import sys
import types
from collections.abc import Iterable
from typing import Any

from .. import boards
from . import data_flow, function_rules
from .call_graph import Reading
from .class_rules import Classes, defaults_of, is_code_of, is_constant
from .dispatch import Dispatch, holds_functions
from .expression_rules import ABSENT, Looks, imported
from .scopes import Function

BUILTINS = (
    "abs all any bool callable chr complex dict divmod enumerate filter float frozenset int isinstance issubclass iter"
    " len list map max min next ord pow range repr reversed round set slice sorted str sum tuple type zip"
)
IN_PLACE = {"setitem", "delitem", "attrgetter", "methodcaller", "call"} | {
    name
    for name in vars(operator)
    if name[0] == "i" and name not in {"indexOf", "itemgetter", "index", "inv", "invert"}
}
PURE: set[Any] = {getattr(builtins, name) for name in BUILTINS.split(" ")}
PURE |= {value for value in vars(math).values() if callable(value)}
PURE |= {value for name, value in vars(itertools).items() if name[0] != "_" and callable(value)}
PURE |= {value for name, value in vars(operator).items() if name[0] != "_" and callable(value) and name not in IN_PLACE}
PURE |= {copy.copy, copy.deepcopy, functools.reduce, functools.cmp_to_key}
PURE |= {collections.Counter, collections.deque, collections.defaultdict, collections.OrderedDict}
"""Functions and types that answer from their arguments alone, as they were before the submission came."""
PURE_IDS = {id(value) for value in PURE}
MODULES = {"math", "itertools", "operator", "copy", "functools", "collections", "sys"}


class World:
    """The module's names and what they stand for, looked up once each."""

    def __init__(self, reading: Reading, module: types.ModuleType, originals: dict[Any, Any]) -> None:
        """Look into `module`; `originals` gives the function behind each of our wrappers."""
        self._reading, self._module, self._originals = reading, module, originals
        self._text = function_rules.Text(reading)
        self._tables = data_flow.Tables(reading, module)
        self._dispatch = Dispatch(reading, self._tables)
        self._known: dict[Function, str | None] = {}
        self.watched: dict[Function, list[tuple[dict[str, Any], str, Any]]] = {}
        """Where each name of a function was found and what stood there."""
        self.classes = Classes(reading, module, originals)
        self.looks = Looks(reading, module, self.classes.fields)

    def doubt(self, functions: Iterable[Function]) -> str | None:
        """Return the first doubt about `functions`, as a sentence, or None when they keep nothing and see nothing."""
        chosen = sorted(functions, key=lambda function: function.line)
        for function in chosen:
            why = self._doubt(function)
            if why is not None:
                return f"{function.qualified} {why}"
        return self._doubt_together(chosen)

    def _doubt(self, function: Function) -> str | None:
        if function not in self._known:
            self.watched[function] = []
            self._known[function] = self._text.doubt(function) or self._about_all(function)
        return self._known[function]

    def _about_all(self, function: Function) -> str | None:
        if function.owner is not None:
            why = self.classes.doubt_about_owner(function)
            if why is not None:
                return why
        for name, scope in function.loads:
            owner = scope.owner_of(name.id)
            why = None
            if owner is None:
                why = self._about_global(function, name)
            elif name.id in owner.imports:
                why = self._about_value(function, name, imported(*owner.imports[name.id]))
            if why is not None:
                return why
        return self._about_rest(function)

    def _about_rest(self, function: Function) -> str | None:
        for node in function.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                why = self.looks.about_attribute(node)
            elif isinstance(node, ast.Compare):
                why = self.looks.about_identity(node)
            elif isinstance(node, ast.ExceptHandler):
                why = self.looks.about_handler(node)
            elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
                why = self.looks.about_defaults(node)
            else:
                why = None
            if why is not None:
                return why
        return None

    def _about_global(self, function: Function, node: ast.Name) -> str | None:
        names = vars(self._module)
        if node.id in names:
            value = names[node.id]
            if node.id in vars(builtins) and not self._reading.top(node.id):
                return f"uses {node.id}, which is not Python's own"
        else:
            names, value = vars(builtins), vars(builtins).get(node.id, ABSENT)
            # That nobody defines it on the way is watched too.
            self.watched[function].append((vars(self._module), node.id, ABSENT))
        self.watched[function].append((names, node.id, value))
        return None if value is ABSENT else self._about_value(function, node, value)

    def _about_value(self, function: Function, node: Any, value: Any) -> str | None:
        """Judge what `node`, a name or an attribute of a module, stands for."""
        kind = type(value)
        if is_constant(value, 0, self.classes.named) or _is_pure(value) or self.classes.is_exception(value):
            return None
        if kind is types.ModuleType:
            return self._about_module(function, node, value)
        if kind is types.FunctionType:
            return self._about_function(node, value, self._reading.top(_text(node)))
        if kind is type and self.classes.is_own(value):
            return self._about_class(node, value)
        return f"uses {_text(node)}" if callable(value) else self._about_data(function, node, value)

    def _about_data(self, function: Function, node: Any, value: Any) -> str | None:
        if data_flow.is_table(value):
            only_read = self._tables.only_read(function, node, value)
            return None if only_read else f"may change the global {_text(node)}"
        if not isinstance(node, ast.Name) or not holds_functions(value, lambda part: self._is_held(node, part)):
            return f"uses {_text(node)}, which is more than plain data"
        only_called = self._dispatch.only_called(function, node, value)
        return None if only_called else f"does more with {node.id} than call what is in it"

    def _about_module(self, function: Function, node: ast.AST, value: types.ModuleType) -> str | None:
        parent = self._reading.parents[node]
        if value is not sys.modules.get(value.__name__) or value.__name__ not in MODULES:
            return f"uses the module {_text(node)}"
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            return f"hands on the module {_text(node)}"
        found = vars(value).get(parent.attr, ABSENT)
        self.watched[function].append((vars(value), parent.attr, found))
        return None if _is_pure(found) or is_constant(found) else f"uses {_text(parent)}"

    def _is_held(self, node: ast.Name, part: Any) -> bool:
        """Tell whether `part` is a function that the file's text puts into what `node` names."""
        held = self._reading.held.get(node.id, ())
        is_global = self._reading.scopes[node].owner_of(node.id) is None
        return is_global and type(part) is types.FunctionType and self._about_function(node, part, held) is None

    def _about_function(self, node: Any, value: Any, meant: Iterable[Function]) -> str | None:
        """Judge a function object that must be one of those `meant`."""
        original = self._originals.get(value, value)
        own = [one for one in meant if is_code_of(one, original)]
        alike = [one for one in self._reading.functions if own and is_code_of(one, original)]
        if len(alike) != 1 or original.__globals__ is not vars(self._module):
            return f"uses {_text(node)}, which is no plain function of the file"
        if original.__closure__ or original.__dict__:
            return f"uses {_text(node)}, which carries something with it"
        if not all(map(is_constant, defaults_of(original))):
            return f"uses {_text(node)}, which has a default that can change"
        return None

    def _about_class(self, node: ast.Name, value: type) -> str | None:
        parent = self._reading.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(parent, ast.Attribute) and any(map(_changes_itself, self._reading.methods.get(parent.attr, ()))):
            return f"calls {node.id}.{parent.attr} on the class"
        good = (called or isinstance(parent, ast.Attribute)) and value.__name__ == node.id
        if self.classes.plain.get(value):
            good = called
        return self.classes.doubt(value) if good else f"hands on the class {node.id}"

    def _doubt_together(self, functions: list[Function]) -> str | None:
        """Return what speaks against `functions` only because of each other."""
        nodes = [(function, node) for function in functions for node in function.nodes]
        if not any(function.owner is not None for function in functions):
            return None
        for function, node in nodes:
            if isinstance(node, ast.Name) and node.id == "type":
                return f"{function.qualified} asks for the type of objects"
            if isinstance(node, ast.Name) and self._reading.top(node.id):
                parent = self._reading.parents[node]
                if not (isinstance(parent, ast.Call) and parent.func is node):
                    return f"{function.qualified} hands on the function {node.id}"
        return None


def _is_pure(value: Any) -> bool:
    return id(value) in PURE_IDS or value is boards.deepcopy


def _changes_itself(method: Function) -> bool:
    stores = (node for node in method.nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    return any(isinstance(node.value, ast.Name) and node.value.id == method.itself for node in stores)


def _text(node: Any) -> str:
    return str(node.id) if isinstance(node, ast.Name) else f"{_text(node.value)}.{node.attr}"
