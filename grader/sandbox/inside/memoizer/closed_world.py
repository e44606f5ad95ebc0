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
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from .call_graph import CallGraph
from .class_rules import ClassRules, defaults_of, is_made_by
from .data_flow import DataFlow
from .effects import PRINT, Effects
from .expression_rules import MISSING, ExpressionRules, imported_value
from .function_containers import FunctionContainers, holds_functions
from .function_rules import FunctionRules
from .plain_values import is_constant
from .pure_builtins import MODULES, is_pure
from .read_only_containers import ReadOnlyContainers, is_data_container
from .recorder import Output
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
        output: Output | None,
    ) -> None:
        """
        Judge the functions of `module`; `originals` has the function behind each wrapper.

        Entries keep the `effects`, and what is printed to `output`, if this is known.
        """
        self._graph, self._module, self._originals = graph, module, originals
        self._effects, self._output = effects, output
        self._function_rules = FunctionRules(graph, effects)
        self._read_only = DataFlow(graph, ReadOnlyContainers(graph, module))
        self._only_called = DataFlow(graph, FunctionContainers(graph))
        self._judged: dict[Function, str | None] = {}
        self.watched: dict[Function, list[WatchedName]] = {}
        """All global names and attributes of modules that a function reads."""
        self.classes = ClassRules(graph, module, originals)
        self.expressions = ExpressionRules(graph, module, self.classes.fields)

    def doubt(self, functions: Iterable[Function]) -> str | None:
        """Return the first reason why `functions` may not answer from their arguments alone, as a sentence, or None."""
        chosen = sorted(functions, key=lambda function: function.line)
        for function in chosen:
            why = self._doubt(function)
            if why is not None:
                return f"{function.qualified} {why}"
        return self._doubt_together(chosen)

    def _doubt(self, function: Function) -> str | None:
        if function not in self._judged:
            self.watched[function] = []
            self._judged[function] = self._function_rules.doubt(function) or self._doubt_about_names(function)
        return self._judged[function]

    def _doubt_about_names(self, function: Function) -> str | None:
        if function.class_name is not None:
            why = self.classes.doubt_about_method(function)
            if why is not None:
                return why
        for name, scope in function.reads:
            owner = scope.owner_of(name.id)
            why = None
            if owner is None:
                why = self._doubt_about_global(function, name)
            elif name.id in owner.imports:
                why = self._doubt_about_value(function, name, imported_value(owner.imports[name.id]))
            if why is not None:
                return why
        return self._doubt_about_expressions(function)

    def _doubt_about_expressions(self, function: Function) -> str | None:
        for node in function.nodes:
            judge = self._judges.get(type(node))
            stored = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
            why = judge(self.expressions, node) if judge is not None and not stored else None
            if why is not None:
                return why
        return None

    def _doubt_about_global(self, function: Function, node: ast.Name) -> str | None:
        names = vars(self._module)
        if node.id in names:
            value = names[node.id]
            if node.id in vars(builtins) and not self._graph.top_level(node.id):
                return f"uses {node.id}, which is not Python's own"
        else:
            names, value = vars(builtins), vars(builtins).get(node.id, MISSING)
            # The module must not define it later either.
            self.watched[function].append(WatchedName(vars(self._module), node.id, MISSING))
        self.watched[function].append(WatchedName(names, node.id, value))
        return None if value is MISSING else self._doubt_about_value(function, node, value)

    def _doubt_about_value(self, function: Function, node: Any, value: Any) -> str | None:
        """Judge the `value` of `node`, a name or an attribute of a module."""
        kind = type(value)
        if value is PRINT:
            return self._doubt_about_print(function, node)
        if is_constant(value, 0, self.classes.frozen) or is_pure(value) or self.classes.is_exception(value):
            return None
        if kind is types.ModuleType:
            return self._doubt_about_module(function, node, value)
        if kind is types.FunctionType:
            return self._doubt_about_function(node, value, self._graph.top_level(_text(node)))
        if kind is type and self.classes.is_own(value):
            return self._doubt_about_class(node, value)
        return f"uses {_text(node)}" if callable(value) else self._doubt_about_data(function, node, value)

    def _doubt_about_data(self, function: Function, node: Any, value: Any) -> str | None:
        if is_data_container(value):
            return None if self._read_only.allows(function, node, value) else f"may change the global {_text(node)}"
        if not isinstance(node, ast.Name) or not holds_functions(
            value, lambda part: self._is_named_function(node, part)
        ):
            return f"uses {_text(node)}, which is more than plain data"
        return (
            None
            if self._only_called.allows(function, node, value)
            else f"does more with {node.id} than call what is in it"
        )

    def _doubt_about_module(self, function: Function, node: ast.AST, value: types.ModuleType) -> str | None:
        parent = self._graph.parents[node]
        if value is not sys.modules.get(value.__name__) or value.__name__ not in MODULES:
            return f"uses the module {_text(node)}"
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            return f"hands on the module {_text(node)}"
        found = vars(value).get(parent.attr, MISSING)
        self.watched[function].append(WatchedName(vars(value), parent.attr, found))
        if found is self._output and self._effects.is_file_of_print(parent):
            return None
        return None if is_pure(found) or is_constant(found) else f"uses {_text(parent)}"

    def _doubt_about_print(self, function: Function, node: ast.Name) -> str | None:
        """Judge a name that stands for Python's own `print`; its output must be what entries keep."""
        self.watched[function].append(WatchedName(vars(sys), "stdout", sys.stdout))
        if self._output is None or sys.stdout is not self._output:
            return f"uses {_text(node)}, and what is printed is not known"
        return None if self._effects.is_call_of_print(node) else f"does more with {_text(node)} than call it"

    def _is_named_function(self, node: ast.Name, part: Any) -> bool:
        """Tell whether `part` is a function that the text puts into the container called `node`."""
        written = self._graph.functions_in_containers.get(node.id, ())
        is_global = self._graph.scopes[node].owner_of(node.id) is None
        return (
            is_global and type(part) is types.FunctionType and self._doubt_about_function(node, part, written) is None
        )

    def _doubt_about_function(self, node: Any, value: Any, definitions: Iterable[Function]) -> str | None:
        """Judge a function object that one of `definitions` must have made."""
        original = self._originals.get(value, value)
        own = [one for one in definitions if is_made_by(one, original)]
        alike = [one for one in self._graph.functions if own and is_made_by(one, original)]
        if len(alike) != 1 or original.__globals__ is not vars(self._module):
            return f"uses {_text(node)}, which is no plain function of the file"
        if original.__closure__ or original.__dict__:
            return f"uses {_text(node)}, which carries something with it"
        if not all(map(is_constant, defaults_of(original))):
            return f"uses {_text(node)}, which has a default that can change"
        return None

    def _doubt_about_class(self, node: ast.Name, value: type) -> str | None:
        parent = self._graph.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(parent, ast.Attribute) and any(map(_changes_self, self._graph.methods.get(parent.attr, ()))):
            return f"calls {node.id}.{parent.attr} on the class"
        allowed = (called or isinstance(parent, ast.Attribute)) and value.__name__ == node.id
        if self.classes.plain.get(value):
            allowed = called
        return self.classes.doubt(value) if allowed else f"hands on the class {node.id}"

    def _doubt_together(self, functions: list[Function]) -> str | None:
        """Judge `functions` together: if some are methods, an instance may appear where another value is expected."""
        if not any(function.class_name is not None for function in functions):
            return None
        for function, node in ((one, node) for one in functions for node in one.nodes):
            if isinstance(node, ast.Name) and node.id == "type":
                return f"{function.qualified} asks for the type of objects"
            if isinstance(node, ast.Name) and self._graph.top_level(node.id):
                parent = self._graph.parents[node]
                if not (isinstance(parent, ast.Call) and parent.func is node):
                    return f"{function.qualified} hands on the function {node.id}"
        return None

    _judges: ClassVar[dict[type[ast.AST], Callable[[ExpressionRules, Any], str | None]]] = {
        ast.Attribute: ExpressionRules.doubt_about_attribute,
        ast.Compare: ExpressionRules.doubt_about_identity,
        ast.ExceptHandler: ExpressionRules.doubt_about_handler,
        ast.FunctionDef: ExpressionRules.doubt_about_defaults,
        ast.Lambda: ExpressionRules.doubt_about_defaults,
    }


def _changes_self(method: Function) -> bool:
    stores = (node for node in method.nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    return any(isinstance(node.value, ast.Name) and node.value.id == method.self_name for node in stores)


def _text(node: Any) -> str:
    return str(node.id) if isinstance(node, ast.Name) else f"{_text(node.value)}.{node.attr}"
