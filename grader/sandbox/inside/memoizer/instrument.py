"""
Decorates the recursive functions of a file in its syntax tree, before it is imported.

When the module runs, the decorator puts a wrapper in the place of each function object. Whether the wrappers may keep
answers is decided later (`decide`).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from .answers import Closure
from .cache import Memo
from .call_graph import CallGraph
from .class_rules import SPECIAL_METHODS
from .effects import Effects
from .reasons import Reason
from .scopes import Function, ImportedName, functions_around
from .variables import Variable
from .wrapper import WrapperFactory

DECORATOR_NAME = "<memoize>"
"""The global name of the decorator in the student's module; no Python file can contain such a name."""


class Instrumentation:
    """The decorated functions of one file; `targets` are in the order of their lines."""

    def __init__(self, tree: ast.Module, search: str, memo: Memo) -> None:
        """Decorate in `tree` what may be memoized below the function called `search`, with wrappers that use `memo`."""
        self.graph = CallGraph(tree)
        self.targets = self._recursive(search)
        self.originals: dict[Any, Any] = {}
        """The function behind each wrapper at module level."""
        self.name_clash: Reason | None = None
        """Reports two outer variables of one name, of which a decorator sees only one; None if there are none."""
        self.effects = Effects(self.graph, self.targets, self.reachable)
        self._factories = [WrapperFactory(memo, self.effects.of(target)) for target in self.targets]
        for at, target in enumerate(self.targets):
            self._decorate(target, at)

    @property
    def refused(self) -> list[str]:
        """The targets that could not be wrapped, because of parameters such as ``*args``."""
        pairs = zip(self.targets, self._factories, strict=True)
        return [target.qualified for target, factory in pairs if factory.refused]

    @functools.cached_property
    def reachable(self) -> set[Function]:
        """The targets and all functions that they may call."""
        return set(self.targets).union(*map(self.graph.reach, self.targets))

    def decorator(self, at: int, closure: Closure | None, changed: Closure | None) -> Callable[[Any], Any]:
        """
        Return the decorator of target number `at`.

        `closure` returns the outer variables that its answers depend on, `changed` those whose changes are kept.
        """

        def memoize(function: Any) -> Any:
            wrapper = self._factories[at].wrap(function, closure, changed)
            if self.targets[at].outer is self.graph.root:
                self.originals[wrapper] = function
            return wrapper

        return memoize

    def _recursive(self, search: str) -> list[Function]:
        """Return the functions that `search` may call and that may call themselves, directly or not."""
        below: set[Function] = set()
        for start in self.graph.top_level(search):
            below |= {start} | self.graph.reach(start)
        named = [one for one in below if isinstance(one.node, ast.FunctionDef)]
        found = [one for one in named if self.graph.calls_itself(one) and one.name not in SPECIAL_METHODS]
        return sorted(found, key=lambda one: one.line)

    def _decorate(self, target: Function, at: int) -> None:
        """Write ``@<memoize>(at, lambda: (read, variables), lambda: (changed, variables))`` above the definition."""
        kept = self.effects.of(target)
        changed = [*kept.outer_counters, *kept.outer_last_values] if kept is not None else []
        closures = [_closure(self._outer_names(target)), _closure(changed)]
        call = ast.Call(ast.Name(DECORATOR_NAME, ast.Load()), [ast.Constant(at), *closures], [])
        # Put it on the line of the definition, which must stay the first line of the code object.
        for node in ast.walk(call):
            if isinstance(node, ast.expr):
                node.lineno, node.col_offset = target.node.lineno, target.node.col_offset
                node.end_lineno, node.end_col_offset = target.node.lineno, target.node.col_offset
        target.node.decorator_list.append(call)

    def _outer_names(self, target: Function) -> list[str]:
        """Return the variables of the functions around `target` that its answers may depend on."""
        around = functions_around(target)
        names = set()
        for function in {target} | self.graph.reach(target):
            for name, scope in function.reads:
                owner = scope.owner_of(name.id)
                # A function around it that is called again reads new variables of its own.
                if owner is None or owner.function is function or owner.function not in around:
                    continue
                if target.scope.parent is None or target.scope.parent.owner_of(name.id) is not owner:
                    self.name_clash = Reason("two-variables", (target.qualified, name.id))
                only = self.graph.variables.only_function(Variable(owner, name.id))
                if only is None or not has_fixed_defaults(self.graph, only):
                    names.add(name.id)
        return sorted(names)


def _closure(names: list[str]) -> ast.expr:
    """Return the text of a function that returns the variables called `names`; ``None`` if there are none."""
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, values) if names else ast.Constant(None)


def has_fixed_defaults(graph: CallGraph, function: Function) -> bool:
    """Tell whether all defaults are numbers or texts that never change."""
    own = function.node.args
    return all(default is None or _is_fixed(graph, default) for default in (*own.defaults, *own.kw_defaults))


def _is_fixed(graph: CallGraph, node: ast.AST) -> bool:
    """Tell whether an expression is a constant: written there, of `math`, or in a global that is assigned once."""
    if isinstance(node, ast.UnaryOp):
        return _is_fixed(graph, node.operand)
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and _global_value(graph, node.value) == ImportedName("math", None)
    if isinstance(node, ast.Call):
        converts = isinstance(node.func, ast.Name) and node.func.id == "float" and _is_builtin(graph, node.func)
        return converts and all(isinstance(one, ast.Constant) for one in node.args)
    if isinstance(node, ast.Name):
        value = _global_value(graph, node)
        return isinstance(value, ast.Constant) or (isinstance(value, ImportedName) and value.module == "math")
    return isinstance(node, ast.Constant)


def _is_builtin(graph: CallGraph, node: ast.Name) -> bool:
    return graph.is_global(node) and not graph.variables.bindings(Variable(None, node.id))


def _global_value(graph: CallGraph, node: ast.Name) -> ast.expr | ImportedName | None:
    """Return what a global stands for if only one statement at module level binds it, else None."""
    root = graph.root
    if not graph.is_global(node) or len(graph.variables.bindings(Variable(None, node.id))) != 1:
        return None
    if node.id in root.scope.imports:
        return root.scope.imports[node.id]
    assigned = [one for one in root.nodes if isinstance(one, ast.Assign)]
    return next((one.value for one in assigned if [*map(ast.unparse, one.targets)] == [node.id]), None)
