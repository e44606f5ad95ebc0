"""
Finds out whether a call that takes long runs in a loop that never ends.

A program that comes to a state in which it was before goes on as it did then. So the lines are watched, and one state
is remembered: the running functions, their variables, and the global variables that they name. If it returns again and
again, the loop has no end. Nothing is claimed where a part of the state cannot be seen, such as an iterator.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Mapping, Sequence
from opcode import opname
from sys import settrace
from typing import Any, NamedTuple

from ..out_of_sight import freeze

try:
    from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
except ImportError:  # Windows
    signal = None  # type: ignore[assignment]

RETURNS = 500
"""How often a state must return. Where only what cannot be seen changes, the place in a list, it returns less often."""
MAX_SECONDS = 1.5
"""CPU seconds that are watched."""
MAX_DEPTH, MAX_PARTS = 8, 2_000
"""Containers inside each other, and values in all, of which a state consists; one with more is never the same."""
MAX_FRAMES = 40
LARGE = 10_000
"""From this number on a counter of a `while` loop does not make a state another one."""
ATOMS = frozenset({type(None), bool, float, str, complex, bytes, range, type(...)})
SAME_OBJECT = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, types.CodeType)


class Loop(NamedTuple):
    """The first and the last line of a loop, those of the function in which it is."""

    file: str
    first: int
    last: int


class _Unseen(Exception):
    """A state with a part that cannot be compared."""


class _State:
    """Collects the parts of one state."""

    def __init__(self, in_for_loops: Mapping[str, frozenset[int]]) -> None:
        self._in_for_loops = in_for_loops
        self._left = MAX_PARTS

    def of(self, frame: types.FrameType) -> tuple[Any, ...]:
        """Return what the functions of the submission that run see (_Unseen if something cannot be compared)."""
        found: list[Any] = []
        one: types.FrameType | None = frame
        while one is not None and len(found) < MAX_FRAMES:
            lines = self._in_for_loops.get(one.f_code.co_filename)
            if lines is not None:
                counts = one.f_lineno not in lines
                found.append((id(one.f_code), one.f_lasti, self._variables(one, counts=counts)))
            one = one.f_back
        return tuple(found)

    def _variables(self, frame: types.FrameType, *, counts: bool) -> list[Any]:
        parts = [(name, self._part(value, 0, counts=counts)) for name, value in frame.f_locals.items()]
        shared = frame.f_globals
        for name in frame.f_code.co_names:
            if name in shared:
                value = shared[name]
                many = type(value) in (list, dict, set) and len(value) > MAX_DEPTH
                parts.append((name, len(value) if many else self._part(value, 0, counts=counts)))
        return parts

    def _part(self, value: Any, depth: int, *, counts: bool) -> Any:
        kind = type(value)
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise _Unseen
        if kind is int:
            return "large" if counts and abs(value) >= LARGE else value
        if kind in ATOMS:
            return (kind.__name__, value)
        if isinstance(value, SAME_OBJECT):
            return id(value)
        inside = value
        if kind is dict:
            inside = [one for item in value.items() for one in item]
        elif kind not in (list, tuple, set, frozenset):
            inside = [_attributes(value)]
        parts = [self._part(one, depth + 1, counts=counts) for one in inside]
        return (kind.__name__, frozenset(parts) if kind in (set, frozenset) else tuple(parts))


def _attributes(value: object) -> dict[str, Any]:
    """Return the attributes of `value` without running code of its class (_Unseen if Python keeps them elsewhere)."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        raise _Unseen from None
    if type(attributes) is not dict:
        raise _Unseen
    return attributes


class LoopWatch:
    """Watches the lines that a call runs until one state has returned often enough, or for some time."""

    def __init__(self, files: Mapping[str, str], report: Callable[[Loop | None], None], *, counters: bool) -> None:
        """
        Watch the lines of `files`, texts by path; `report` gets what was found and must not return.

        With `counters`, a counter of a `while` loop that has become large makes no state another one.
        """
        self._in_for_loops = {path: _lines_in_for_loops(text, counters=counters) for path, text in files.items()}
        self._report = report
        self._events, self._renewed_at = 0, 1
        self._code: types.CodeType | None = None
        self._line, self._returned = 0, 0
        self._state: tuple[Any, ...] | None = None
        self._cycle: list[tuple[int, str, int]] | None = None
        """Depth, file and line of what ran since the state returned for the last time."""

    def begin(self, _number: int, frame: types.FrameType | None) -> None:
        """Watch the functions that run now, and all that they call: the handler of a signal."""
        signal(SIGVTALRM, self._give_up)
        setitimer(ITIMER_VIRTUAL, MAX_SECONDS)
        settrace(self._on_event)
        while frame is not None:
            if frame.f_code.co_filename in self._in_for_loops:
                frame.f_trace = self._on_event
            frame = frame.f_back

    def _on_event(self, frame: types.FrameType, event: str, _value: object) -> Any:
        if frame.f_code.co_filename not in self._in_for_loops:
            return None
        if event == "line":
            self._events += 1
            self._look(frame)
        return self._on_event

    def _give_up(self, _number: int, frame: types.FrameType | None) -> None:
        """End the watch; Python reports no line of a loop that is a single jump, ``while True: pass``."""
        found = None
        if not self._events and frame is not None and frame.f_code.co_filename in self._in_for_loops:
            instruction = opname[frame.f_code.co_code[frame.f_lasti]]
            if "JUMP" in instruction:
                found = Loop(frame.f_code.co_filename, frame.f_lineno, frame.f_lineno)
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
                self._end(_loop(self._cycle))
            elif self._returned >= RETURNS:
                self._cycle = [(_depth(frame), frame.f_code.co_filename, frame.f_lineno)]

    def _seen(self, frame: types.FrameType) -> tuple[Any, ...] | None:
        try:
            return _State(self._in_for_loops).of(frame)
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


def _lines_in_for_loops(text: str, *, counters: bool) -> frozenset[int]:
    """Return the lines that a `for` repeats, which ends by itself; all lines unless there are `counters`."""
    loops = []
    if counters:
        try:
            loops = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.For, ast.AsyncFor))]
        except (SyntaxError, ValueError, RecursionError):
            counters = False
    if not counters:
        return frozenset(range(1, text.count("\n") + 2))
    return frozenset(line for node in loops for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))


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
