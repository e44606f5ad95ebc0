"""
Finds out whether a call that takes long runs in a loop that never ends.

A program that comes to a state in which it was before goes on as it did then. So the lines are watched, and one state
is remembered: the running functions, their variables, and all that the modules keep. If it returns, the loop has no
end. Nothing is claimed where a part of the state cannot be seen: an iterator, also that of a `for` that went on in
between, an object that keeps more than its attributes, or a file that draws numbers.
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from opcode import opname
from sys import settrace
from typing import Any, NamedTuple

from ..out_of_sight import freeze

try:
    from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
except ImportError:  # Windows
    signal = None  # type: ignore[assignment]

RETURNS = 100
"""How often a state must return; once would do."""
MAX_SECONDS, SILENT_SECONDS = 1.5, 0.1
"""CPU seconds that are watched, and those after which a loop without lines is recognized."""
MAX_DEPTH, MAX_PARTS = 8, 2_000
"""Containers inside each other, and values in all, of which a state consists; one with more is never the same."""
ATOMS = frozenset({type(None), bool, int, float, str, complex, bytes, range, type(...)})
CONTAINERS = frozenset({list, tuple, set, frozenset})
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, staticmethod, classmethod)
WITH_NAMES = (type, types.ModuleType, types.CodeType, *FUNCTIONS)
ALIASES = frozenset({type(list[int]), type(list[int] | None)})
"""Types of annotations, which keep nothing that changes."""
OF_EVERY_MODULE = frozenset({"__builtins__", "__spec__", "__loader__"})
OF_EVERY_CLASS = frozenset({"__dict__", "__weakref__"})
REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Loop(NamedTuple):
    """The first and the last line of a loop, those of the function in which it is."""

    file: str
    first: int
    last: int


class _Unseen(Exception):
    """A state with a part that cannot be compared."""


class _State:
    """Collects the parts of one state: the running functions with their variables, and all variables of the modules."""

    def __init__(self, sources: Collection[str]) -> None:
        self._sources = sources
        self._left = MAX_PARTS
        self._seen: set[int] = set()
        """Modules, functions and classes whose variables are among the parts already."""

    def of(self, frame: types.FrameType) -> tuple[Any, ...]:
        """Return what the submission's functions that run see (_Unseen if something cannot be compared)."""
        found: list[Any] = []
        one: types.FrameType | None = frame
        while one is not None:
            if one.f_code.co_filename in self._sources:
                own = None if one.f_locals is one.f_globals else self._names(one.f_locals)
                found.append((id(one.f_code), one.f_lasti, own, self._module(one.f_globals)))
            one = one.f_back
        return tuple(found)

    def _module(self, names: Mapping[str, Any]) -> Any:
        if id(names) in self._seen:
            return None
        self._seen.add(id(names))
        return self._names({name: value for name, value in names.items() if name not in OF_EVERY_MODULE})

    def _names(self, names: Mapping[str, Any], depth: int = 0) -> tuple[Any, ...]:
        return tuple((name, self._part(value, depth + 1)) for name, value in [*names.items()])

    def _part(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise _Unseen
        if kind in ATOMS:
            return (kind.__name__, value)
        if issubclass(kind, WITH_NAMES):
            return (id(value), self._inside(value, depth))
        if kind.__module__ == "typing" or kind in ALIASES:
            return id(value)
        if kind is dict:
            inside: Any = [one for item in value.items() for one in item]
        else:
            inside = value if kind in CONTAINERS else [kind, self._attributes(value)]
        parts = [self._part(one, depth + 1) for one in inside]
        return (kind.__name__, frozenset(parts) if kind in (set, frozenset) else tuple(parts))

    def _inside(self, value: Any, depth: int) -> tuple[Any, ...]:
        """Return what a function, a class or a module of the submission keeps; those of Python keep nothing."""
        if id(value) in self._seen:
            return ()
        self._seen.add(id(value))
        kept: list[Any] = []
        if isinstance(value, types.FunctionType) and value.__code__.co_filename in self._sources:
            cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
            kept += (self._part(one, depth + 1) for one in (cells, value.__defaults__, value.__kwdefaults__))
            kept += (id(value.__code__), self._names(value.__dict__, depth), self._module(value.__globals__))
        elif isinstance(value, FUNCTIONS):
            kept += (self._part(getattr(value, name, None), depth + 1) for name in ("__func__", "__self__"))
        elif isinstance(value, types.ModuleType) and getattr(value, "__file__", None) in self._sources:
            kept.append(self._module(vars(value)))
        elif isinstance(value, type) and self._is_own(value):
            names = {name: one for name, one in vars(value).items() if name not in OF_EVERY_CLASS}
            kept.append(self._names(names, depth))
        return tuple(kept)

    def _is_own(self, kind: type) -> bool:
        return getattr(sys.modules.get(kind.__module__), "__file__", None) in self._sources

    def _attributes(self, value: object) -> dict[str, Any]:
        """Return the attributes of `value` without running code of its class (_Unseen if it keeps more than these)."""
        kinds = type(value).__mro__[:-1]
        if not all(self._is_own(kind) and "__slots__" not in vars(kind) for kind in kinds):
            raise _Unseen
        attributes = object.__getattribute__(value, "__dict__")
        if type(attributes) is not dict:
            raise _Unseen
        return attributes


def _is_filled(cell: types.CellType) -> bool:
    """Tell whether a variable of an outer function has a value by now."""
    try:
        cell.cell_contents  # noqa: B018 - only whether it can be read
    except ValueError:
        return False
    return True


class LoopWatch:
    """Watches the lines that a call runs until one state has returned often enough, or for some time."""

    def __init__(self, files: Mapping[str, str], report: Callable[[Loop | None], None]) -> None:
        """Watch the lines of `files`, texts by path; `report` gets what was found and must not return."""
        self._repeats = {path: _repeats(text) for path, text in files.items()}
        self._report = report
        self._events, self._renewed_at, self._late = 0, 1, False
        self._code: types.CodeType | None = None
        self._line, self._returned = 0, 0
        self._state: tuple[Any, ...] | None = None
        self._cycle: list[tuple[int, str, int]] | None = None
        """Depth, file and line of what ran since the state returned for the last time."""

    def begin(self, _number: int, frame: types.FrameType | None) -> None:
        """Watch the functions that run now, and all that they call: the handler of a signal."""
        signal(SIGVTALRM, self._give_up)
        setitimer(ITIMER_VIRTUAL, SILENT_SECONDS, MAX_SECONDS)
        settrace(self._on_event)
        while frame is not None:
            if frame.f_code.co_filename in self._repeats:
                frame.f_trace = self._on_event
            frame = frame.f_back

    def _on_event(self, frame: types.FrameType, event: str, _value: object) -> Any:
        if frame.f_code.co_filename not in self._repeats:
            return None
        if event == "line":
            self._events += 1
            self._look(frame)
        return self._on_event

    def _give_up(self, _number: int, frame: types.FrameType | None) -> None:
        """End the watch, soon if no line runs: Python reports none of a loop that is one jump, ``while True: pass``."""
        late, self._late = self._late, True
        if self._events and not late:
            return
        found = None
        if not self._events and frame is not None and frame.f_code.co_filename in self._repeats:
            instruction = opname[frame.f_code.co_code[frame.f_lasti]]
            if "JUMP" in instruction:
                found = Loop(frame.f_code.co_filename, frame.f_lineno, frame.f_lineno)
        if found is not None or late:
            self._end(found)

    def _look(self, frame: types.FrameType) -> None:
        if self._cycle is not None:
            self._cycle.append((_depth(frame), frame.f_code.co_filename, frame.f_lineno))
        if self._cycle is None and self._events >= self._renewed_at:
            self._code, self._line, self._returned = frame.f_code, frame.f_lineno, 0
            self._state = self._seen(frame)
            if self._state is not None:
                # Each state is waited for twice as long as the one before: so a loop of any length is found.
                self._renewed_at = 2 * self._events
        elif frame.f_code is self._code and frame.f_lineno == self._line and self._state == self._seen(frame):
            self._returned += 1
            if self._cycle is not None:
                if self._is_proved(frame, self._cycle):
                    self._end(_loop(self._cycle))
                self._cycle, self._renewed_at = None, self._events
            elif self._returned >= RETURNS:
                self._cycle = [(_depth(frame), frame.f_code.co_filename, frame.f_lineno)]

    def _is_proved(self, frame: types.FrameType | None, cycle: Sequence[tuple[int, str, int]]) -> bool:
        """Tell whether no iterator went on during a round: neither of a `for` around a line, nor beside one."""
        outermost = min(cycle)[0]
        ran = {(file, line) for _depth, file, line in cycle}
        while frame is not None and _depth(frame) >= outermost:
            file = frame.f_code.co_filename
            for heads, lines in self._repeats.get(file, ()):
                if frame.f_lineno in lines and any((file, line) in ran for line in heads):
                    return False
            frame = frame.f_back
        return True

    def _seen(self, frame: types.FrameType) -> tuple[Any, ...] | None:
        try:
            return _State(self._repeats).of(frame)
        except (_Unseen, TypeError):
            return None

    def _end(self, found: Loop | None) -> None:
        settrace(None)
        self._report(found)


def _depth(frame: types.FrameType) -> int:
    depth, around = 0, frame.f_back
    while around is not None:
        depth, around = depth + 1, around.f_back
    return depth


def _loop(cycle: Sequence[tuple[int, str, int]]) -> Loop:
    """Return the lines that ran in the outermost function of one round."""
    depth = min(cycle)[0]
    lines = [line for at, _file, line in cycle if at == depth]
    file = next(file for at, file, _line in cycle if at == depth)
    return Loop(file, min(lines), max(lines))


def _repeats(text: str) -> list[tuple[range, range]]:
    """Return of each `for` its first lines, which run again and again, and all its lines."""
    found = []
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):  # it was not imported
        return []
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found.append((range(node.lineno, max(node.body[0].lineno, node.lineno + 1)), lines))
        elif isinstance(node, REPEATING):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found.append((lines, lines))
    return found


def watch_for_loop(calls: Sequence[Callable[[], object]], watch: LoopWatch, after: float) -> None:
    """Make `calls` and `watch` the one that runs after so many CPU seconds; where no signal tells that, none."""
    if signal is None:
        return
    freeze()
    signal(SIGVTALRM, watch.begin)
    setitimer(ITIMER_VIRTUAL, after)
    for call in calls:
        try:  # noqa: SIM105 - a student's code can replace parts of contextlib
            call()
        except BaseException:  # noqa: S110, PERF203 - only whether it ends counts
            pass
    setitimer(ITIMER_VIRTUAL, 0)
    settrace(None)
