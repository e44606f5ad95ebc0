"""
Watches one call of a function: which functions of the assignment it calls, on which boards, and what these return.

Equal calls, those of one function with equal arguments, are noted once, with the calls that are made meanwhile. So the
calls are a graph, and even a long search has no more of them than the game has positions.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from sys import getprofile, getrecursionlimit, setprofile, setrecursionlimit
from time import thread_time
from typing import Any, NamedTuple

from ..boards import nine_cells
from ..out_of_sight import freeze
from .locator import CO_GENERATOR, RETURNS
from .recording import OWN_DEPTH

MAX_CALLS = 2_000
"""Different calls that are noted."""
MAX_EVENTS = 200_000
"""Beginnings and ends of all functions, those of Python too: the same limit on every machine."""
MAX_SECONDS = 1.5
"""CPU seconds; a call that calls other functions meets one of the other limits first."""
EVENTS_BETWEEN_CHECKS = 4_096
DEEP = 100
"""Calls inside each other from which on an exception may come from the recursion alone, and is not noted."""
MAX_WRAPPERS = 10


class Helper:
    """A function of the assignment, as the module defines it."""

    def __init__(self, name: str, function: Any, parameters: int) -> None:
        """Watch a Python function; of its parameters, the assignment asks for the first ones only."""
        code = function.__code__
        self.name = name
        self.names: Sequence[str] = code.co_varnames[: code.co_argcount]
        self._parameters = parameters
        self._defaults = function.__defaults__ or ()
        self.code_text: bytes = code.co_code

    def others(self, variables: Mapping[str, Any]) -> list[Any] | None:
        """Return the arguments after the board; None if one that the assignment does not know has no default value."""
        own = [variables.get(name) for name in self.names[1:]]
        known, added = own[: self._parameters - 1], own[self._parameters - 1 :]
        usual = self._defaults[len(self._defaults) - len(added) :]
        same = len(usual) == len(added) and all(one is other for one, other in zip(added, usual, strict=True))
        return known if same else None


class Encoding(NamedTuple):
    """How values are written in messages."""

    board: Callable[[Any], str | None]
    """Returns the nine symbols of a board, None for anything else."""
    value: Callable[[Any], Any]


class HelperCalls:
    """The calls of one watched call, which comes first."""

    def __init__(self, helpers: Mapping[int, Helper], encoding: Encoding) -> None:
        """Watch `helpers`, which are known by the identity of their code."""
        self._helpers, self._encoding = helpers, encoding
        self.calls: list[list[Any]] = []
        """For each call: the function, the symbols of the board, further arguments, the outcome, the calls inside."""
        self._numbers: dict[object, int] = {}
        # Lists of plain values: an object of a class of ours would be seen among all objects.
        self._frames: list[types.FrameType] = []
        """The functions of the assignment that are running, the innermost one last."""
        self._running: list[int] = []
        """For each of `_frames` the number of its call; of the call around it if its argument is no board."""
        self._boards: list[Any] = []
        """For each its argument, None if that is no board."""
        self.cut = False
        """Whether it ended too early."""

    def number(self, name: str, symbols: str, extra: list[Any]) -> int:
        """Return the number of a call; a new one is added to `calls`."""
        key = (name, symbols, repr(extra))
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.calls)
            self.calls.append([name, symbols, extra, None, []])
        return found

    def begin(self, frame: types.FrameType, _value: object) -> None:
        """Note that a function begins."""
        helper = self._helpers.get(id(frame.f_code))
        if helper is None:
            return
        around = call = self._running[-1] if self._running else 0
        variables = frame.f_locals
        board = variables.get(helper.names[0])
        symbols, others = self._symbols(board), helper.others(variables)
        if symbols is None or others is None:
            board = None
        else:
            call = self.number(helper.name, symbols, [*map(self._encoding.value, others)])
            inside = self.calls[around][4]
            if call != around and call not in inside:
                inside.append(call)
        self._frames.append(frame)
        self._running.append(call)
        self._boards.append(board)

    def end(self, frame: types.FrameType, value: Any) -> None:
        """Note that a function ends."""
        if not self._frames or self._frames[-1] is not frame:
            return
        self._frames.pop()
        call, board = self.calls[self._running.pop()], self._boards.pop()
        if board is None or call[3] is not None:
            return
        if value is None and self._helpers[id(frame.f_code)].code_text[frame.f_lasti] not in RETURNS:
            if len(self._running) < DEEP:
                call[3] = {"raised": ["exception", "Exception", "", None, None]}
            return
        outcome = {"value": self._encoding.value(value)}
        if self._symbols(board) != call[1]:
            outcome["after"] = self._encoding.value(board)
        call[3] = outcome

    def watch(self, stop: Callable[[], None]) -> Callable[[types.FrameType, str, Any], None]:
        """Return the function that Python calls at every event; it calls `stop` once if there are too many."""
        handlers = {"call": self.begin, "return": self.end}
        events, next_check = 0, EVENTS_BETWEEN_CHECKS
        began = thread_time()

        def on_event(frame: types.FrameType, event: str, value: Any) -> None:
            nonlocal events, next_check
            events += 1
            if events >= next_check and not self.cut:
                next_check += EVENTS_BETWEEN_CHECKS
                many = events >= MAX_EVENTS or len(self.calls) >= MAX_CALLS
                self.cut = many or thread_time() - began > MAX_SECONDS
                if self.cut:
                    stop()
            handler = handlers.get(event)
            if handler is not None:
                handler(frame, value)

        return on_event

    def _symbols(self, value: Any) -> str | None:
        cells = nine_cells(value, or_tuples=True)
        return None if cells is None else self._encoding.board([cells[:3], cells[3:6], cells[6:]])


def watch_call(
    calls: HelperCalls, function: Callable[..., Any], arguments: Sequence[Any], report: Callable[[], None]
) -> None:
    """Make the call while `calls` watches. If that becomes too much, `report` is called at once; it must not return."""

    def stop() -> None:
        setprofile(None)
        setrecursionlimit(getrecursionlimit() + OWN_DEPTH)
        report()

    on_event = calls.watch(stop)
    freeze()  # the collector must not list what was made for this
    setprofile(on_event)
    try:  # noqa: SIM105 - a student's code can replace parts of contextlib
        function(*arguments)
    except BaseException:  # noqa: S110 - only the calls count
        pass
    calls.cut = calls.cut or getprofile() is not on_event
    setprofile(None)


def helpers_of(functions: Mapping[str, Any], parameters: Mapping[str, int]) -> dict[int, Helper]:
    """Return the Python functions among `functions` by the identity of their code."""
    found = {}
    for name, count in parameters.items():
        function = functions.get(name)
        for _wrapper in range(MAX_WRAPPERS):  # such as that of functools.cache
            if type(function) is types.FunctionType and "__wrapped__" not in function.__dict__:
                break
            function = getattr(function, "__wrapped__", None)
        if type(function) is not types.FunctionType:
            continue
        code = function.__code__
        if code.co_argcount and not code.co_flags & CO_GENERATOR:
            found[id(code)] = Helper(name, function, count)
    return found
