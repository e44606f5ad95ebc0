"""
The process that runs a student's code. Standard library only; run by path, never imported by the grader.

Contract
    ``python -s -S -B [-P] -X utf8 agent.py WALL zygote FD``
        FD is a Unix socket. First comes a byte: ``+`` when the zygote is ready, ``-`` and a reason when its namespaces
        failed halfway, so that it ends. ``F``, memory and CPU limit, with four descriptors (null device, requests,
        answers, output) forks a probe and is answered with its pid; ``R`` and a pid waits for it and is answered with
        its status and CPU seconds. The zygote itself runs no student code. It ends when the socket closes.
    ``python ... agent.py WALL probe MEMORY CPU``
        One probe in a process of its own, where there is no fork: requests on standard input, answers on standard
        output, what the student prints on standard error.

    WALL is a JSON object: layers to leave ``off`` with the reason, ``extra`` files to leave readable, for the self-test
    a ``folder`` to write to and the number of the ``marker`` to signal.

    A probe confines itself, tries to break out and says in a frame ``confined`` what came of both. Then it gets its
    job (files, the spelling of cells), answers ``ready`` or ``failed``, and serves lists of calls until its requests
    end. It exits 0 whatever happened; what happened is in the frames. Nothing here knows what a right answer is.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import socket
import struct
import sys
import types
from collections.abc import Callable
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
_ABOVE = os.path.dirname(_HERE)
if __name__ == "__main__":
    # Started by path: what lies beside this file is found as the package it is, and from no other folder.
    sys.path[:] = [_ABOVE, *(place for place in sys.path if place and os.path.abspath(place) != _HERE)]
    __package__ = os.path.basename(_HERE)

from .memoizer import Claim, Memoizer  # noqa: E402
from .serving import (  # noqa: E402
    codec,
    dialogues,
    outcome_table,
    patched_runtime,
    printing_calls,
    scripted_stdin,
    submission_import,
    top_level,
)
from .wall import confine, escape_attempts, namespaces  # noqa: E402

if __name__ == "__main__":
    # A student's `import inside` must not find ours.
    sys.path.remove(_ABOVE)
    for _name in [name for name in sys.modules if name.partition(".")[0] == __package__]:
        del sys.modules[_name]

MAX_PLACEHOLDERS = 50
FORKED = struct.Struct("<q")
WANTED = struct.Struct("<qq")
REAPED = struct.Struct("<id")


def serve_zygote(control: socket.socket, settings: dict[str, Any]) -> None:
    """Fork a probe per request until the marker hangs up."""
    try:
        wall = confine.Wall(settings["off"], settings["extra"])
    except namespaces.HalfEntered as error:
        control.sendall(b"-" + str(error).encode())
        return
    zygote = os.getpid()
    gc.freeze()
    control.sendall(b"+")
    while True:
        message, descriptors, _flags, _address = socket.recv_fds(control, 1 + WANTED.size, 4)
        if not message:
            return
        if message[:1] == b"F":
            pid = os.fork()
            if pid == 0:
                control.close()
                null, requests, answers, output = descriptors
                for number, standard in ((null, 0), (output, 1), (output, 2)):
                    os.dup2(number, standard)
                os.close(null)
                os.close(output)
                held_to = (*WANTED.unpack(message[1:]), zygote)
                serve_probe(codec.Channel(requests, answers), wall, held_to, settings)
            for descriptor in descriptors:
                os.close(descriptor)
            control.sendall(FORKED.pack(pid))
        else:
            _pid, status, usage = os.wait4(FORKED.unpack(message[1:])[0], 0)
            control.sendall(REAPED.pack(status, usage.ru_utime + usage.ru_stime))


def serve_probe(
    channel: codec.Channel, wall: confine.Wall, held_to: tuple[int, int, int], settings: dict[str, Any]
) -> None:
    """Serve one submission behind the wall and exit, running nothing the student left behind."""
    try:
        try:
            layers = wall.confine(*held_to)
            tried = escape_attempts.attempts(settings["folder"], settings["marker"])
        except Exception as error:
            channel.send({"type": "broken", "why": f"{type(error).__name__}: {error}"})
            return
        channel.send({"type": "confined", "layers": layers, "attempts": tried})
        probe(channel)
    except OSError:  # the marker hung up: nobody is left to tell
        pass
    finally:
        os._exit(0)


def probe(channel: codec.Channel) -> None:
    """Import, then answer lists of calls and hold dialogues; or run the file as a script."""
    received = channel.receive()
    if received is None:
        return
    job = received[0]
    seen: set[str] = set()
    stream = patched_runtime.settle(seen)
    keys = scripted_stdin.Keyboard(stream, job["files"], job["talks"])
    talker = dialogues.Talker(channel, keys, stream, job)

    def finish(message: dict[str, Any], numbers: bytes = b"") -> None:
        printed = {"tail": stream.tail(), "characters": stream.characters, "slept": "sleep" in seen}
        channel.send({**message, **printed}, numbers)
        stream.forget()

    if job["script"]:
        talker.run_script(finish)
        return
    try:
        module, marks, memoizer, described = _imported(job, keys, finish)
    except BaseException as error:
        finish({"type": "failed", "raised": outcome_table.raised_by(error, set(job["files"]))})
        return
    finish({"type": "ready", **described})
    caller = printing_calls.Listener(channel, module, marks, job, memoizer)
    caller.stream, caller.prints = stream, frozenset(job["prints"])
    while (received := channel.receive()) is not None:
        if "talk" in received[0]:
            talker.run(received[0], module, marks, memoizer, finish)
        else:
            message, counts = caller.run(*received)
            finish({"type": "done", **message}, counts)


def _imported(
    job: dict[str, Any], keys: scripted_stdin.Keyboard, finish: Callable[[dict[str, Any]], None]
) -> tuple[types.ModuleType, dict[str, object], Memoizer | None, dict[str, Any]]:
    """Import the module; return it, its cells, the memoizer and what there is to say of all that."""
    absent: set[str] = set()

    def give_up(line: int, talked: bool) -> None:  # noqa: FBT001 - as it is called back
        finish({"type": "endless", "line": line, "talked": talked})
        os._exit(0)

    memoizer = _memoizer(job)
    parts = top_level.Statements(job, keys) if job["statements"] else None
    if parts is not None and memoizer is not None and not parts.agree_with(memoizer.tree):
        memoizer = None
    run = None if parts is None else functools.partial(parts.run, give_up=give_up)
    module = submission_import.load(job, absent, memoizer, run)
    marks = _marks(module, job["marks"])
    described = _described(module, marks, job)
    claim = None
    if memoizer is not None:
        others = [name for name in (*job["slow"], job["talks"]) if name and name != job["search"]]
        doubt = parts.doubt if parts is not None else None
        known = (job["functions"], marks.values(), others, submission_import.is_placeholder)
        claim = Claim(reason=doubt) if doubt is not None else memoizer.attach(module, *known)
    placeholders = {"placeholders": sorted(absent)[:MAX_PLACEHOLDERS]}
    return module, marks, memoizer, {**placeholders, **described, **_found(claim, parts)}


def _found(claim: Claim | None, parts: top_level.Statements | None) -> dict[str, Any]:
    """Return what the memoizer claims, and what was left out of the import."""
    found = None
    if claim is not None:
        found = {
            "memoized": claim.memoized,
            "why": claim.reason,
            "steady": claim.stateless,
            "through": claim.memo_safe,
        }
    left, talked_at = (parts.left, parts.talked_at) if parts is not None else ([], [])
    return {"shortcut": found, "left_out": left, "talked_at": talked_at}


def _memoizer(job: dict[str, Any]) -> Memoizer | None:
    """Return the memoizer of the file, None if the job wants none or the file cannot be compiled."""
    if not job["shortcut"]:
        return None
    try:
        memoizer = Memoizer(job["files"][job["main"]], job["main"], job["search"])
        memoizer.compile()
    except Exception:  # the import without it will raise the same
        return None
    return memoizer


def _marks(module: object, wanted: list[Any]) -> dict[str, object]:
    """Return the module's cells by symbol; a constant it lacks has the sheet's value."""
    marks = {symbol: vars(module).get(name, default) if name else default for symbol, name, default in wanted}
    names = ", ".join(name for _symbol, name, _default in wanted if name)
    try:
        distinct = len(set(marks.values())) == len(marks)
    except TypeError:
        distinct = False
    if not distinct:
        message = f"{names} must be three different values that can be compared"
        raise ValueError(message)
    return marks


def _described(module: object, marks: dict[str, object], job: dict[str, Any]) -> dict[str, Any]:
    """Say what the module has of what the sheet asks for."""
    encoder = codec.Encoder(marks)
    functions = {}
    for name in job["functions"]:
        function = vars(module).get(name)
        code = getattr(function, "__code__", None)
        bound = isinstance(function, types.MethodType)
        known = code.co_argcount - bound if isinstance(code, types.CodeType) else -1
        functions[name] = known if callable(function) else None
    constants = {symbol: encoder.encode(value) for symbol, value in marks.items()}
    missing = [name for _symbol, name, _default in job["marks"] if name and name not in vars(module)]
    return {"functions": functions, "constants": constants, "missing": missing}


def main() -> None:
    """Be what the command line asks for."""
    settings, role, *numbers = json.loads(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:])
    # Nothing of it is a secret, and nothing of it is a student's business.
    sys.argv, sys.orig_argv = [""], [""]
    os.environ.pop("LD_LIBRARY_PATH", None)
    if role == "zygote":
        serve_zygote(socket.socket(fileno=numbers[0]), settings)
        return
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    wall = confine.Wall(settings["off"], settings["extra"])
    serve_probe(codec.Channel(requests, answers), wall, (numbers[0], numbers[1], settings["marker"]), settings)


if __name__ == "__main__":
    main()
