"""
The exact shortcut: finds the recursive functions below a search and memoizes them where no answer can change by it.

Before the import the file's text is read and the functions that may come back to themselves are marked; after it, the
names they use are looked up. Only if all of that is a closed world of functions that keep nothing and see nothing but
their arguments, answers are kept. What is found here is a claim of the inside; the marker makes a sample of the calls
plainly, in another process, and compares.
"""

from __future__ import annotations

import ast
import itertools
import marshal
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

from . import cache, class_rules, closed_world, data_flow, dispatch, expression_rules, file_rules, wrapper
from .call_graph import COMPREHENSIONS, Reading
from .scopes import Function

MARK = "<remembered>"
"""The name of our decorator in the student's module: no name that a file could write."""
MAX_HEIGHT = 100
"""Memoized calls inside each other at most: a search of this game has thirty."""
OURS = 100
"""Frames on the stack that are not the submission's, at most."""


class Shortcut:
    """One file's shortcut in one process."""

    def __init__(self, source: str, file: str, search: str) -> None:
        """Read `source` and mark what may be memoized below the function called `search` (SyntaxError and the like)."""
        tree = ast.parse(source, file)
        self._reading = Reading(tree)
        self._search = search
        self._classes: dict[Any, bool] = {}
        self.memo = cache.Memo(self._classes)
        self._originals: dict[Any, Any] = {}
        self._targets = self._recursive()
        self._wrappings = [wrapper.Wrapping(self.memo) for _target in self._targets]
        self._clash: str | None = None
        for at, target in enumerate(self._targets):
            self._mark(target, at)
        self.tree = tree
        self.code = compile(tree, file, "exec", dont_inherit=True)
        self.memoized: list[str] = []
        self.why: str | None = None
        self.steady: list[str] = []
        """Functions shown to answer from their arguments alone."""
        self.through: list[str] = []
        """Functions that may be called while answers are kept: the search, and others that see nothing of it."""

    def prepare(self, module: types.ModuleType) -> None:
        """Put the decorator where the marked definitions find it, before the module runs."""
        vars(module)[MARK] = self._decorator

    def settle(
        self,
        module: types.ModuleType,
        functions: list[str],
        marks: Iterable[object],
        others: Iterable[str] = (),
        unlike: str | None = None,
    ) -> None:
        """
        Decide, now that `module` is imported; `functions` are those that may be called, `marks` are its cells.

        `others` of them may be called while answers are kept, too. `unlike` is why the module may not be what the text
        says.
        """
        if unlike is not None:
            self.why = unlike
            return
        closed = closed_world.World(self._reading, module, self._originals)
        asked = [one for name in functions for one in self._reading.top(name)]
        doubt = file_rules.doubt_about_file(self._reading, asked, _does_nothing)
        own = {name: self._function(module, name) for name in functions}
        if doubt is None:
            self.steady = [name for name, one in own.items() if one is not None and not self._doubt(closed, one)]
        odd = None if all(map(class_rules.is_constant, marks)) else "the cells of its boards are objects"
        self.why = doubt or odd or self._reason_against(closed, own.get(self._search))
        if self.why is None:
            self._classes.update(closed.classes.plain)
            self.memoized = [target.qualified for target in self._targets]
            self.memo.max_height = self._height()
            self.through = [self._search, *[name for name in others if self._is_blind(closed, own.get(name))]]
            alone = self._search in self.steady and len(self.through) == 1
            self.memo.begin(None if alone else self._unchanged(closed, module))

    def _recursive(self) -> list[Function]:
        """Return the functions that a search may call and that may come back to themselves, innermost last."""
        live: set[Function] = set()
        for start in self._reading.top(self._search):
            live |= {start} | self._reading.reach(start)
        found = [one for one in live if isinstance(one.node, ast.FunctionDef) and one in self._reading.reach(one)]
        return sorted(found, key=lambda one: one.line)

    def _mark(self, target: Function, at: int) -> None:
        names = self._outer_names(target)
        body = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        outer = ast.Lambda(nothing, body) if names else ast.Constant(None)
        call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(at), outer], [])
        # The line of the definition itself, so that its code object still tells where it stands.
        for node in ast.walk(call):
            if isinstance(node, ast.expr):
                node.lineno, node.col_offset = target.node.lineno, target.node.col_offset
                node.end_lineno, node.end_col_offset = target.node.lineno, target.node.col_offset
        target.node.decorator_list.append(call)

    def _outer_names(self, target: Function) -> list[str]:
        """Return the variables of the functions around `target` that its answers may depend on."""
        around = set()
        outer = target.outer
        while outer is not None:
            around.add(outer)
            outer = outer.outer
        names = set()
        for function in {target} | self._reading.reach(target):
            for name, scope in function.loads:
                owner = scope.owner_of(name.id)
                if owner is None or owner.function not in around:
                    continue
                if target.scope.parent is None or target.scope.parent.owner_of(name.id) is not owner:
                    self._clash = f"two variables around {target.qualified} are called {name.id}"
                if not (owner.bound[name.id] == len(owner.functions.get(name.id, ())) == 1):
                    names.add(name.id)
        return sorted(names)

    def _decorator(self, at: int, outer: Callable[[], tuple[Any, ...]] | None) -> Callable[[Any], Any]:
        def remembered(function: Any) -> Any:
            wrapper = self._wrappings[at].wrap(function, outer)
            if self._targets[at].outer is self._reading.root:
                self._originals[wrapper] = function
            return wrapper

        return remembered

    def _function(self, module: types.ModuleType, name: str) -> Function | None:
        """Return the function of the file that the module's `name` is, or None."""
        value = vars(module).get(name)
        if type(value) is not types.FunctionType:
            return None
        value = self._originals.get(value, value)
        found = [one for one in self._reading.top(name) if class_rules.is_code_of(one, value)]
        plain = len(found) == 1 and not value.__closure__ and not value.__dict__
        return found[0] if plain and all(map(class_rules.is_constant, class_rules.defaults_of(value))) else None

    def _doubt(self, closed: closed_world.World, function: Function) -> str | None:
        return closed.doubt({function} | self._reading.reach(function))

    def _reason_against(self, closed: closed_world.World, search: Function | None) -> str | None:
        if search is None:
            return f"{self._search} is no plain function of the file"
        if not self._targets:
            return f"{self._search} calls no function that calls itself"
        refused = [target.qualified for target, one in zip(self._targets, self._wrappings, strict=True) if one.refused]
        if refused:
            return f"{refused[0]} takes any arguments"
        return closed.doubt(self._live()) or self._clash or self._reason_around(closed, search)

    def _reason_around(self, closed: closed_world.World, search: Function) -> str | None:
        """Return what the functions around the memoized ones could see of a memo: time, objects, depth."""
        looping = [one for one in self._live() if isinstance(one.node, ast.Lambda) and one in self._reading.reach(one)]
        if looping:
            return f"{looping[0].qualified} calls itself"
        return self._sight(closed, search)

    def _is_blind(self, closed: closed_world.World, function: Function | None) -> bool:
        return function is not None and self._sight(closed, function) is None

    def _sight(self, closed: closed_world.World, function: Function) -> str | None:
        """Return what `function`, or what it may call, could tell a memo by."""
        around = file_rules.running_with(self._reading, [function])
        if closed.looks.looks_at_clock(around):
            return f"{function.name} looks at the clock or the system"
        return closed.looks.sees_identity(around)

    def _height(self) -> int:
        """Return how many memoized calls inside each other surely fit on the stack of a plain run."""
        live = self._live()
        frames = (ast.Lambda, *COMPREHENSIONS)
        between = sum(isinstance(node, frames) for function in live for node in function.nodes)
        return min(MAX_HEIGHT, (sys.getrecursionlimit() - OURS) // (1 + between + len(live)))

    def _live(self) -> set[Function]:
        return set(self._targets).union(*[self._reading.reach(target) for target in self._targets])

    def _unchanged(self, closed: closed_world.World, module: types.ModuleType) -> Callable[[], bool]:
        """Return a function that tells whether all that the memoized functions read is as it was."""
        watched = [seen for function in self._live() for seen in closed.watched.get(function, ())]
        kept = [value for names, _name, value in watched if names is vars(module) and data_flow.is_table(value)]
        before = marshal.dumps(kept, 2)
        rest = [value for names, _name, value in watched if names is vars(module) and not data_flow.is_table(value)]
        held = [value for value in rest if type(value) in dispatch.CONTAINERS]
        inside = [*dispatch.contents(held)]

        def unchanged() -> bool:
            if any(names.get(name, expression_rules.ABSENT) is not value for names, name, value in watched):
                return False
            # One by one: what was changed may go round in a circle.
            found = itertools.zip_longest(dispatch.contents(held), inside, fillvalue=expression_rules.ABSENT)
            if any(now is not then for now, then in found):
                return False
            return not kept or marshal.dumps(kept, 2) == before

        return unchanged


def _does_nothing(name: str) -> bool:
    """Tell whether a module is one of our placeholders."""
    return type(getattr(sys.modules.get(name), "__loader__", None)).__name__ == "PlaceholderFinder"
