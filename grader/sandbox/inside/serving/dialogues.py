"""Runs a dialogue: reports to the marker what is printed and asked, and types the lines that come back."""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import thread_time
from typing import Any, NamedTuple, TypeAlias

from ..memoizer import Meter
from .codec import Channel, Encoder, decode
from .event_log import EventLog, board_string
from .job import Job
from .outcome_table import describe
from .patched_runtime import TailStream, pinned_seed
from .scripted_stdin import MAX_UNANSWERED, ScriptedStdin
from .submission_import import Imported, prepare_module
from .top_level import StatementRunner

SEND_SIZE = 1_000
"""Characters printed without a question after which they are sent: a question may never come."""

Finish: TypeAlias = Callable[[dict[str, Any]], None]
"""Sends a message together with the end of what was printed."""


class DialogueMeter:
    """What a dialogue costs, and what it would cost if no answers were kept."""

    def __init__(self, meter: Meter | None) -> None:
        """Read `meter`, if answers are kept."""
        self._meter = meter
        self._before = self._now()

    def taken(self) -> dict[str, Any]:
        """
        Return the cost since the last call as fields of a message, none if no answers are kept.

        ``real`` and ``saved`` are CPU milliseconds, taken and saved by kept answers; ``calls`` is how many calls a
        plain run would have made.
        """
        if self._meter is None:
            return {}
        now = self._now()
        real, saved, calls = (one - other for one, other in zip(now, self._before, strict=True))
        self._before = now
        reckoned = {"real": round(1000 * real), "saved": max(0, round(1000 * saved)), "calls": int(calls)}
        return {**reckoned, "poison": self._meter.inconsistency is not None}

    def _now(self) -> tuple[float, float, float]:
        meter = self._meter
        return (0.0, 0.0, 0.0) if meter is None else (thread_time(), meter.cpu_saved, meter.plain_calls)


class DialogueLog:
    """One dialogue, from its beginning to its end: logs its events, sends them, and asks for the lines to type."""

    def __init__(self, channel: Channel, meter: DialogueMeter, finish: Finish, ahead: list[str]) -> None:
        """Send events on `channel`; the lines `ahead` are typed before the marker is asked."""
        self._channel, self._meter, self._finish = channel, meter, finish
        self._events = EventLog()
        self._unsent = 0
        """Characters printed since events were sent."""
        self._sent_unasked = False
        """Whether events were sent since the last answer without a question: a flood of text is sent once."""
        self._unanswered = 0
        """Questions since the end of the input."""
        self._ahead = ahead[::-1]
        """The lines typed ahead that are left, the last one first."""

    def add_printed(self, text: str) -> None:
        """Log what was printed."""
        self._events.add_printed(text)
        self._unsent += len(text)
        if self._unsent >= SEND_SIZE and not (self._sent_unasked or self._events.full):
            self._sent_unasked = True
            self._send("said")

    def add_board(self, board: str) -> None:
        """Log that a board, nine characters, is printed."""
        self._events.add("board", board)

    def next_line(self, prompt: str) -> str | None:
        """Return the line that is typed after `prompt`, None for the end of the input."""
        if self._events.add("asked", prompt) and not self._unanswered:
            if self._ahead:
                return self._ahead.pop()
            self._send("asked")
            reply = self._channel.receive()
            if reply is None:  # the marker closed its end
                os._exit(0)
            line: str | None = reply.message["line"]
            self._sent_unasked = False
            self._meter.taken()
            if line is not None:
                return line
        self._unanswered += 1
        if self._unanswered >= MAX_UNANSWERED:
            self.close(None)
            os._exit(0)
        return None

    def close(self, outcome: dict[str, Any] | None) -> None:
        """Report how the dialogue ended; no `outcome` means that it asked for ever."""
        events = self._events.take()
        self._finish({"type": "spoke", "events": events, "outcome": outcome, **self._meter.taken()})

    def _send(self, kind: str) -> None:
        self._unsent = 0
        events = self._events.take()
        if events:
            self._channel.send({"type": kind, "events": events, **self._meter.taken()})


class Replacement(NamedTuple):
    """One name of a module of the submission, while its function is wrapped."""

    namespace: dict[str, Any]
    name: str
    original: Any
    wrapper: Any


class DialogueServer:
    """Runs the dialogues of one process."""

    def __init__(self, channel: Channel, stdin: ScriptedStdin, output: TailStream, job: Job, finish: Finish) -> None:
        """Send events on `channel`; `finish` sends the message that closes a dialogue."""
        self._channel, self._stdin, self._output, self._job, self._finish = channel, stdin, output, job, finish
        self._sources = set(job.files)
        self._known_answers: dict[str, dict[str, Any]] = {}
        """Answers that need no call, encoded, by function and board."""

    def run(self, request: dict[str, Any], imported: Imported) -> None:
        """Run the dialogue function once; answers that come with one `request` are used for the later ones too."""
        self._known_answers = request.get("replies", self._known_answers)
        log = DialogueLog(self._channel, DialogueMeter(imported.meter), self._finish, request["ahead"])
        symbols = {(type(value), value): symbol for symbol, value in imported.constants.items()}
        encoder = Encoder(imported.constants)
        wrappers: dict[str, Callable[[Any], Any]] = {
            name: functools.partial(_answering, known=known, encoder=encoder)
            for name, known in self._known_answers.items()
        }
        wrappers[self._job.board_printer] = functools.partial(_logging_boards, log=log, symbols=symbols)
        with self._connected(log), self._wrapped(imported.module, wrappers):
            try:
                value = getattr(imported.module, self._job.dialogue_function)()
                outcome = {"value": encoder.encode(value)}
            except BaseException as error:
                outcome = {"raised": describe(error, self._sources)}
        log.close(outcome)

    def run_script(self) -> None:
        """Run the file as a program."""
        log = DialogueLog(self._channel, DialogueMeter(None), self._finish, [])
        module = prepare_module(self._job, set(), "__main__")
        symbols = {(type(spec.default), spec.default): spec.symbol for spec in self._job.cell_specs}
        wrapped: list[object] = []

        def wrap_board_printer() -> None:
            """Wrap the function that prints boards as soon as it is defined, and again if it is defined anew."""
            printer = vars(module).get(self._job.board_printer)
            if callable(printer) and not any(printer is one for one in wrapped):
                wrapped.append(_logging_boards(printer, log, symbols))
                vars(module)[self._job.board_printer] = wrapped[-1]

        with self._connected(log):
            try:
                StatementRunner(self._job, self._stdin).run_as_script(vars(module), wrap_board_printer)
                outcome: dict[str, Any] = {"value": None}
            except BaseException as error:
                outcome = {"raised": describe(error, self._sources)}
        log.close(outcome)

    @contextmanager
    def _connected(self, log: DialogueLog) -> Iterator[None]:
        """Connect output and input to `log`, and seed `random`, so that every dialogue draws the same numbers."""
        self._stdin.install()
        if self._job.draws_numbers:
            pinned_seed()(0)
        self._stdin.next_line, self._output.listener = log.next_line, log.add_printed
        yield
        self._stdin.next_line = self._output.listener = None

    @contextmanager
    def _wrapped(self, module: types.ModuleType, wrappers: Mapping[str, Callable[[Any], Any]]) -> Iterator[None]:
        """Wrap functions of `module`, under every name that they have in any module of the submission."""
        namespaces = [vars(one) for one in [*sys.modules.values()] if getattr(one, "__file__", None) in self._sources]
        replaced: list[Replacement] = []
        for wanted, wrap in wrappers.items():
            function = vars(module).get(wanted)
            if callable(function):
                wrapper = functools.update_wrapper(wrap(function), function)
                found = [(space, name) for space in namespaces for name in [*space] if space[name] is function]
                replaced += [Replacement(space, name, function, wrapper) for space, name in found]
        for one in replaced:
            one.namespace[one.name] = one.wrapper
        yield
        for one in replaced:
            if one.namespace.get(one.name) is one.wrapper:
                one.namespace[one.name] = one.original


def _logging_boards(printer: Callable[..., Any], log: DialogueLog, symbols: dict[Any, str]) -> Callable[..., Any]:
    """Wrap `printer` so that the board it gets is logged before it prints."""

    def logging(*args: Any, **kwargs: Any) -> Any:
        board = [*args, *kwargs.values(), None][0]
        log.add_board(board_string(board, symbols))
        return printer(*args, **kwargs)

    return logging


def _answering(function: Callable[..., Any], known: dict[str, Any], encoder: Encoder) -> Callable[..., Any]:
    """Wrap `function` so that `known` answers are returned without a call, each time as a new object."""

    def answering(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs:
            board = encoder.board(args[0])
            if board is not None and board in known:
                return decode(known[board])
        return function(*args, **kwargs)

    return answering
