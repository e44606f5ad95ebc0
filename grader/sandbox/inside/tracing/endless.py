"""
Finds out whether a call that takes long runs in a loop that never ends, or (`StayWatch`) stays in another call.

A program that comes to a state in which it was before goes on as it did then. So the lines are watched, and one state
is remembered: the running functions, their variables, and all that the modules keep. If it returns, the loop has no
end. A number that is counted may differ if no line of the round reads it, or if it has passed all numbers with which
it is compared. Nothing is claimed where a part of the state cannot be seen: an iterator, also that of a `for` that
went on in between; what calls a function again and again from C, as `map` and `sorted` do, so that one and the same
call must go round; an object that keeps more than its attributes; variables of Python's own modules. Of a file that
draws numbers a state must return more often than by chance.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from opcode import opname
from sys import settrace
from typing import Any, NamedTuple

from ..out_of_sight import freeze
from .loops_in_text import Repeat, counters_in, keeps_elsewhere, parsed, repeats_in

try:
    from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
except ImportError:  # Windows
    signal = None  # type: ignore[assignment]

RETURNS = 25
"""How often a state must return; once would do."""
RETURNS_BY_CHANCE = 10_000
"""... where numbers are drawn: a loop that each draw ends with a chance of 1 in 500 is taken for endless never."""
STRIDES = (31, 37, 41, 43, 47)
"""Of these returns one in so many is looked at, in turn, and stands for all: no round goes along with each of them."""
RESUMED = 0x20 | 0x80 | 0x200
"""CO_GENERATOR, CO_COROUTINE and CO_ASYNC_GENERATOR of `inspect`: code that gives up control in between."""
SILENT_SECONDS, LOOK_SECONDS, MAX_LOOKS = 0.1, 0.5, 6
"""CPU seconds after which a loop without lines is recognized, those from one look to the next, and the looks in all."""
MAX_DEPTH, MAX_PARTS = 8, 2_000
"""Containers inside each other, and values in all, of which a state consists; one with more is never the same."""
ATOMS = frozenset({type(None), bool, int, float, str, complex, bytes, range, type(...)})
CONTAINERS = frozenset({list, tuple, set, frozenset})
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, staticmethod, classmethod)
WITH_NAMES = (type, types.ModuleType, types.CodeType, *FUNCTIONS)
ALIASES = frozenset({type(list[int]), type(list[int] | None)})
"""Types of annotations, which keep nothing that changes."""
OF_EVERY_MODULE = frozenset({"__builtins__", "__spec__", "__loader__"})
OF_OURS = __name__.removesuffix("tracing.endless")
"""How the modules of our types begin: the memoizer's decorators are among the variables of a file."""
OF_MEMO = "<memo>"
"""The file of the memoizer's wrappers (`instrument.py`); the answers that they keep are no state: none changes one."""
ITERATOR = ".0"
"""The variable in which a comprehension keeps the iterator of its first `for`."""
OF_EVERY_CLASS = frozenset({"__dict__", "__weakref__"})


class Loop(NamedTuple):
    """The first and the last line of a loop, those of the function in which it is."""

    file: str
    first: int
    last: int


def running(frame: types.FrameType | None) -> Iterator[types.FrameType]:
    """Yield `frame` and the frames around it, the innermost first."""
    while frame is not None:
        yield frame
        frame = frame.f_back


class _Unseen(Exception):
    """A state with a part that cannot be compared."""


class _State:
    """Collects the parts of one state: the running functions with their variables, and all variables of the modules."""

    def __init__(self, sources: Collection[str], counters: Collection[str]) -> None:
        """Of local variables that are `counters` only the type is a part."""
        self._sources, self._counters = sources, counters
        self._left = MAX_PARTS
        self._seen: set[int] = set()
        """Modules, functions and classes whose variables are among the parts already."""

    def parts(self, frame: types.FrameType) -> Iterator[Any]:
        """Yield what the submission's functions that run see (_Unseen if something cannot be compared)."""
        for one in running(frame):
            if one.f_code.co_filename in self._sources:
                yield (id(one.f_code), one.f_lasti)
                if one.f_locals is not one.f_globals:
                    names = self._without_counts(one.f_locals, one.f_code)
                    # What waits for a loop does not go on: `_is_proved` tells whether a comprehension waits.
                    yield self._names(
                        names if one is frame else {name: names[name] for name in names if name != ITERATOR}
                    )
                yield self._module(one.f_globals)
        for module in [*sys.modules.values()]:
            if getattr(module, "__file__", None) in self._sources:
                yield self._module(vars(module))

    def _without_counts(self, names: Mapping[str, Any], code: types.CodeType) -> Mapping[str, Any]:
        shared = (*code.co_cellvars, *code.co_freevars)
        counts = {name for name in self._counters if type(names.get(name)) is int and name not in shared}
        return {name: int if name in counts else value for name, value in names.items()} if counts else names

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
        if kind.__module__ in {"typing", "__future__"} or kind in ALIASES or kind.__module__.startswith(OF_OURS):
            return id(value)
        if kind is dict:
            inside: Any = [one for item in value.items() for one in item]
        else:
            inside = value if kind in CONTAINERS else [kind, self._attributes(value)]
        parts = [self._part(one, depth + 1) for one in inside]
        return (kind.__name__, frozenset(parts) if kind in (set, frozenset) else tuple(parts))

    def _inside(self, value: Any, depth: int) -> tuple[Any, ...]:
        """
        Return what a function, a class or a module of the submission keeps; those of Python keep nothing.

        Of a memoized function these are the function's own parts, without the answers.
        """
        if id(value) in self._seen:
            return ()
        self._seen.add(id(value))
        kept: list[Any] = []
        if isinstance(value, types.FunctionType) and value.__code__.co_filename in self._sources:
            cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
            kept += (self._part(one, depth + 1) for one in (cells, value.__defaults__, value.__kwdefaults__))
            kept += (id(value.__code__), self._names(value.__dict__, depth), self._module(value.__globals__))
        elif isinstance(value, types.FunctionType) and value.__code__.co_filename == OF_MEMO:
            behind = [getattr(cell.cell_contents, "function", None) for cell in value.__closure__ or ()]
            kept += (self._part(one, depth + 1) for one in behind)
        elif isinstance(value, types.FunctionType):  # of a library: one that stands around a function of the submission
            kept += (self._part(cell.cell_contents, depth + 1) for cell in value.__closure__ or () if _is_filled(cell))
        elif isinstance(value, FUNCTIONS):
            kept += (self._part(getattr(value, name, None), depth + 1) for name in ("__func__", "__self__"))
        elif isinstance(value, types.ModuleType) and getattr(value, "__file__", None) in self._sources:
            kept.append(self._module(vars(value)))
        elif isinstance(value, type) and self._is_own(value):
            names = {name: one for name, one in vars(value).items() if name not in OF_EVERY_CLASS}
            kept += (self._names(names, depth), self._part(value.__bases__, depth + 1))
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

    def __init__(self, files: Mapping[str, str], report: Callable[[Loop | None], None], *, draws: bool) -> None:
        """Watch the lines of `files`, texts by path; `report` gets what was found and must not return."""
        trees = {path: parsed(text) for path, text in files.items()}
        self._repeats = {path: repeats_in(tree) for path, tree in trees.items()}
        self._enough = RETURNS_BY_CHANCE if draws else RETURNS
        self._hides = any(map(keeps_elsewhere, files.values(), trees.values()))
        self._counters = {} if draws else counters_in(trees)
        """Local variables that may differ in a state that returns."""
        self._report = report
        self._events, self._renewed_at, self._looks_left = 0, 1, MAX_LOOKS
        self._code: types.CodeType | None = None
        self._line, self._returned, self._ever_returned = 0, 0, False
        self._passed, self._looks = 0, 0
        """How often that line was passed since a state was looked at, and how often one of a long loop was."""
        self._state: tuple[Any, ...] | None = None
        self._cycle: set[tuple[int, str, int]] | None = None
        """Depth, file and line of what ran in one round; where numbers are drawn, in all of them."""
        self._calls: dict[int, types.FrameType] = {}
        """The calls that ran when the round of `_cycle` began, by depth."""
        self._counts: dict[str, list[int]] = {}
        """The values that the variables of `_counters` had then."""
        self._moved: list[tuple[str, Repeat]] = []
        """Each `for`, by its file, that went on while the last state returned: the next one is outside of it."""
        self._in_comprehension = False
        """Whether the last state that returned was inside a comprehension, whose iterator cannot be compared."""

    def begin(self, _number: int, frame: types.FrameType | None) -> None:
        """Watch the functions that run now, and all that they call: the handler of a signal."""
        signal(SIGVTALRM, self._give_up)
        setitimer(ITIMER_VIRTUAL, SILENT_SECONDS, LOOK_SECONDS)
        settrace(self._on_event)
        for one in running(frame):
            if one.f_code.co_filename in self._repeats:
                one.f_trace = self._on_event

    def _on_event(self, frame: types.FrameType, event: str, _value: object) -> Any:
        if frame.f_code.co_filename not in self._repeats:
            return None
        if event == "line":
            self._events += 1
            self._look(frame)
        return self._on_event

    def _give_up(self, _number: int, frame: types.FrameType | None) -> None:
        """
        End the watch, soon if no line runs, as Python reports none of a loop that is one jump: ``while True: pass``.

        It ends soon, too, if no state has returned: then a round is too long for returning often enough in the time.
        """
        self._looks_left -= 1
        is_first = self._looks_left == MAX_LOOKS - 1
        over = self._looks_left == 0 or not (is_first or self._ever_returned)
        if self._events and not over:
            return
        found = None
        if not self._events and frame is not None and frame.f_code.co_filename in self._repeats:
            instruction = opname[frame.f_code.co_code[frame.f_lasti]]
            if "JUMP" in instruction:
                found = Loop(frame.f_code.co_filename, frame.f_lineno, frame.f_lineno)
        if found is not None or over:
            self._end(found)

    def _look(self, frame: types.FrameType) -> None:
        at = (frame.f_code.co_filename, frame.f_lineno)
        if self._cycle is not None:
            self._cycle.add((_depth(frame), *at))
        if self._cycle is None and self._events >= self._renewed_at and self._is_outside(frame):
            self._begin_with(frame)
        elif frame.f_code is self._code and frame.f_lineno == self._line and (stands_for := self._returns(frame)):
            self._returned, self._ever_returned = self._returned + stands_for, True
            if self._cycle is None and self._returned >= min(self._enough, RETURNS):
                self._cycle, self._calls = {(_depth(frame), *at)}, _calls(frame)
                self._counts = {name: [*self._values(name)] for name in self._counters}
            elif self._cycle is not None and self._returned > self._enough:
                if self._is_proved(frame, self._cycle):
                    self._end(_loop(self._cycle))
                self._cycle, self._returned, self._renewed_at = None, 0, self._events

    def _begin_with(self, frame: types.FrameType) -> None:
        """Remember the state of now."""
        self._code, self._line, self._returned, self._cycle = frame.f_code, frame.f_lineno, 0, None
        try:
            self._state = None if self._hides else tuple(_State(self._repeats, self._counters).parts(frame))
        except (_Unseen, TypeError):
            self._state = None
        else:
            # Each state is waited for twice as long as the one before: so a loop of any length is found.
            self._renewed_at, self._moved, self._in_comprehension = 2 * self._events, [], False

    def _is_outside(self, frame: types.FrameType | None) -> bool:
        """Tell whether the next state may be that of now; any may be if there was none for long."""
        if self._events >= 2 * self._renewed_at or not (self._moved or self._in_comprehension):
            return True
        for one in running(frame):
            at = one.f_code.co_filename
            if self._in_comprehension and at in self._repeats and ITERATOR in one.f_code.co_varnames:
                return False
            if any(at == file and repeat.goes_on_in(one) for file, repeat in self._moved):
                return False
        return True

    def _returns(self, frame: types.FrameType) -> int:
        """Return how many returns of the remembered state this one stands for; 0 if it is none, or not looked at."""
        stride = 1
        if self._cycle is not None and self._enough > RETURNS:
            stride = STRIDES[self._looks % len(STRIDES)]
            self._passed += 1
            if self._passed < stride:
                return 0
            self._passed, self._looks = 0, self._looks + 1
        return stride if self._is_same(frame) else 0

    def _is_same(self, frame: types.FrameType) -> bool:
        """Tell whether the state is the remembered one: as a rule the first parts tell that it is not."""
        try:
            parts = zip_longest(self._state or (), _State(self._repeats, self._counters).parts(frame))
            return self._state is not None and all(one == other for one, other in parts)
        except (_Unseen, TypeError):
            return False

    def _is_proved(self, frame: types.FrameType | None, cycle: Collection[tuple[int, str, int]]) -> bool:
        """Tell whether one call goes round, and nothing else goes on: an iterator of a `for`, or a count."""
        outermost = min(cycle)[0]
        calls = _calls(frame)
        call = calls.get(outermost)
        if call is None or call is not self._calls.get(outermost) or call.f_code.co_flags & RESUMED:
            return False
        ran = {(file, line) for _depth, file, line in cycle}
        read = [name for name, one in self._counters.items() if one.decides(ran, self._counts.get(name, ()))]
        for name in read:
            del self._counters[name]
        inside = [one for depth, one in calls.items() if depth >= outermost]
        self._in_comprehension = any(ITERATOR in one.f_code.co_varnames for one in inside)
        if self._in_comprehension:
            return False
        for one in inside:
            file = one.f_code.co_filename
            for repeat in self._repeats.get(file, ()):
                if repeat.goes_on_in(one) and any((file, line) in ran for line in repeat.heads):
                    self._moved.append((file, repeat))
        return not read and not self._moved

    def _values(self, name: str) -> Iterator[int]:
        own = (one.f_locals for one in self._calls.values() if one.f_code.co_filename in self._repeats)
        return (names[name] for names in own if type(names.get(name)) is int)

    def _end(self, found: Loop | None) -> None:
        settrace(None)
        self._report(found)


class StayWatch:
    """Looks twice at which functions run: the same call must run both times."""

    def __init__(self, limits: Mapping[types.CodeType | None, float], report: Callable[[Loop | None], None]) -> None:
        """Take the CPU seconds of each function that counts; `report` gets where it is and must not return."""
        self._limits, self._report = limits, report
        self._stays: types.FrameType | None = None

    def begin(self, _number: int, frame: types.FrameType | None) -> None:
        """Look at the functions that run, and again after the limit of the outermost one that counts."""
        counting = [one for one in running(frame) if one.f_code in self._limits]
        if self._stays is None and counting:
            self._stays = counting[-1]
            setitimer(ITIMER_VIRTUAL, self._limits[self._stays.f_code])
        elif self._stays is not None and any(one is self._stays for one in counting):
            self._report(Loop(self._stays.f_code.co_filename, self._stays.f_lineno, self._stays.f_lineno))
        else:
            self._report(None)


def _calls(frame: types.FrameType | None) -> dict[int, types.FrameType]:
    """Return the calls that run, by depth."""
    return dict(enumerate(reversed([*running(frame)])))


def _depth(frame: types.FrameType) -> int:
    return len([*running(frame)]) - 1


def _loop(cycle: Collection[tuple[int, str, int]]) -> Loop:
    """Return the lines that ran in the outermost function of one round."""
    depth = min(cycle)[0]
    lines = [line for at, _file, line in cycle if at == depth]
    file = next(file for at, file, _line in cycle if at == depth)
    return Loop(file, min(lines), max(lines))


Handler = Callable[[int, types.FrameType | None], None]
"""Of a signal."""


def watch_call(calls: Sequence[Callable[[], object]], begin: Handler, after: float) -> None:
    """Make `calls` and `begin` to watch the one that runs after so many CPU seconds; where no signal tells, none."""
    if signal is None:
        return
    freeze()
    signal(SIGVTALRM, begin)
    setitimer(ITIMER_VIRTUAL, after)
    for call in calls:
        try:  # noqa: SIM105 - a student's code can replace parts of contextlib
            call()
        except BaseException:  # noqa: S110, PERF203 - only whether it ends counts
            pass
    setitimer(ITIMER_VIRTUAL, 0)
    settrace(None)
