"""
Judges whether the names of a function form a closed world once the module is imported.

They do if each of them stands for plain data that no code changes, for a function or class of the file that is judged
in the same way, or for a builtin that answers from its arguments alone.
"""

from __future__ import annotations

import ast
import builtins
import sys
import types
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .call_graph import CallGraph, is_start_of_base
from .class_rules import ClassRules, defaults_of, is_made_by
from .effects import PRINT, Effects
from .expression_rules import MISSING, ExpressionRules, imported_value
from .function_rules import FunctionRules
from .meanings import Doubt, Meanings, Treatment
from .plain_values import MODULES, is_constant, is_pure
from .read_only_containers import DataFlow, ReadOnlyContainers, is_data_container
from .reasons import Reason
from .recorder import PrintedText
from .scopes import Function


class WatchedName(NamedTuple):
    """A name that a memoized function reads: the dictionary that it is looked up in, and the value found there."""

    names: dict[str, Any]
    name: str
    value: Any


class ClosedWorld:
    """Judges the functions of one imported module, each once."""

    def __init__(
        self,
        graph: CallGraph,
        module: types.ModuleType,
        originals: dict[Any, Any],
        effects: Effects,
        output: PrintedText | None,
    ) -> None:
        """
        Judge the functions of `module`; `originals` has the function behind each wrapper.

        Entries keep the `effects`, and what is printed to `output`, if this is known.
        """
        self._graph, self._module, self._originals = graph, module, originals
        self._effects, self._output = effects, output
        self._read_only = DataFlow(graph, ReadOnlyContainers(graph, module))
        self.watched: dict[Function, list[WatchedName]] = defaultdict(list)
        """All global names and attributes of modules that a function reads."""
        self.classes = ClassRules(graph, module, originals)
        self.expressions = ExpressionRules(graph, module, self.classes.fields)
        self._meanings = Meanings(
            FunctionRules(graph, effects), self.expressions, self._doubt_about_read, self._doubt_about_method
        )

    def doubts(self, functions: Iterable[Function]) -> list[Doubt]:
        """Return all reasons why `functions` may not answer from their arguments alone."""
        chosen = sorted(functions, key=lambda function: function.line)
        found = [doubt for function in chosen for doubt in self._meanings.doubts(function)]
        return [*found, *self._doubts_together(chosen)]

    def _doubt_about_method(self, function: Function) -> Reason | None:
        return None if function.class_name is None else self.classes.doubt_about_method(function)

    def _doubt_about_read(self, function: Function, node: ast.Name) -> Reason | None:
        """Judge what a name that is read stands for."""
        if not isinstance(node.ctx, ast.Load):
            return None
        owner = self._graph.scopes[node].owner_of(node.id)
        if owner is None:
            return self._doubt_about_global(function, node)
        if node.id not in owner.imports:
            return None
        found = owner.imports[node.id]
        if found.attribute is not None and sys.modules.get(found.module) is self._module:
            return Reason("uses", (node.id,))  # what it stands for now need not be what it stands for later
        return self._doubt_about_value(function, node, imported_value(found))

    def _doubt_about_global(self, function: Function, node: ast.Name) -> Reason | None:
        names = vars(self._module)
        if node.id not in names:
            names = vars(builtins)
        value = names.get(node.id, MISSING)
        replaces = names is vars(self._module) and node.id in vars(builtins) and not self._graph.top_level(node.id)
        if replaces and not is_constant(value):
            return Reason("not-pythons-own", (node.id,))
        start = self._graph.parents.get(self._graph.parents[node])
        begins = value is super and isinstance(start, ast.Attribute) and is_start_of_base(start)
        why = None if value is MISSING or begins else self._doubt_about_value(function, node, value)
        if why is None:
            self.watched[function].append(WatchedName(names, node.id, value))
            if names is not vars(self._module):
                # The module must not define it later either.
                self.watched[function].append(WatchedName(vars(self._module), node.id, MISSING))
        return why

    def _doubt_about_value(self, function: Function, node: Any, value: Any) -> Reason | None:
        """Judge the `value` of `node`, a name or an attribute of a module."""
        if is_constant(value, 0, self.classes.frozen) or is_pure(value):
            return None
        if type(value) is types.ModuleType:
            return self._doubt_about_module(function, node, value)
        judge = self._doubt_about_callable if callable(value) else self._doubt_about_data
        return judge(function, node, value)

    def _doubt_about_callable(self, function: Function, node: Any, value: Any) -> Reason | None:
        if value is PRINT:
            return self._doubt_about_print(function, node)
        if type(value) is types.FunctionType:
            return self._doubt_about_function(node, value, self._graph.top_level(_text(node)))
        if self.classes.is_exception(value):
            return self._doubt_about_exception(node, value)
        if type(value) is type and self.classes.is_own(value):
            return self._doubt_about_class(node, value)
        return Reason("uses", (_text(node),))

    def _doubt_about_data(self, function: Function, node: Any, value: Any) -> Reason | None:
        if is_data_container(value):
            allowed = self._read_only.allows(function, node, value)
            return None if allowed else Reason("may-change-global", (_text(node),))
        return Reason("more-than-data", (_text(node),))

    def _doubt_about_module(self, function: Function, node: ast.AST, value: types.ModuleType) -> Reason | None:
        parent = self._graph.parents[node]
        if value is not self._module and (
            value is not sys.modules.get(value.__name__) or value.__name__ not in MODULES
        ):
            return Reason("uses-module", (_text(node),))
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            return Reason("hands-on-module", (_text(node),))
        return self._doubt_about_part(function, parent, value)

    def _doubt_about_part(self, function: Function, node: ast.Attribute, module: types.ModuleType) -> Reason | None:
        found = vars(module).get(node.attr, MISSING)
        if type(found) is types.FunctionType and module is self._module:  # the file imports itself
            why = self._doubt_about_function(node, found, self._graph.top_level(node.attr))
        else:
            printed_to = found is self._output and self._effects.is_file_of_print(node)
            harmless = printed_to or is_pure(found) or is_constant(found)
            why = None if harmless else Reason("uses", (_text(node),))
        if why is not None:
            return why
        self.watched[function].append(WatchedName(vars(module), node.attr, found))
        return None

    def _doubt_about_print(self, function: Function, node: ast.Name) -> Reason | None:
        """Judge a name that stands for Python's own `print`; its output must be what entries keep."""
        if self._output is None or sys.stdout is not self._output:
            return Reason("output-unknown", (_text(node),))
        self.watched[function].append(WatchedName(vars(sys), "stdout", sys.stdout))
        return None if self._effects.is_call_of_print(node) else Reason("more-than-print", (_text(node),))

    def _doubt_about_function(self, node: Any, value: Any, definitions: Iterable[Function]) -> Reason | None:
        """Judge a function object that one of `definitions` must have made."""
        original = self._originals.get(value, value)
        own = [one for one in definitions if is_made_by(one, original)]
        alike = [one for one in self._graph.functions if own and is_made_by(one, original)]
        if len(alike) != 1 or original.__globals__ is not vars(self._module):
            return Reason("uses-no-plain-function", (_text(node),))
        if original.__closure__ or original.__dict__:
            return Reason("uses-carrying", (_text(node),))
        if not all(map(is_constant, defaults_of(original))):
            return Reason("uses-changeable-default", (_text(node),))
        return None

    def _doubt_about_class(self, node: ast.Name, value: type) -> Reason | None:
        parent = self._graph.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(parent, ast.Attribute) and any(map(_changes_self, self._graph.methods.get(parent.attr, ()))):
            return Reason("calls-on-class", (f"{node.id}.{parent.attr}",))
        allowed = (called or isinstance(parent, ast.Attribute)) and value.__name__ == node.id
        if self.classes.plain.get(value):
            allowed = called
        return self.classes.doubt(value) if allowed else Reason("hands-on-class", (node.id,))

    def _doubt_about_exception(self, node: Any, value: type) -> Reason | None:
        """Allow to make, raise and catch an exception; one with methods may not be handed on, or they be called."""
        parent = self._graph.parents[node]
        if _text(node) != value.__name__ and self.classes.has_methods(value):
            return Reason("hands-on-class", (value.__name__,))  # its `__init__` is found by the name of the class
        if isinstance(parent, ast.Tuple):
            parent = self._graph.parents[parent]
        made = isinstance(parent, ast.Call) and (parent.func is node or ast.unparse(parent.func) == "super")
        if made or isinstance(parent, (ast.Raise, ast.ExceptHandler)) or not self.classes.has_methods(value):
            return None
        return Reason("hands-on-class", (value.__name__,))

    def _doubts_together(self, functions: list[Function]) -> Iterator[Doubt]:
        """Judge `functions` together: if some are methods, an instance may appear where another value is expected."""
        names = {function.class_name for function in functions}
        if names <= {None, *self.classes.exceptions}:
            return
        for function, name in ((one, node) for one in functions for node, _scope in one.reads):
            if name.id == "type" and self._graph.is_global(name):
                yield Doubt(function, name, Reason("asks-for-type"), Treatment.TRIPWIRE)
            if self._graph.top_level(name.id) and self._graph.is_global(name):
                parent = self._graph.parents[name]
                if not (isinstance(parent, ast.Call) and parent.func is name):
                    yield Doubt(function, name, Reason("hands-on-function", (name.id,)), Treatment.TRIPWIRE)


def _changes_self(method: Function) -> bool:
    stores = (node for node in method.nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    return any(isinstance(node.value, ast.Name) and node.value.id == method.self_name for node in stores)


def _text(node: Any) -> str:
    return str(node.id) if isinstance(node, ast.Name) else f"{_text(node.value)}.{node.attr}"
