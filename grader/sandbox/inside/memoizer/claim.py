"""Claims after the import which answers may be kept; the grader outside decides whether they are kept."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Callable, Iterable
from marshal import dumps
from operator import is_
from typing import NamedTuple

from .closed_world import SELF_TESTING, ClosedWorld, Doubt, Treatment, WatchedName, carries_state, is_made_by
from .effects import PrintedText
from .file_rules import doubt_about_file, functions_running_with
from .instrument import Instrumentation
from .obstacle import Obstacle
from .plain_values import is_constant
from .read_only_containers import is_data_container
from .rules import MISSING
from .scopes import COMPREHENSIONS, Function

MAX_DEPTH = 100
"""The most memoized calls inside each other; a search of this game needs thirty."""
BRANCHES = (ast.If, ast.IfExp, ast.BoolOp, ast.While, ast.ExceptHandler, ast.match_case, ast.Lambda, ast.Assert)
"""Nodes that may pass over some of their parts."""
GRADER_FRAMES = 100
"""The most stack frames that do not belong to the submission."""


class Claim(NamedTuple):
    """What the text and the names of a module say about keeping answers; no call has tested it."""

    memoized: tuple[str, ...] = ()
    """The functions whose answers are kept."""
    reason: Obstacle | None = None
    """Why no function is memoized; None if one is."""
    stateless: tuple[str, ...] = ()
    """Functions whose answers depend only on arguments."""
    memo_safe: tuple[str, ...] = ()
    """Functions that may run while answers are kept: they read no identity."""


class ClaimMaker:
    """Judges one imported module."""

    def __init__(
        self, instrumented: Instrumentation, module: types.ModuleType, search: str, output: PrintedText | None
    ) -> None:
        """Judge `module`, made from the `instrumented` tree, for the function `search`; the file prints to `output`."""
        self._instrumented, self._graph = instrumented, instrumented.graph
        self._module, self._search = module, search
        self._world = ClosedWorld(self._graph, module, instrumented.originals, instrumented.effects, output)
        self._beside: list[Function] = []
        """The functions that may be called while answers are kept."""

    def claim(
        self,
        functions: list[str],
        cells: Iterable[object],
        others: Iterable[str],
        is_placeholder: Callable[[str], bool],
        obstacle: Obstacle | None = None,
    ) -> Claim:
        """Return the claim, see `Memoizer.attach`; `obstacle` is a known reason why no answers can be kept."""
        doubt = doubt_about_file(self._graph, functions, self._module, is_placeholder)
        if doubt is not None:
            return Claim(reason=doubt)
        found = {name: one for name in functions if (one := self._find_function(name)) is not None}
        odd_cells = None if all(map(is_constant, cells)) else Obstacle("objects-as-cells")
        reason = odd_cells or obstacle or self._reason_against(found.get(self._search))
        stateless = tuple(name for name, one in found.items() if self._is_stateless(one, memoized=reason is None))
        if reason is not None:
            return Claim(reason=reason, stateless=stateless)
        known = [found[name] for name in others if name in found]
        safe = [found[self._search], *(one for one in known if self._observable_difference(one) is None)]
        self._beside = [*safe, *map(found.__getitem__, stateless)]
        return Claim(
            memoized=tuple(target.qualified for target in self._instrumented.targets),
            stateless=stateless,
            memo_safe=tuple(one.name for one in safe),
        )

    def tripwires(self) -> list[Doubt]:
        """Return the doubts that need code in the tree, now that answers may be kept."""
        reachable = self._instrumented.reachable
        beside = functions_running_with(self._graph, self._beside) - reachable
        tested = [one for one in self._world.doubts(beside) if one.treatment in SELF_TESTING]
        return self._world.doubts(reachable) + tested

    def safe_depth(self) -> int:
        """Return how many memoized calls may be inside each other while a plain run surely has enough stack."""
        reachable = self._instrumented.reachable
        frames = (ast.Lambda, *COMPREHENSIONS)
        between = sum(isinstance(node, frames) for function in reachable for node in function.nodes)
        return min(MAX_DEPTH, (sys.getrecursionlimit() - GRADER_FRAMES) // (1 + between + len(reachable)))

    def globals_unchanged(self) -> Callable[[], bool]:
        """Return a function that tells whether all that the memoized functions read is still the same."""
        read = [one for function in self._instrumented.reachable for one in self._world.watched.get(function, ())]
        watched = {(id(one.names), one.name, id(one.value)): one for one in read}.values()  # each of them once
        by_place: dict[int, list[WatchedName]] = {}
        for one in watched:
            by_place.setdefault(id(one.names), []).append(one)
        lookups = [
            (place[0].names.get, [one.name for one in place], [MISSING] * len(place), [one.value for one in place])
            for place in by_place.values()
        ]
        own = [one.value for one in watched if one.names is vars(self._module)]
        may_change = {*map(id, self._world.never_read)}
        data = [value for value in own if is_data_container(value) and id(value) not in may_change]
        data_before = dumps(data, 2)
        classes = [vars(base) for value in own if isinstance(value, type) for base in value.__mro__]
        sizes = [*map(len, classes)]  # the classes are empty, so additions show

        def unchanged() -> bool:
            for get, names, missing, values in lookups:  # without a Python function: this runs after every call
                if not all(map(is_, map(get, names, missing), values)):
                    return False
            if classes and [*map(len, classes)] != sizes:
                return False
            return not data or dumps(data, 2) == data_before

        return unchanged

    def _find_function(self, name: str) -> Function | None:
        """Return the function of the file that `name` stands for in the module, or None."""
        value = vars(self._module).get(name)
        if type(value) is not types.FunctionType:
            return None
        value = self._instrumented.originals.get(value, value)
        definitions = [one for one in self._graph.top_level(name) if is_made_by(one, value)]
        return definitions[0] if len(definitions) == 1 and not carries_state(value) else None

    def _is_stateless(self, function: Function, *, memoized: bool) -> bool:
        """Tell whether no doubt is left; a memoized function settles some doubts while it runs."""
        running = {function} | self._graph.reach(function)
        if self._instrumented.effects.changes_global(running):
            return False
        # A function without doubts meets no instance of the file's classes, and so calls none of their methods.
        doubts = self._world.doubts(one for one in running if one.class_name is None)
        if not memoized:
            return not doubts
        if function.name == self._search:
            reachable = self._instrumented.reachable
            return all(one.function in reachable or one.treatment in SELF_TESTING for one in doubts)
        caught = any(one.treatment is Treatment.CAUGHT for one in doubts)
        # Kept answers change the depth at which Python ends a recursion.
        recursive = caught and any(map(self._graph.calls_itself, running))
        return not recursive and all(one.treatment in SELF_TESTING for one in doubts)

    def _reason_against(self, search: Function | None) -> Obstacle | None:
        """Return why the targets cannot be memoized, or None."""
        if search is None:
            return Obstacle("no-plain-function", (self._search,))
        if not self._instrumented.targets:
            return Obstacle("no-recursion", (self._search,))
        if self._instrumented.refused:
            return Obstacle("any-arguments", (self._instrumented.refused[0],))
        return (
            self._certain_doubt()
            or self._instrumented.name_clash
            or self._recursive_lambda()
            or self._observable_difference(search)
        )

    def _certain_doubt(self) -> Obstacle | None:
        """Return a doubt that every search reaches: its tripwire would only cost time."""
        doubts = self._world.doubts(self._instrumented.targets)
        certain = (one for one in doubts if one.treatment not in SELF_TESTING and self._is_certain(one))
        return next((one.reason for one in certain), None)

    def _is_certain(self, doubt: Doubt) -> bool:
        """Tell whether `doubt` stands in no branch of its function."""
        node = doubt.node
        while node is not doubt.function.node and not isinstance(node, BRANCHES):
            node = self._graph.parents[node]
        return node is doubt.function.node

    def _recursive_lambda(self) -> Obstacle | None:
        """Return a lambda that calls itself: the memo would not count its depth."""
        lambdas = [one for one in self._graph.functions if isinstance(one.node, ast.Lambda)]
        found = [one for one in lambdas if one in self._instrumented.reachable and self._graph.calls_itself(one)]
        return Obstacle("calls-itself", (found[0].qualified,)) if found else None

    def _observable_difference(self, function: Function) -> Obstacle | None:
        """Return how `function`, or a function it may call, could tell a memoized run from a plain one, or None."""
        return self._world.rules.sees_identity(functions_running_with(self._graph, [function]))
