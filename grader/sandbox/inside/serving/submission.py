"""Serves one submission: imports it, says what it has, and answers requests; `agent.py` describes the messages."""

from __future__ import annotations

import functools
import os
import types
from typing import Any

from ..memoizer import shortcut
from . import outcome_table, patched_runtime
from .codec import Channel, Encoder
from .dialogues import DialogueServer, Finish
from .job import CellSpec, Job
from .printing_calls import PrintCapturingCaller
from .scripted_stdin import ScriptedStdin
from .submission_import import Imported, import_submission
from .top_level import StatementRunner

MAX_PLACEHOLDERS = 50
"""Missing modules that are reported: the marker accepts no more."""


def serve(channel: Channel) -> None:
    """Import the submission that comes first and answer requests; or run it as a script."""
    request = channel.receive()
    if request is None:
        return
    job = Job.of_message(request.message)
    runtime = patched_runtime.install()
    stdin = ScriptedStdin(runtime.output, job.files, job.dialogue_function)

    def finish(message: dict[str, Any], numbers: bytes = b"") -> None:
        output = runtime.output
        printed = {"tail": output.tail(), "characters": output.characters, "slept": runtime.slept}
        channel.send({**message, **printed}, numbers)
        output.forget()

    dialogues = DialogueServer(channel, stdin, runtime.output, job, finish)
    if job.as_script:
        dialogues.run_script()
        return
    try:
        imported = _imported(job, stdin, finish)
    except BaseException as error:
        finish({"type": "failed", "raised": outcome_table.describe(error, set(job.files))})
        return
    finish({"type": "ready", **imported.description})
    caller = PrintCapturingCaller(channel, imported, job, runtime.output)
    while (request := channel.receive()) is not None:
        if "talk" in request.message:
            dialogues.run(request.message, imported)
        else:
            closing = caller.run(request.message, request.numbers)
            finish({"type": "done", **closing.message}, closing.numbers)


def _imported(job: Job, stdin: ScriptedStdin, finish: Finish) -> Imported:
    """Import the module; whatever it raises passes through, and so does the ValueError of unusable constants."""
    placeholders: set[str] = set()

    def report_endless(line: int, talked: bool) -> None:  # noqa: FBT001 - the signature that its caller expects
        finish({"type": "endless", "line": line, "talked": talked})
        os._exit(0)

    short = _shortcut(job)
    statements = StatementRunner(job, stdin) if job.by_statement else None
    if statements is not None and short is not None and not statements.adopt(short.tree):
        short = None
    run = None if statements is None else functools.partial(statements.run, report_endless=report_endless)
    module = import_submission(job, placeholders, short, run)
    constants = _constants(module, job.cell_specs)
    described = _described(module, constants, job)
    if short is not None:
        others = [name for name in (*job.slow_functions, job.dialogue_function) if name and name != job.search]
        unlike = statements.deviation if statements is not None else None
        short.settle(module, job.functions, constants.values(), others, unlike)
    missing_modules = {"placeholders": sorted(placeholders)[:MAX_PLACEHOLDERS]}
    return Imported(module, constants, short, {**missing_modules, **described, **_found(short, statements)})


def _found(short: shortcut.Shortcut | None, statements: StatementRunner | None) -> dict[str, Any]:
    """Return what the shortcut found, and what was left out of the import."""
    found = None
    if short is not None:
        found = {"memoized": short.memoized, "why": short.why, "steady": short.steady, "through": short.through}
    left_out, talked_at = (statements.left_out, statements.talked_at) if statements is not None else ([], [])
    return {"shortcut": found, "left_out": left_out, "talked_at": talked_at}


def _shortcut(job: Job) -> shortcut.Shortcut | None:
    """Return the shortcut, if one is asked for and the file can be parsed."""
    if not job.memoize:
        return None
    try:
        return shortcut.Shortcut(job.files[job.main], job.main, job.search)
    except Exception:  # the import compiles the text again, and reports what is wrong with it
        return None


def _constants(module: object, specs: list[CellSpec]) -> dict[str, object]:
    """Return the module's cells by symbol, the sheet's value for a constant it lacks (ValueError if two are equal)."""
    names = vars(module)
    constants = {
        spec.symbol: names.get(spec.attribute, spec.default) if spec.attribute else spec.default for spec in specs
    }
    try:
        distinct = len(set(constants.values())) == len(constants)
    except TypeError:
        distinct = False
    if not distinct:
        attributes = ", ".join(spec.attribute for spec in specs if spec.attribute)
        message = f"{attributes} must be three different values that can be compared"
        raise ValueError(message)
    return constants


def _described(module: object, constants: dict[str, object], job: Job) -> dict[str, Any]:
    """Say which of the functions and constants of the sheet the module has; -1 parameters means unknown."""
    encoder = Encoder(constants)
    functions = {}
    for name in job.functions:
        function = vars(module).get(name)
        code = getattr(function, "__code__", None)
        bound = isinstance(function, types.MethodType)
        parameters = code.co_argcount - bound if isinstance(code, types.CodeType) else -1
        functions[name] = parameters if callable(function) else None
    encoded = {symbol: encoder.encode(value) for symbol, value in constants.items()}
    missing = [spec.attribute for spec in job.cell_specs if spec.attribute and spec.attribute not in vars(module)]
    return {"functions": functions, "constants": encoded, "missing": missing}
