"""Serves one submission: imports it, describes it, and answers requests. `agent.py` describes the messages."""

from __future__ import annotations

import functools
import sys
import types
from os import _exit
from typing import Any

from .. import out_of_sight
from ..memoizer import Claim, Memoizer, Obstacle
from . import outcome_table, patched_runtime
from .calls import Caller
from .codec import Channel, Encoder
from .dialogues import DialogueServer, Finish
from .job import ReceivedCellSpec, ReceivedJob
from .patched_runtime import ScriptedStdin, TailStream
from .recordings import record_call, record_search, report_loop
from .submission_import import GRAPHICS, Imported, import_submission, is_placeholder
from .top_level import StatementRunner

MAX_PLACEHOLDERS = 50
"""The most missing modules that are reported; the marker accepts no more."""


def serve(channel: Channel) -> None:  # noqa: C901 - the life of a probe, in the order in which it happens
    """Receive the job, import the submission and answer requests; or run the submission as a script."""
    request = channel.receive()
    if request is None:
        return
    job = ReceivedJob.of_message(request.message)
    output = patched_runtime.install(job)
    stdin = ScriptedStdin(output, job.files, job.dialogue_function)

    def finish(message: dict[str, Any], numbers: bytes = b"") -> None:
        channel.send({**message, **patched_runtime.report(output)}, numbers)
        output.forget()

    dialogues = DialogueServer(channel, stdin, output, job, finish)
    out_of_sight.freeze()
    if job.script_name:
        dialogues.run_script()
        return
    memoizer = _make_memoizer(job, output, channel)
    try:
        imported = _import(job, memoizer, stdin, finish)
    except BaseException as error:
        raised = outcome_table.describe(error, set(job.files))
        finish({"type": "failed", "raised": raised, "column": outcome_table.column_of(error)})
        return
    finish({"type": "ready", **imported.description})
    caller = Caller(channel, imported, output)
    while (request := channel.receive()) is not None:
        if "talk" in request.message:
            dialogues.run(request.message, imported)
        elif "trace" in request.message:
            record_search(request.message, imported, finish)
        elif "lines" in request.message:
            record_call(request.message, imported, finish)
        elif "loop" in request.message:
            report_loop(request.message, imported, finish)
        else:
            closing = caller.run(request.message, request.numbers)
            finish({"type": "done", **closing.message}, closing.numbers)


def _doubt_about_text(memoizer: Memoizer, job: ReceivedJob) -> Obstacle | None:
    """Return what in the text of the submission rules out any claim about it, or None."""
    beside = {path.partition("/")[0].removesuffix(".py") for path in job.files if path != job.main}
    hidden = sorted(beside & sys.stdlib_module_names)
    if hidden:  # the file of the submission runs only on systems without the module of that name
        return Obstacle("file-imports", (hidden[0],))
    real = (sys.stdlib_module_names - GRAPHICS) | job.allowed_imports | beside
    return memoizer.doubt_about_text(job.module, job.functions, lambda module: module not in real)


def _import(job: ReceivedJob, memoizer: Memoizer | None, stdin: ScriptedStdin, finish: Finish) -> Imported:
    """Import the module; exceptions of the module pass through, ValueError means unusable constants."""
    placeholders: set[str] = set()

    def report_endless(line: int, talked: bool) -> None:  # noqa: FBT001 - the signature that its caller expects
        finish({"type": "endless", "line": line, "talked": talked})
        _exit(0)

    statements = StatementRunner(job, stdin) if job.by_statement else None
    if statements is not None and memoizer is not None and not statements.adopt(memoizer.tree):
        memoizer = None
    run = None if statements is None else functools.partial(statements.run, report_endless=report_endless)
    module = import_submission(job, placeholders, memoizer, run)
    constants = _read_constants(module, job.cell_specs)
    described = _describe_module(module, constants, job)
    claim = None
    if memoizer is not None:
        others = [name for name in (*job.slow_functions, job.dialogue_function) if name and name != job.search]
        deviation = statements.deviation if statements is not None else None
        known = (job.functions, constants.values(), others, is_placeholder)
        claim = Claim(reason=deviation) if deviation is not None else memoizer.attach(module, *known)
    left_out, talked_at = (statements.left_out, statements.talked_at) if statements is not None else ([], [])
    described |= {"placeholders": sorted(placeholders)[:MAX_PLACEHOLDERS], "left_out": left_out, "talked_at": talked_at}
    described["claim"] = None if claim is None else claim._asdict()
    return Imported(job, module, constants, memoizer, described)


def _make_memoizer(job: ReceivedJob, output: TailStream, channel: Channel) -> Memoizer | None:
    """Return the memoizer of the file, and send what it doubts; None if none is wanted or if the file is no Python."""
    if not job.memoize:
        return None
    memoizer = None
    try:
        memoizer = Memoizer(job.files[job.main], job.main, job.search, output)
        memoizer.compile()
    except Exception:  # the import without a memoizer will raise the same exception
        memoizer = None
    # Sent before any of the submission's code runs, so nobody else can have written this message.
    channel.send({"type": "read", "doubt": None if memoizer is None else _doubt_about_text(memoizer, job)})
    return memoizer


def _read_constants(module: object, specs: list[ReceivedCellSpec]) -> dict[str, object]:
    """Return the module's cells by symbol, with the sheet's values for missing ones (ValueError for equal cells)."""
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


def _describe_module(module: object, constants: dict[str, object], job: ReceivedJob) -> dict[str, Any]:
    """Return the fields of ``ready`` about functions and constants; -1 parameters means unknown."""
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
