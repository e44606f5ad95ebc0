"""
Judges whether the names of a function form a closed world once the module is imported, and what else it may do.

They do if each of them stands for plain data that no code changes, for a function or class of the file that is judged
in the same way, or for a builtin that answers from its arguments alone. A node that no rule objects to is pure. All
others get a treatment, which makes them harmless unless they are reached.
"""

from __future__ import annotations

import ast
import builtins
import enum
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from .call_graph import CallGraph, is_start_of_base
from .class_rules import ClassRules, carries_state, is_made_by
from .effects import PRINT, Effects, PrintedText
from .plain_values import MODULES, is_constant, is_pure
from .read_only_containers import ReadOnlyContainers, is_data_container
from .reasons import Reason
from .rules import MISSING, NodeRules, imported_value
from .scopes import Function

BINDING = (ast.NamedExpr, ast.Import, ast.ImportFrom, ast.MatchAs, ast.MatchStar, ast.MatchMapping)
"""Nodes that do nothing of interest but bind names."""


class Treatment(enum.Enum):
    """What is written into our copy of the code because of a doubt."""

    TRIPWIRE = "the expression or statement rejects the memo before it does anything else"
    AT_ENTRY = "the function rejects the memo as soon as it runs"
    CAUGHT = "a handler or `finally` first rejects the memo if the exception is a limit of Python or our own signal"
    ATOMS = "the comparison rejects the memo if an operand is not the only object of its value"


SELF_TESTING = {Treatment.CAUGHT, Treatment.ATOMS}
"""Treatments that reject the memo only if the doubt turns out to be right."""


class Doubt(NamedTuple):
    """A place in a function where its answer may depend on more than its arguments, or where it may keep state."""

    function: Function
    node: ast.AST
    why: Reason
    """Without the function, its first parameter."""
    treatment: Treatment

    @property
    def reason(self) -> Reason:
        """The whole reason."""
        return Reason(self.why.code, (self.function.qualified, *self.why.parameters))


Rule = Callable[[Function, Any], "Reason | None"]


class Meaning(NamedTuple):
    """A rule for one kind of node, and what is done where it objects."""

    rule: Rule
    treatment: Treatment = Treatment.TRIPWIRE


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
        self._read_only = ReadOnlyContainers(graph, module)
        self.watched: dict[Function, list[WatchedName]] = defaultdict(list)
        """All global names and attributes of modules that a function reads."""
        self.classes = ClassRules(graph, module, originals)
        self.rules = NodeRules(graph, effects, module)
        self._meanings = self._table_of_meanings()
        self._judged: dict[Function, list[Doubt]] = {}

    def doubts(self, functions: Iterable[Function]) -> list[Doubt]:
        """Return all reasons why `functions` may not answer from their arguments alone."""
        chosen = sorted(functions, key=lambda function: function.line)
        for function in chosen:
            if function not in self._judged:
                self._judged[function] = [*self._doubts_about(function)]
        found = [doubt for function in chosen for doubt in self._judged[function]]
        return [*found, *self._doubts_together(chosen)]

    def _doubts_about(self, function: Function) -> Iterator[Doubt]:
        """Yield the doubts about one function, in the order of its nodes."""
        for why in (self.rules.of_decorators(function), self._doubt_about_method(function)):
            if why is not None:
                yield Doubt(function, function.node, why, Treatment.AT_ENTRY)
        for node in function.nodes:
            for meaning in self._meanings.get(type(node), ()):
                why = meaning.rule(function, node)
                if why is not None:
                    yield Doubt(function, node, why, meaning.treatment)

    def _table_of_meanings(self) -> dict[Any, tuple[Meaning, ...]]:
        """Return what each kind of expression and statement may do to the answers of a function."""
        rules, at_entry, caught = self.rules, Treatment.AT_ENTRY, Treatment.CAUGHT
        binding, coroutine = Meaning(rules.of_binding), Meaning(_always("coroutine"))
        of_yield = Meaning(rules.of_yield, at_entry)
        table: dict[Any, tuple[Meaning, ...]] = {
            ast.Name: (Meaning(rules.of_name), binding, Meaning(self._doubt_about_read)),
            ast.Attribute: (Meaning(rules.of_attribute), Meaning(rules.of_read_attribute)),
            ast.Subscript: (Meaning(rules.of_subscript),),
            ast.Call: (Meaning(rules.of_call),),
            ast.BinOp: (Meaning(rules.of_binop),),
            ast.FormattedValue: (Meaning(rules.of_formatted_value),),
            ast.Set: (Meaning(rules.of_set),),
            ast.SetComp: (Meaning(rules.of_setcomp),),
            ast.Compare: (Meaning(rules.of_identity, Treatment.ATOMS),),
            ast.Lambda: (Meaning(rules.of_defaults),),
            ast.FunctionDef: (Meaning(rules.of_defaults), binding),
            **dict.fromkeys(BINDING, (binding,)),
            ast.MatchClass: (Meaning(_always("matches-classes")),),
            ast.ClassDef: (Meaning(_always("defines-class")),),
            ast.With: (Meaning(_always("with-statement")),),
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
            return Reason("uses", (node.id,))
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
        if is_constant(value) or is_pure(value):
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
        return Reason("uses", (_text(node),))

    def _doubt_about_module(self, function: Function, node: ast.AST, value: types.ModuleType) -> Reason | None:
        parent = self._graph.parents[node]
        if value is not self._module and (
            value is not sys.modules.get(value.__name__) or value.__name__ not in MODULES
        ):
            return Reason("uses", (_text(node),))
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            return Reason("hands-on", (_text(node),))
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
            return Reason("uses", (_text(node),))
        self.watched[function].append(WatchedName(vars(sys), "stdout", sys.stdout))
        return None if self._effects.is_call_of_print(node) else Reason("uses", (_text(node),))

    def _doubt_about_function(self, node: Any, value: Any, definitions: Iterable[Function]) -> Reason | None:
        """Judge a function object that one of `definitions` must have made."""
        original = self._originals.get(value, value)
        own = [one for one in definitions if is_made_by(one, original)]
        alike = [one for one in self._graph.functions if own and is_made_by(one, original)]
        plain = len(alike) == 1 and original.__globals__ is vars(self._module) and not carries_state(original)
        return None if plain else Reason("uses", (_text(node),))

    def _doubt_about_class(self, node: ast.Name, value: type) -> Reason | None:
        parent = self._graph.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(parent, ast.Attribute) and any(map(_changes_self, self._graph.methods.get(parent.attr, ()))):
            return Reason("uses-class", (node.id,))
        allowed = (called or isinstance(parent, ast.Attribute)) and value.__name__ == node.id
        return self.classes.doubt(value) if allowed else Reason("hands-on", (node.id,))

    def _doubt_about_exception(self, node: Any, value: type) -> Reason | None:
        """Allow to make, raise and catch an exception; one with methods may not be handed on, or they be called."""
        parent = self._graph.parents[node]
        if _text(node) != value.__name__ and self.classes.has_methods(value):
            return Reason("hands-on", (value.__name__,))  # its `__init__` is found by the name of the class
        if isinstance(parent, ast.Tuple):
            parent = self._graph.parents[parent]
        made = isinstance(parent, ast.Call) and (parent.func is node or ast.unparse(parent.func) == "super")
        if made or isinstance(parent, (ast.Raise, ast.ExceptHandler)) or not self.classes.has_methods(value):
            return None
        return Reason("hands-on", (value.__name__,))

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
                    yield Doubt(function, name, Reason("hands-on", (name.id,)), Treatment.TRIPWIRE)


def _always(code: str) -> Rule:
    return lambda _function, _node: Reason(code)


def _changes_self(method: Function) -> bool:
    stores = (node for node in method.nodes if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    return any(isinstance(node.value, ast.Name) and node.value.id == method.self_name for node in stores)


def _text(node: Any) -> str:
    return str(node.id) if isinstance(node, ast.Name) else f"{_text(node.value)}.{node.attr}"
