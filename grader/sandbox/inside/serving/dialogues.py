"""Runs dialogues: the dialogue function of the submission, or its file as a program."""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from os import _exit as exit_process
from typing import Any, NamedTuple, NoReturn

from ..out_of_sight import freeze
from .codec import Channel, Encoder, decode
from .dialogue_log import DialogueLog, DialogueMeter, Finish, board_string
from .job import Job
from .outcome_table import describe
from .patched_runtime import TailStream, restarter
from .scripted_stdin import ScriptedStdin
from .submission_import import Imported, prepare_module
from .top_level import StatementRunner


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
        self._known_answers = request.get("known_answers", self._known_answers)
        log = DialogueLog(self._channel, DialogueMeter(imported.meter), self._finish, request["ahead"])
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
        """Run the file as a program."""
        log = DialogueLog(self._channel, DialogueMeter(None), self._finish, [])
        module = prepare_module(self._job, set(), self._job.script_name)
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
        """Connect output and input to `log`; every dialogue draws the same numbers, at the same time."""
        self._stdin.install()
        restart = restarter(self._job)
        if restart is not None:
            restart(0)
        self._stdin.next_line, self._output.listener = log.next_line, log.add_printed
        # As a person sees it, this is an ending like any other; what was printed before must not be lost.
        os._exit = _leave
        yield
        os._exit = exit_process
        _flush(sys.stdout, sys.stderr)
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


def _leave(status: object = None) -> NoReturn:
    raise SystemExit(status)


def _flush(*streams: object) -> None:
    """Write out what the program's own streams still hold, as Python does at the end of a program."""
    for stream in streams:
        with suppress(BaseException):
            stream.flush()  # type: ignore[attr-defined] # whatever the program put there


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
