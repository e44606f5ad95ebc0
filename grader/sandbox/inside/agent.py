"""
The process that runs a student's code. Standard library only; run by path, never imported by the grader.

Contract
    ``python -s -S -B [-P] -X utf8 agent.py zygote FD``
        FD is a Unix socket. ``F`` with three descriptors (requests, answers, output) forks a probe and is answered with
        its pid (8 bytes); ``R`` and a pid waits for it and is answered with its status, CPU seconds and peak memory in
        KiB. The zygote itself runs no student code. It ends when the socket closes.
    ``python ... agent.py probe``
        One probe in a process of its own, where there is no fork: requests on standard input, answers on standard
        output, what the student prints on standard error.

    A probe gets a first frame with its job (files, limits, the spelling of cells), answers ``ready`` or ``failed``, and
    then serves lists of calls until its requests end. It exits 0 whatever happened; what happened is in the frames.
    Nothing here knows what a right answer is.
"""

from __future__ import annotations

import gc
import os
import struct
import sys
import types
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [place for place in sys.path if place and os.path.abspath(place) != HERE]
sys.path.insert(0, HERE)

import calling  # noqa: E402
import codec  # noqa: E402
import confine  # noqa: E402
import loading  # noqa: E402
import surroundings  # noqa: E402

# A student's `import codec` must not find ours.
sys.path.remove(HERE)
for _module in (calling, codec, confine, loading, surroundings):
    del sys.modules[_module.__name__]

REAPED = struct.Struct("<idq")


def serve_zygote(control_fd: int) -> None:
    """Fork a probe per request until the marker hangs up."""
    import socket

    control = socket.socket(fileno=control_fd)
    gc.freeze()
    while True:
        message, descriptors, _flags, _address = socket.recv_fds(control, 9, 3)
        if not message:
            return
        if message == b"F":
            requests, answers, output = descriptors
            pid = os.fork()
            if pid == 0:
                control.close()
                os.dup2(output, 1)
                os.dup2(output, 2)
                os.close(output)
                serve_probe(requests, answers)
            for descriptor in descriptors:
                os.close(descriptor)
            control.sendall(struct.pack("<q", pid))
        else:
            _pid, status, usage = os.wait4(struct.unpack("<q", message[1:])[0], 0)
            control.sendall(REAPED.pack(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))


def serve_probe(requests: int, answers: int) -> None:
    """Serve one submission and exit, running nothing the student left behind."""
    try:
        probe(codec.Channel(requests, answers))
    except OSError:  # the marker hung up: nobody is left to tell
        pass
    finally:
        os._exit(0)


def probe(channel: codec.Channel) -> None:
    """Confine, import, then answer lists of calls."""
    received = channel.receive()
    if received is None:
        return
    job = received[0]
    confine.confine(job["memory"], job["cpu_seconds"])
    seen: set[str] = set()
    absent: set[str] = set()
    stream = surroundings.settle(seen)
    sources = set(job["files"])

    def finish(message: dict[str, Any]) -> None:
        channel.send({**message, "tail": stream.tail(), "characters": stream.characters, "slept": "sleep" in seen})

    try:
        module = loading.load(job, absent)
        marks = _marks(module, job["marks"])
    except BaseException as error:
        raised = [
            calling.exception_kind(error),
            codec.type_name(error),
            calling.message_of(error),
            calling.line_of(error, sources),
        ]
        finish({"type": "failed", "raised": raised})
        return
    finish({"type": "ready", "placeholders": sorted(absent), **_described(module, marks, job)})
    while (received := channel.receive()) is not None:
        calling.run(channel, module, marks, *received, sources)
        finish({"type": "done"})


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


if __name__ == "__main__":
    if sys.argv[1] == "zygote":
        serve_zygote(int(sys.argv[2]))
    else:
        own_requests, own_answers = os.dup(0), os.dup(1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(2, 1)
        os.close(null)
        serve_probe(own_requests, own_answers)
