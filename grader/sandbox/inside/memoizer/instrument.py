"""
Decorates the recursive functions in a file's syntax tree before the import, and writes their wrappers.

When the module runs, the decorator replaces each function object by a wrapper. `claim.py` decides later whether
wrappers may keep answers. A search calls a wrapper hundreds of thousands of times, so each signature gets a wrapper
generated as source text: a wrapper for any number of arguments would unpack them more slowly than it looks up.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from .cache import Closure, KeptAnswer, Memo, MemoizedFunction
from .call_graph import CallGraph
from .effects import EffectRecorder, Effects, KeptEffects, KeptVariable
from .obstacle import Obstacle
from .scopes import Function, Variable, functions_around

PREFIX = "_memo_"
STARRED = 0xC
"""Flags of a code object with ``*args`` or ``**kwargs``."""
REPEAT = """
                if {t}entry.effects is not None:
                    {t}repeat({t}target, {t}entry.effects)"""
"""Additional code in the wrapper of a function with effects."""

TEMPLATE = """
def {t}bind({t}target):
    {t}get = {t}target.entries.get
    {t}function = {t}target.function
    def {t}wrapper({signature}):
        global {t}calls, {t}depth_below, {t}cpu_plain
        if {t}from_outside:
            {t}check_world(({arguments}))
        {closure}
        if {t}outer is not None and {t}type({first}) is {t}list and {t}len({first}) == 3:
            {t}a, {t}b, {t}c = {first}
            if (
                {t}type({t}a) is {t}list and {t}type({t}b) is {t}list and {t}type({t}c) is {t}list
                and {t}len({t}a) == 3 and {t}len({t}b) == 3 and {t}len({t}c) == 3
                and {t}a is not {t}b and {t}b is not {t}c and {t}a is not {t}c{scalars}
            ):
                {t}key = (*{t}a, *{t}b, *{t}c{rest})
                try:
                    {t}entry = {t}get({t}key)
                except TypeError:  # a cell that is a list
                    return {t}lookup_any({t}target, ({arguments}))
                if {t}entry is None:
                    return {t}compute_board({t}target, {t}key, ({arguments}))
                {t}calls += {t}entry.calls
                {t}cpu_plain += {t}entry.seconds
                if {t}entry.depth > {t}depth_below:
                    {t}depth_below = {t}entry.depth{repeat}
                if {t}entry.copy is None:
                    return {t}entry.value
                return {t}entry.copy({t}entry.value)
        return {t}lookup_any({t}target, ({arguments}))
    return {t}wrapper
"""


class WrapperFactory:
    """Wraps the function objects of one definition; an inner function may be defined many times."""

    def __init__(self, memo: Memo, kept: KeptEffects | None = None) -> None:
        """Keep the answers of all these function objects in `memo`, with the `kept` effects."""
        self._memo, self._kept = memo, kept
        self._entries: dict[Any, KeptAnswer] = {}
        self._bind: Callable[[MemoizedFunction], Any] | None = None
        self.refused = False
        """Whether the function has unusual parameters, such as ``*args``."""

    def wrap(self, function: Any, closure: Closure | None, changed: Any = None) -> Any:
        """
        Return a wrapper of `function`.

        `closure` returns the outer variables that its answers depend on; the function `changed` has the cells of those
        that it changes.
        """
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        if code.co_flags & STARRED or code.co_kwonlyargcount or any(name.startswith(PREFIX) for name in names):
            self.refused = True
            return function
        if self._bind is None:
            has_effects = self._kept is not None
            text = _source(names, _signature(function, names), inner=closure is not None, has_effects=has_effects)
            exec(compile(text, "<memo>", "exec"), self._memo.wrapper_globals)
            self._bind = self._memo.wrapper_globals.pop(f"{PREFIX}bind")
        recorder = None if self._kept is None else self._recorder(self._kept, function.__globals__, changed)
        wrapper = self._bind(MemoizedFunction(function, closure, self._entries, recorder))
        wrapper.__name__, wrapper.__qualname__ = function.__name__, function.__qualname__
        wrapper.__doc__, wrapper.__module__ = function.__doc__, function.__module__
        return wrapper

    def _recorder(self, kept: KeptEffects, names: dict[str, Any], changed: Any) -> EffectRecorder:
        cells = {} if changed is None else dict(zip(changed.__code__.co_freevars, changed.__closure__, strict=True))

        def found(variable: Variable) -> KeptVariable:
            return KeptVariable(variable.name, names, None if variable.owner is None else cells[variable.name])

        counters, last_values = [*map(found, kept.counters)], [*map(found, kept.last_values)]
        return EffectRecorder(self._memo.output if kept.prints else None, self._memo.unread, counters, last_values)


def _signature(function: Any, names: tuple[str, ...]) -> list[str]:
    """Return the parameters of the definition, with the defaults of the function object."""
    code, defaults = function.__code__, function.__defaults__ or ()
    parts = []
    for at, name in enumerate(names):
        place = at - (code.co_argcount - len(defaults))
        parts.append(name + (f"={PREFIX}function.__defaults__[{place}]" if place >= 0 else ""))
        parts += ["/"] if at + 1 == code.co_posonlyargcount else []
    return parts


def _source(names: tuple[str, ...], signature: list[str], *, inner: bool, has_effects: bool) -> str:
    """Return the text of a wrapper; an `inner` function has outer variables in its key."""
    t = PREFIX
    rest = [part for name in names[1:] for part in (name, f"{t}type({name})")] + ([f"{t}outer"] if inner else [])
    number = "{t}type({name}) is {t}float and {name} and {name} == {name}"
    scalar = "\n                and ({t}type({name}) in {t}SCALARS or " + number + ")"
    scalars = [scalar.format(t=t, name=name) for name in names[1:]]
    return TEMPLATE.format(
        t=t,
        signature=", ".join(signature),
        closure=f"{t}outer = {t}closure_key({t}target.closure)" if inner else f"{t}outer = True",
        first=names[0] if names else "None",
        repeat=REPEAT.format(t=t) if has_effects else "",
        scalars="".join(scalars),
        rest="".join(f", {part}" for part in rest),
        arguments="".join(f"{name}, " for name in names),
    )


DECORATOR_NAME = "<memoize>"
"""The global name of the decorator in the student's module; no Python file can contain such a name."""


class Instrumentation:
    """The decorated functions of one file; `targets` are in the order of their lines."""

    def __init__(self, tree: ast.Module, search: str, memo: Memo) -> None:
        """Decorate the recursive functions below `search` in `tree`, with wrappers that use `memo`."""
        self.graph = CallGraph(tree)
        self.targets = self._recursive(search)
        self.originals: dict[Any, Any] = {}
        """The function behind each wrapper at module level."""
        self.name_clash: Obstacle | None = None
        """Two outer variables with one name: a decorator would see only one of them."""
        self.effects = Effects(self.graph, self.targets, self.reachable)
        kept = [self.effects.of(target) for target in self.targets]
        self._factories = [WrapperFactory(memo, effects) for effects in kept]
        for at, target in enumerate(self.targets):
            self._decorate(target, at, kept[at])

    @property
    def refused(self) -> list[str]:
        """The targets that could not be wrapped, because of parameters such as ``*args``."""
        pairs = zip(self.targets, self._factories, strict=True)
        return [target.qualified for target, factory in pairs if factory.refused]

    @functools.cached_property
    def reachable(self) -> set[Function]:
        return set(self.targets).union(*map(self.graph.reach, self.targets))

    def decorator(self, at: int, closure: Closure | None, changed: Any) -> Callable[[Any], Any]:
        """Return the decorator of target number `at`; for `closure` and `changed` see `WrapperFactory.wrap`."""

        def memoize(function: Any) -> Any:
            wrapper = self._factories[at].wrap(function, closure, changed)
            if self.targets[at].outer is self.graph.root:
                self.originals[wrapper] = function
            return wrapper

        return memoize

    def _recursive(self, search: str) -> list[Function]:
        """Return the functions below `search` that may call themselves, directly or not; no methods."""
        below: set[Function] = set()
        for start in self.graph.top_level(search):
            below |= {start} | self.graph.reach(start)
        named = [one for one in below if isinstance(one.node, ast.FunctionDef) and one.class_name is None]
        return sorted(filter(self.graph.calls_itself, named), key=lambda one: one.line)

    def _decorate(self, target: Function, at: int, kept: KeptEffects | None) -> None:
        """Write ``@<memoize>(at, lambda: (read, variables), lambda: (changed, variables))`` above the definition."""
        variables = [] if kept is None else [*kept.counters, *kept.last_values]
        changed = _closure(sorted(one.name for one in variables if one.owner is not None))
        closure = _closure(self._outer_names(target))
        call = ast.Call(ast.Name(DECORATOR_NAME, ast.Load()), [ast.Constant(at), closure, changed], [])
        # The call stands on the line of the definition, which must stay the first line of the code object.
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
                # Each call of a surrounding function has new variables of its own.
                if owner is None or owner.function is function or owner.function not in around:
                    continue
                if target.scope.parent is None or target.scope.parent.owner_of(name.id) is not owner:
                    self.name_clash = Obstacle("two-variables", (target.qualified, name.id))
                only = self.graph.variables.only_function(Variable(owner, name.id))
                if only is None or not _has_fixed_defaults(only):
                    names.add(name.id)
        return sorted(names)


def _closure(names: list[str]) -> ast.expr:
    """Return a lambda that returns the variables `names`; ``None`` if there are none."""
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, values) if names else ast.Constant(None)


def _has_fixed_defaults(function: Function) -> bool:
    """Tell whether all defaults are numbers or texts in the definition."""
    own = function.node.args
    given = [one.operand if isinstance(one, ast.UnaryOp) else one for one in (*own.defaults, *own.kw_defaults) if one]
    return all(isinstance(one, ast.Constant) for one in given)
