"""
Judges after the import whether the names in a function form a closed world, and what else the function may do.

In a closed world each name stands for plain data that no code changes, for a function of the file that is judged in the
same way, for an exception without methods, or for a builtin whose answers depend only on arguments. A node is pure if
no rule objects. Every other node, and every method, gets a treatment: harmless code unless the node is reached.
"""

from __future__ import annotations

import ast
import builtins
import enum
import re
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from .call_graph import CallGraph
from .effects import PRINT, Effects, PrintedText
from .obstacle import Obstacle
from .plain_values import MODULES, OF_PATTERNS, PURE_BUILTINS, compiles_quietly, is_constant, is_pure
from .read_only_containers import ReadOnlyContainers, is_data_container
from .rules import MISSING, NodeRules
from .scopes import Function

BINDING = (ast.NamedExpr, ast.Import, ast.ImportFrom, ast.MatchAs, ast.MatchStar, ast.MatchMapping)
"""Nodes whose only effect is to bind names."""
EXCEPTION_IDS = {
    id(value) for value in vars(builtins).values() if isinstance(value, type) and issubclass(value, BaseException)
}
IN_EVERY_CLASS = {"__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__"}
IN_EVERY_CLASS |= {"__firstlineno__", "__static_attributes__", "__annotate_func__"}


class Treatment(enum.Enum):
    """The code that a doubt adds to our copy of the file."""

    TRIPWIRE = "the expression or statement rejects the memo before it does anything else"
    AT_ENTRY = "the function rejects the memo as soon as it runs"
    CAUGHT = "a handler or `finally` first rejects the memo if the exception is a limit of Python or our own signal"
    ATOMS = "the comparison rejects the memo if an operand is not the only object of its value"


SELF_TESTING = {Treatment.CAUGHT, Treatment.ATOMS}
"""Treatments that reject the memo only if the doubt turns out to be right."""


class Doubt(NamedTuple):
    """A place where a function's answer may depend on more than arguments, or where the function may keep state."""

    function: Function
    node: ast.AST
    why: Obstacle
    """Without the function, its first parameter."""
    treatment: Treatment

    @property
    def reason(self) -> Obstacle:
        return Obstacle(self.why.code, (self.function.qualified, *self.why.parameters))


Rule = Callable[[Function, Any], "Obstacle | None"]


class Meaning(NamedTuple):
    """A rule for one kind of node, and the treatment if the rule objects."""

    rule: Rule
    treatment: Treatment = Treatment.TRIPWIRE


class WatchedName(NamedTuple):
    """A name that a memoized function reads: its dictionary and its value there."""

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
        """Judge the functions of `module`; `originals` has the function behind each wrapper."""
        self._graph, self._module, self._originals = graph, module, originals
        self._effects, self._output = effects, output
        self._read_only = ReadOnlyContainers(graph, module)
        self.watched: dict[Function, list[WatchedName]] = defaultdict(list)
        """All global names and attributes of modules that a function reads."""
        self.never_read: list[Any] = []
        """Lists of the file to which it only appends: their values may change."""
        self.rules = NodeRules(graph, effects, module)
        self._meanings = self._table_of_meanings()
        self._judged: dict[Function, list[Doubt]] = {}

    def doubts(self, functions: Iterable[Function]) -> list[Doubt]:
        """Return all reasons why the answers of `functions` may depend on more than arguments."""
        chosen = sorted(functions, key=lambda function: function.line)
        for function in chosen:
            if function not in self._judged:
                self._judged[function] = [*self._doubts_about(function)]
        return [doubt for function in chosen for doubt in self._judged[function]]

    def _doubts_about(self, function: Function) -> Iterator[Doubt]:
        if function.class_name is not None:
            yield Doubt(function, function.node, Obstacle("uses-class", (function.class_name,)), Treatment.AT_ENTRY)
            return
        if function.decorators:
            yield Doubt(function, function.node, Obstacle("decorated"), Treatment.AT_ENTRY)
        for node in function.nodes:
            for meaning in self._meanings.get(type(node), ()):
                why = meaning.rule(function, node)
                if why is not None:
                    yield Doubt(function, node, why, meaning.treatment)

    def _table_of_meanings(self) -> dict[Any, tuple[Meaning, ...]]:
        rules, at_entry, caught = self.rules, Treatment.AT_ENTRY, Treatment.CAUGHT
        binding, coroutine = Meaning(rules.of_binding), Meaning(_always("uses", "async"))
        of_yield = Meaning(rules.of_yield, at_entry)
        table: dict[Any, tuple[Meaning, ...]] = {
            ast.Name: (Meaning(rules.of_name), binding, Meaning(self._doubt_about_read)),
            ast.Attribute: (Meaning(rules.of_attribute),),
            ast.Subscript: (Meaning(rules.of_subscript),),
            ast.Call: (Meaning(rules.of_call),),
            **dict.fromkeys((ast.BinOp, ast.FormattedValue, ast.Set, ast.SetComp), (Meaning(rules.of_addresses),)),
            ast.Compare: (Meaning(rules.of_identity, Treatment.ATOMS),),
            ast.Lambda: (Meaning(rules.of_defaults),),
            ast.FunctionDef: (Meaning(rules.of_defaults), binding),
            **dict.fromkeys(BINDING, (binding,)),
            ast.MatchClass: (Meaning(_always("matches-classes")),),
            ast.ClassDef: (Meaning(_always("uses", "class")),),
            ast.With: (Meaning(_always("uses", "with")),),
            ast.Raise: (Meaning(rules.of_raise),),
            ast.Try: (Meaning(rules.of_finally, caught),),
            ast.ExceptHandler: (binding, Meaning(rules.of_handler, caught)),
            ast.Yield: (of_yield,),
            ast.YieldFrom: (of_yield,),
            **dict.fromkeys((ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef), (coroutine,)),
        }
        if hasattr(ast, "TryStar"):  # from Python 3.11 on
            table[ast.TryStar] = (Meaning(_always("catches-groups")),)
        return table

    def _doubt_about_read(self, function: Function, node: ast.Name) -> Obstacle | None:
        if not isinstance(node.ctx, ast.Load):
            return None
        owner = self._graph.scopes[node].owner_of(node.id)
        if owner is None:
            return self._doubt_about_global(function, node)
        return self._doubt_about_import(function, node) if node.id in owner.imports else None

    def _doubt_about_import(self, function: Function, node: ast.Name) -> Obstacle | None:
        """Judge a name that the function imports itself: the same module in every call."""
        path, name = self._graph.imported(function, node) or ("", "")
        module = sys.modules.get(path)
        if type(module) is not types.ModuleType or path not in MODULES:
            return Obstacle("uses", (node.id,))
        self.watched[function].append(WatchedName(sys.modules, path, module))
        if not name:
            return self._doubt_about_module(function, node, module)
        value = vars(module).get(name, MISSING)
        self.watched[function].append(WatchedName(vars(module), name, value))
        return None if self._never_changes(node, value) else Obstacle("uses", (node.id,))

    def _doubt_about_global(self, function: Function, node: ast.Name) -> Obstacle | None:
        names = vars(self._module)
        if node.id not in names:
            names = vars(builtins)
        value = names.get(node.id, MISSING)
        replaces = names is vars(self._module) and node.id in vars(builtins) and not self._graph.top_level(node.id)
        is_other = names is vars(builtins) and is_pure(value) and PURE_BUILTINS.get(node.id) is not value
        if is_other or (replaces and not is_constant(value)):
            return Obstacle("uses", (node.id,))
        why = None if value is MISSING else self._doubt_about_value(function, node, value)
        if why is None:
            self.watched[function].append(WatchedName(names, node.id, value))
            if names is not vars(self._module):
                # The module must not define the name later either.
                self.watched[function].append(WatchedName(vars(self._module), node.id, MISSING))
        return why

    def _doubt_about_value(self, function: Function, node: Any, value: Any) -> Obstacle | None:
        """Judge the `value` of `node`, a name or an attribute of a module."""
        if self._never_changes(node, value):
            return None
        if type(value) is types.ModuleType:
            return self._doubt_about_module(function, node, value)
        judge = self._doubt_about_callable if callable(value) else self._doubt_about_data
        return judge(function, node, value)

    def _doubt_about_callable(self, function: Function, node: Any, value: Any) -> Obstacle | None:
        if value is PRINT:
            return self._doubt_about_print(function, node)
        if type(value) is types.FunctionType:
            return self._doubt_about_function(node, value, self._graph.top_level(_text(node)))
        if self._is_exception(value):
            return None
        return Obstacle("uses-class" if type(value) is type else "uses", (_text(node),))

    def _doubt_about_data(self, function: Function, node: Any, value: Any) -> Obstacle | None:
        if is_data_container(value):
            if isinstance(node, ast.Name) and self._read_only.is_never_read(node, value):
                self.never_read.append(value)
                return None
            allowed = self._read_only.allows(node, value)
            return None if allowed else Obstacle("may-change-global", (_text(node),))
        return None if type(value) is re.Pattern else Obstacle("uses", (_text(node),))

    def _doubt_about_module(self, function: Function, node: ast.AST, value: types.ModuleType) -> Obstacle | None:
        parent = self._graph.parents[node]
        is_pure_module = value is sys.modules.get(value.__name__) and value.__name__ in MODULES
        if is_pure_module and isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load):
            return self._doubt_about_part(function, parent, value)
        return Obstacle("uses", (_text(node),))

    def _doubt_about_part(self, function: Function, node: ast.Attribute, module: types.ModuleType) -> Obstacle | None:
        found = vars(module).get(node.attr, MISSING)
        if not self._never_changes(node, found):
            return Obstacle("uses", (_text(node),))
        self.watched[function].append(WatchedName(vars(module), node.attr, found))
        return None

    def _never_changes(self, node: Any, value: Any) -> bool:
        """Tell whether the `value` of `node` is a constant, or a function of Python whose answers are as fixed."""
        return is_constant(value) or is_pure(value) or (id(value) in OF_PATTERNS and self._writes_pattern(node, value))

    def _writes_pattern(self, node: Any, value: Any) -> bool:
        """Tell whether `node`, a function of `re`, is called at once with a text as pattern and without flags."""
        call: Any = self._graph.parents[node]
        is_call = isinstance(call, ast.Call) and call.func is node and not call.keywords
        pattern = call.args[0] if is_call and len(call.args) == OF_PATTERNS[id(value)] else None
        text = pattern.value if isinstance(pattern, ast.Constant) else None
        return isinstance(text, str) and compiles_quietly(text)

    def _doubt_about_print(self, function: Function, node: ast.Name) -> Obstacle | None:
        """Judge a name of Python's own `print`; entries must keep its output."""
        if self._output is None or sys.stdout is not self._output:
            return Obstacle("uses", (_text(node),))
        self.watched[function].append(WatchedName(vars(sys), "stdout", sys.stdout))
        is_print = _text(node) == "print" and self._effects.is_call_of_print(node)
        return None if is_print else Obstacle("uses", (_text(node),))

    def _doubt_about_function(self, node: Any, value: Any, definitions: Iterable[Function]) -> Obstacle | None:
        """Judge a function object that one of `definitions` must have made."""
        original = self._originals.get(value, value)
        own = [one for one in definitions if is_made_by(one, original)]
        alike = [one for one in self._graph.functions if own and is_made_by(one, original)]
        plain = len(alike) == 1 and original.__globals__ is vars(self._module) and not carries_state(original)
        return None if plain else Obstacle("uses", (_text(node),))

    def _is_exception(self, value: Any) -> bool:
        """Tell whether `value` is an exception of Python, or an exception of the file that adds nothing."""
        if not isinstance(value, type) or not issubclass(value, BaseException):
            return False
        return all(one is object or id(one) in EXCEPTION_IDS or self._adds_nothing(one) for one in value.__mro__)

    def _adds_nothing(self, value: Any) -> bool:
        own = type(value) is type and value.__module__ == self._module.__name__
        return own and vars(value).keys() <= IN_EVERY_CLASS


def _always(code: str, *names: str) -> Rule:
    return lambda _function, _node: Obstacle(code, names)


def is_made_by(definition: Function, value: Any) -> bool:
    code = getattr(value, "__code__", None)
    return code is not None and (code.co_name, code.co_firstlineno) == definition.code_key


def carries_state(function: Any) -> bool:
    """Tell whether a function object has outer variables, attributes or defaults that can change."""
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return bool(function.__closure__ or function.__dict__ or not all(map(is_constant, defaults)))


def _text(node: Any) -> str:
    return str(node.id) if isinstance(node, ast.Name) else f"{_text(node.value)}.{node.attr}"
