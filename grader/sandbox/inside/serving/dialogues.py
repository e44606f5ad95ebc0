"""Runs dialogues, of the dialogue function or of the file as a program: logs them and asks the marker for lines."""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from os import _exit
from time import thread_time
from typing import Any, NoReturn, TypeAlias

from ..boards import nine_cells
from ..memoizer import Meter
from ..out_of_sight import freeze
from .codec import Channel, Encoder, decode
from .fixed_world import restarter
from .job import ReceivedJob
from .outcome_table import describe
from .patched_runtime import MAX_UNANSWERED, ScriptedStdin, TailStream
from .submission_import import Imported, prepare_module
from .top_level import StatementRunner

MAX_TEXT = 2_000
MAX_EVENTS = 398
"""The most events of a dialogue; the marker accepts 400 and adds up to two."""
NO_BOARD = "?" * 9


class TextHead:
    """The beginning of a text that arrives in parts."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        if self._size <= MAX_TEXT:
            self._parts.append(text[: MAX_TEXT + 1])
            self._size += len(text)

    def take(self) -> str:
        """Return the text, shortened to `MAX_TEXT` characters, and start anew."""
        text = shortened("".join(self._parts))
        self._parts.clear()
        self._size = 0
        return text


def shortened(text: str) -> str:
    """Return `text`, or the beginning of a long text with an ellipsis."""
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def board_string(board: object, symbols: Mapping[Any, str]) -> str:
    """Return a board as nine characters; `symbols` has the symbols by type and value, ``?`` is any other cell."""
    cells = nine_cells(board, or_tuples=True)
    return NO_BOARD if cells is None else "".join(_symbol(cell, symbols) for cell in cells)


def _symbol(cell: object, symbols: Mapping[Any, str]) -> str:
    try:
        return symbols.get((type(cell), cell), "?")
    except Exception:  # a cell that cannot be hashed or compared
        return "?"


SEND_SIZE = 1_000
"""Characters printed without a question after which they are sent, because a question may never come."""

Finish: TypeAlias = Callable[[dict[str, Any]], None]
"""Sends a message with the end of the printed text."""


class DialogueLog:
    """One dialogue, from beginning to end: logs its events, sends them, and asks the marker for lines."""

    def __init__(self, channel: Channel, meter: Meter | None, finish: Finish, ahead: list[str]) -> None:
        """Send events on `channel`, with their cost by `meter`; type the lines `ahead` before asking the marker."""
        self._channel, self._meter, self._finish = channel, meter, finish
        self._totals_before = self._totals()
        self._events: list[list[str]] = []
        """A kind and a text each, without those that were sent."""
        self._room = MAX_EVENTS
        """How many more events are logged; further ones are dropped."""
        self._printed = TextHead()
        """Printed texts without another event between them: they are one event."""
        self._unsent = 0
        self._sent_unasked = False
        """Whether events were sent without a question since the last answer: a flood of text is sent only once."""
        self._unanswered = 0
        """Questions since the end of the input."""
        self._ahead = ahead[::-1]
        """The lines typed ahead that are left, the last one first."""

    def add_printed(self, text: str) -> None:
        missing = SEND_SIZE - self._unsent
        if len(text) >= missing and self._room > 0 and not self._sent_unasked:
            # The cut must not depend on the pieces in which the text comes: the memo repeats the text in one piece.
            self._printed.add(text[:missing])
            text = text[missing:]
            self._sent_unasked = True
            self._send("said")
        self._printed.add(text)
        self._unsent += len(text)

    def add(self, kind: str, text: str) -> bool:
        """Log any other event than printed text; return False if it is dropped."""
        self._log_printed()
        # A question takes two places, because the typed line is an event too.
        return self._put(kind, shortened(text), 2 if kind == "asked" else 1)

    def next_line(self, prompt: str) -> str | None:
        """Return the line that is typed after `prompt`, None for the end of the input."""
        if self.add("asked", prompt) and not self._unanswered:
            if self._ahead:
                return self._ahead.pop()
            self._send("asked")
            reply = self._channel.receive()
            if reply is None:  # the marker closed its end
                _exit(0)
            line: str | None = reply.message["line"]
            self._sent_unasked = False
            self._totals_before = self._totals()
            if line is not None:
                return line
        self._unanswered += 1
        if self._unanswered >= MAX_UNANSWERED:
            self.close(None)
            _exit(0)
        return None

    def close(self, outcome: dict[str, Any] | None) -> None:
        """Report how the dialogue ended; no `outcome` means that it never stopped asking."""
        events = self._take()
        self._finish({"type": "spoke", "events": events, "outcome": outcome, **self._cost()})

    def _cost(self) -> dict[str, Any]:
        """Return the cost since the last message: CPU milliseconds used and saved, and calls of a plain run."""
        if self._meter is None:
            return {}
        now = self._totals()
        taken, saved, calls = (after - before for after, before in zip(now, self._totals_before, strict=True))
        self._totals_before = now
        real, saved = round(1000 * taken), max(0, round(1000 * saved))
        return {"real": real, "saved": saved, "calls": calls, "inconsistency": self._meter.inconsistency}

    def _totals(self) -> tuple[float, float, int]:
        """Return the CPU seconds used, the CPU seconds saved, and the number of calls of a plain run."""
        meter = self._meter
        return (0.0, 0.0, 0) if meter is None else (thread_time(), meter.cpu_saved, meter.plain_calls)

    def _send(self, kind: str) -> None:
        self._unsent = 0
        events = self._take()
        if events:
            self._channel.send({"type": kind, "events": events, **self._cost()})

    def _take(self) -> list[list[str]]:
        self._log_printed()
        events, self._events = self._events, []
        return events

    def _log_printed(self) -> None:
        text = self._printed.take()
        if text:
            self._put("printed", text, 1)

    def _put(self, kind: str, text: str, places: int) -> bool:
        if self._room <= 0:
            return False
        self._room -= places
        self._events.append([kind, text])
        return True


class DialogueServer:
    """Runs the dialogues of one process."""

    def __init__(
        self, channel: Channel, stdin: ScriptedStdin, output: TailStream, job: ReceivedJob, finish: Finish
    ) -> None:
        """Send events on `channel`; `finish` sends the message that closes a dialogue."""
        self._channel, self._stdin, self._output, self._job, self._finish = channel, stdin, output, job, finish
        self._sources = set(job.files)
        self._known_answers: dict[str, dict[str, Any]] = {}
        """Encoded answers that need no call, by function and board."""

    def run(self, request: dict[str, Any], imported: Imported) -> None:
        """Run the dialogue function once; later dialogues use the known answers of this `request`, too."""
        self._known_answers = request.get("known_answers", self._known_answers)
        log = DialogueLog(self._channel, imported.meter, self._finish, request["ahead"])
        symbols = {(type(value), value): symbol for symbol, value in imported.constants.items()}
        encoder = Encoder(imported.constants)
        wrappers: dict[str, Callable[[Any], Any]] = {
            name: functools.partial(_answering, known=known, encoder=encoder)
            for name, known in self._known_answers.items()
        }
        wrappers[self._job.board_printer] = functools.partial(_logging_boards, log=log, symbols=symbols)
        with self._connected(log), self._wrapped(imported.module, wrappers):
            freeze()
            try:
                value = getattr(imported.module, self._job.dialogue_function)()
                outcome = {"value": encoder.encode(value)}
            except BaseException as error:
                outcome = {"raised": describe(error, self._sources)}
        log.close(outcome)

    def run_script(self) -> None:
        log = DialogueLog(self._channel, None, self._finish, [])
        module = prepare_module(self._job, set(), self._job.script_name)
        symbols = {(type(spec.default), spec.default): spec.symbol for spec in self._job.cell_specs}
        wrapped: list[object] = []

        def wrap_board_printer() -> None:
            """Wrap the function that prints boards after each definition of it."""
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
        """Connect output and input to `log`; every dialogue gets the same random numbers and the same time."""
        self._stdin.install()
        restart = restarter(self._job)
        if restart is not None:
            restart("")
        self._stdin.next_line, self._output.listener = log.next_line, log.add_printed
        # For a person, `os._exit` is an ending like any other; text printed before must not be lost.
        os._exit = _leave
        yield
        os._exit = _exit
        for stream in (sys.stdout, sys.stderr):  # the program's own, as Python does at the end of a program
            with suppress(BaseException):
                stream.flush()
        self._stdin.next_line = self._output.listener = None

    @contextmanager
    def _wrapped(self, module: types.ModuleType, wrappers: Mapping[str, Callable[[Any], Any]]) -> Iterator[None]:
        """Wrap functions of `module`, under every name that they have in any module of the submission."""
        namespaces = [vars(one) for one in [*sys.modules.values()] if getattr(one, "__file__", None) in self._sources]
        replaced: list[tuple[dict[str, Any], str, Any, Any]] = []
        for wanted, wrap in wrappers.items():
            function = vars(module).get(wanted)
            if callable(function):
                wrapper = functools.update_wrapper(wrap(function), function)
                found = [(space, name) for space in namespaces for name in [*space] if space[name] is function]
                replaced += [(space, name, function, wrapper) for space, name in found]
        for space, name, _function, wrapper in replaced:
            space[name] = wrapper
        yield
        for space, name, function, wrapper in replaced:
            if space.get(name) is wrapper:
                space[name] = function


def _leave(status: object = None) -> NoReturn:
    raise SystemExit(status)


def _logging_boards(printer: Callable[..., Any], log: DialogueLog, symbols: dict[Any, str]) -> Callable[..., Any]:
    def logging(*args: Any, **kwargs: Any) -> Any:
        board = [*args, *kwargs.values(), None][0]
        log.add("board", board_string(board, symbols))
        return printer(*args, **kwargs)

    return logging


def _answering(function: Callable[..., Any], known: dict[str, Any], encoder: Encoder) -> Callable[..., Any]:
    """Wrap `function` to return `known` answers without a call, each time as a new object."""

    def answering(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs:
            board = encoder.board(args[0])
            if board is not None and board in known:
                return decode(known[board])
        return function(*args, **kwargs)

    return answering
