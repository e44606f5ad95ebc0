"""
Watches a call of the search: every function of the submission that begins or ends meanwhile is noted.

Python's own profiling calls the function of `CallRecorder.watch`. It runs at every call, so it does no more than it
must; which of the calls belong to the search is found afterwards.
"""

from __future__ import annotations

import types
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from time import thread_time
from typing import Any

from ..out_of_sight import freeze
from .locator import FunctionCode
from .positions import NO_POSITION, PositionReader


def reachable(function: int, callees: Sequence[Collection[int]]) -> set[int]:
    """Return what `function` calls, directly or through others; `callees` says for each function what it calls."""
    found: set[int] = set()
    left = [*callees[function]]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left.extend(callees[one])
    return found


def groups(callees: Sequence[Collection[int]]) -> dict[int, int]:
    """Return the recursive functions, each with the smallest one that it calls and is called by."""
    reached = [reachable(function, callees) for function in range(len(callees))]
    return {
        function: min(other for other in found if function in reached[other])
        for function, found in enumerate(reached)
        if function in found
    }


PAIR = 2
MAX_INT = 1 << 53


def number(value: Any) -> float | None:
    """Return an int or a float, a huge int as infinity; None for all else, NaN too."""
    kind = type(value)
    if kind is int:
        if -MAX_INT < value < MAX_INT:
            return value  # type: ignore[no-any-return]
        return float("inf") if value > 0 else float("-inf")
    return value if kind is float and value == value else None  # noqa: PLR0124 - only NaN differs from itself


def pair(value: Any) -> tuple[float, float] | None:
    """Return a list or a tuple of two numbers as a tuple; None for any other one."""
    if len(value) != PAIR:
        return None
    first, second = map(number, value)
    return None if first is None or second is None else (first, second)


MAX_CALLS = 250_000
"""Calls that are noted; a good alpha-beta search from the empty board makes some 25,000, of which nearly all are."""
MAX_EVENTS = 4_000_000
"""Beginnings and ends of all functions, those of Python too: the same limit on every machine."""
MAX_SECONDS = 8.0
"""CPU seconds; a search meets one of the other limits first, unless it spends its time without calling anything."""
MAX_DISTINCT = 30_000
"""Different numbers that are passed."""
MAX_ARGUMENTS = 6
MAX_FUNCTIONS = 500
MAX_NAME = 80
"""Characters of a function's name."""
HELPS_AFTER = 256
"""Calls after which a function that was never recursive is taken for one that belongs to no search."""
EVENTS_BETWEEN_CHECKS = 4_096
UNSEEN: Any = object()


class CallRecorder:
    """The calls of one search, in the order in which they began; the first one is that of the marker."""

    def __init__(self, sources: Collection[str], reader: PositionReader, search: str) -> None:
        """Note the functions of the files `sources`; `search` is called on the position at which `reader` starts."""
        self._sources, self._reader = sources, reader
        self.names = [search]
        """The names of the functions, by number."""
        self.callees: list[set[int]] = [set()]
        """By the number of a function: the numbers of those that it calls."""
        self.recursive_late = False
        """Whether a function began to call itself after it was taken for none that does."""
        self.generator_recurses = False
        """Whether a generator, whose calls count as calls of the function around it, may be a search by itself."""
        self.parents, self.functions = array("I", [0]), array("H", [0])
        self.positions, self.arguments = array("H", [reader.start]), array("H", [0])
        self.argument_numbers: dict[Any, int] = {(): 0}
        self._codes: dict[int, FunctionCode | None] = {}
        """By the identity of Python's code objects: comparing these takes long. None for what is no submission's."""
        self._seen: list[types.CodeType] = []
        """These code objects, so that no other one gets the identity of one of them."""
        self._frames: list[types.FrameType | None] = [None]
        self._running: list[int] = [0]
        """For each of `_frames`, the innermost call that is noted."""
        self.events = 0
        """Beginnings and ends of all functions so far, those of Python too."""
        self.cut = ""
        """Why it ended too early, as a code."""
        self.move: int | None = None
        """The cell, 0 to 8, whose row and column the call of the marker returned."""
        self.raised = False
        """Whether that call raised an exception."""

    def watch(self, stop: Callable[[], None]) -> Callable[[types.FrameType, str, Any], None]:
        """Return the function that Python calls at every event; it calls `stop` once if there are too many."""
        handlers = {"call": self._begin, "return": self._end}
        next_check = EVENTS_BETWEEN_CHECKS
        began = thread_time()

        def on_event(frame: types.FrameType, event: str, value: Any) -> None:
            nonlocal next_check
            self.events += 1
            if self.events >= next_check and not self.cut:
                next_check += EVENTS_BETWEEN_CHECKS
                self.cut = self._reason_to_stop(thread_time() - began)
                if self.cut:
                    stop()
            handler = handlers.get(event)
            if handler is not None:
                handler(frame, value)

        return on_event

    def _begin(self, frame: types.FrameType, _value: object) -> None:
        """Note that a call begins, or that a generator goes on."""
        running = frame.f_code
        code = self._codes.get(id(running), UNSEEN)
        if code is UNSEEN:
            code = self._codes[id(running)] = self._new(running)
        if code is None:
            return
        if code.helps:
            self._note_help(frame, code)
            return
        index = self._running[-1]
        if not code.inline:
            index = self._note(frame, code, index)
        elif code.generates and any(one is not None and one.f_code is running for one in self._frames):
            self.generator_recurses = True
        self._frames.append(frame)
        self._running.append(index)

    def _note(self, frame: types.FrameType, code: FunctionCode, parent: int) -> int:
        """Note a call; return its index."""
        variables = frame.f_locals
        # All that can raise, as where a program has gone too deep, comes before the first column changes.
        position = code.locator.position(variables, frame.f_globals)
        passed = self._passed(code, variables)
        index = self._append(parent, code, position, passed)
        self.callees[self.functions[parent]].add(code.number)
        code.calls += 1
        if code.calls == HELPS_AFTER:
            code.helps = code.number not in reachable(code.number, self.callees)
        return index

    def _note_help(self, frame: types.FrameType, code: FunctionCode) -> None:
        """Note a call of a function that belongs to no search, if it is about another position than the search."""
        code.running += 1
        if code.running > 1:
            self.recursive_late = True
        position = code.locator.position(frame.f_locals, frame.f_globals)
        parent = self._running[-1]
        if position not in (NO_POSITION, self.positions[parent]):
            self._append(parent, code, position, 0)

    def _append(self, parent: int, code: FunctionCode, position: int, passed: int) -> int:
        self.parents.append(parent)
        self.functions.append(code.number)
        self.positions.append(position)
        self.arguments.append(passed)
        return len(self.parents) - 1

    def _end(self, frame: types.FrameType, _value: object) -> None:
        """Note that a call ends, or that a generator is interrupted."""
        if self._frames[-1] is not frame and not self._unwind_to(frame):
            return
        self._frames.pop()
        self._running.pop()

    def _unwind_to(self, frame: types.FrameType) -> bool:
        """Forget calls inside that of `frame`; False if that call is not among the running ones."""
        code = self._codes.get(id(frame.f_code))
        if code is None:
            return False
        if code.helps:
            code.running -= 1
            return False
        if frame not in self._frames:
            return False
        while self._frames[-1] is not frame:  # a generator that was ended in a way that shows no event
            self._frames.pop()
            self._running.pop()
        return True

    def _reason_to_stop(self, seconds: float) -> str:
        """Return a code for why the search must be cut off, an empty text if it need not."""
        distinct = len(self.argument_numbers)
        if self.events >= MAX_EVENTS or len(self.parents) >= MAX_CALLS or distinct >= MAX_DISTINCT:
            return "too_many_calls"
        return "too_long" if seconds > MAX_SECONDS else ""

    def _new(self, code: types.CodeType) -> FunctionCode | None:
        self._seen.append(code)
        file = code.co_filename
        # What a submission compiles from a text has no file; parts of the import system have none either.
        if file not in self._sources and (not file.startswith("<") or file.startswith("<frozen")):
            return None
        if len(self.names) >= MAX_FUNCTIONS:
            return None
        self.names.append(str.__str__(code.co_name)[:MAX_NAME])
        self.callees.append(set())
        found = FunctionCode(code, len(self.names) - 1, self._reader)
        freeze()  # the collector must not list it
        return found

    def _passed(self, code: FunctionCode, variables: Mapping[str, Any]) -> int:
        """Return the number of the numbers, and pairs of small numbers, among the arguments."""
        passed: list[Any] = []
        for name in code.arguments:
            value = variables.get(name)
            kind = type(value)
            if kind is int or kind is float:
                plain: Any = number(value)
            elif kind is tuple or kind is list:
                plain = pair(value)
            else:
                continue
            if plain is not None:
                passed.append(plain)
        if not passed:
            return 0
        numbers, key = self.argument_numbers, (*passed[:MAX_ARGUMENTS],)
        if key not in numbers and len(numbers) <= MAX_DISTINCT:
            numbers[key] = len(numbers)
        return numbers.get(key, 0)  # 0, which stands for nothing, if the table is full
