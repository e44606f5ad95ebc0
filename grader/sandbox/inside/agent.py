"""
The process that runs a student's code. Standard library only; started by path, never imported by the grader.

This is the whole contract between the grader (the marker) and this side of the wall.

Command line
    ``python -s -S -B [-P] -X utf8 agent.py SETTINGS zygote FD``
        A zygote forks probes and runs no student code. FD is a Unix socket to the marker. The zygote first sends
        ``+`` when it is ready, or ``-`` and a reason when it entered its namespaces only halfway; then it ends.
        Requests: ``F`` with the memory and CPU limits (``<qq``: bytes, seconds) and four descriptors (null device,
        requests, answers, output) forks a probe; the reply is its pid (``<q``). ``R`` and a pid (``<q``) waits for
        that probe; the reply is its wait status and its CPU seconds (``<id``). It ends when the socket closes.
    ``python ... agent.py SETTINGS probe MEMORY CPU``
        One probe in a process of its own, for systems without fork. It reads requests from standard input, writes
        answers to standard output, and what the student prints behind Python's back goes to standard error.

    SETTINGS is a JSON object: ``off`` (layers of the wall to leave off, each with the reason), ``extra`` (files to
    leave readable), and for the escape attempts ``folder`` (a writable one) and ``marker`` (a pid to signal).

Life of a probe
    It confines itself, tries to break out and sends ``confined`` (or ``broken``). Then it receives one ``job``.
    For a script it runs the file, sends ``said`` and ``asked`` on the way, ``spoke`` at the end, and exits. Otherwise
    it imports the submission and sends ``ready``, ``failed``, or, when a top-level statement asks for input for ever,
    ``endless``. After the last two it exits. After ``ready`` it serves requests until its pipe is closed: ``calls`` is
    followed by any number of ``answers`` and one ``done``; ``talk`` by any number of ``said`` and ``asked`` and one
    ``spoke``. Each ``asked`` is followed by a ``line`` from the marker. A probe exits with status 0 in all cases:
    the frames say what happened.

Frames
    A frame is two little-endian lengths (``<II``), that many bytes of JSON and that many bytes of numbers.
    Below: one row per message with all its fields; a field with ``?`` may be absent. The marker names its own
    messages ``calls``, ``talk`` and ``line`` in this table only: on the wire they are told apart by their fields.

    From the marker:

    ========  ==========================================================================================
    job       type, files, main, cells, module, functions, search, slow, prints, talks, shown, statements,
              marks, allow_imports, places, shortcut, skip, script
    calls     functions, boards, extras, single
    talk      talk, ahead, replies?
    line      line
    ========  ==========================================================================================

    From the probe:

    ========  ==========================================================================================
    confined  type, layers, attempts
    broken    type, why
    ready     type, functions, constants, missing, placeholders, shortcut, left_out, talked_at,
              tail, characters, slept
    failed    type, raised, tail, characters, slept
    endless   type, line, talked, tail, characters, slept
    answers   type, fresh
    done      type, poison?, tail, characters, slept
    said      type, events, real?, saved?, calls?, poison?
    asked     type, events, real?, saved?, calls?, poison?
    spoke     type, events, outcome, real?, saved?, calls?, poison?, tail, characters, slept
    ========  ==========================================================================================

    Numbers beside the JSON: ``calls`` carries three 16-bit numbers per call (places in functions, boards, extras).
    ``answers`` carries one 32-bit number per call, the place of its outcome among all ``fresh`` ones of this list.
    ``done`` carries, after calls of a memoized search alone, two rows of 64-bit numbers: how many calls a plain run
    would have made for each call, then how many microseconds.

Fields from the marker (trusted)
    files: source text by path. main: the path to import. cells: the first line of each notebook cell, none for a
    script. module: the name to import it by. functions: the names that may be called; search: the slow recursive one;
    slow: those that may call it; prints: those whose answer is what they print; talks: the one that holds a dialogue;
    shown: the one that prints a board (empty where there is none). statements: whether the file runs statement by
    statement. marks: symbol, attribute and default of each cell constant. allow_imports and places: third-party
    modules to import for real, and the folders they are in. shortcut: whether to memoize. skip: line and
    "was in the dialogue" of each statement to treat as if its input had ended. script: whether to run the file as a
    program. boards: nine symbols per board, row by row. extras: further arguments, encoded. single: one answer per
    frame. ahead: lines that are typed already. replies: answers known already, by function and board. line: what is
    typed, null for the end of the input.

Fields from the probe
    Judged outside: the layers and attempts (together with what the kernel says of the process; no student code has run
    yet), the number and order of answers and events, each returned or printed value, each function's outcome, and CPU
    time, which the marker reads from the process itself.
    Claims, checked for type and size only: why, missing, placeholders, left_out and talked_at (statements left out of
    the import: place, exception, asked for input, was in the dialogue), line and talked, ``after`` and ``shares`` of an
    outcome, the texts and lines of exceptions, tail and characters (end and length of what was printed since the last
    frame that had them), slept, and events (``printed``, ``asked`` or ``board``, each with its text).
    Claims that are compared with a sample of plain calls before they count: shortcut (memoized, why, steady, through),
    poison, the numbers of ``done``, and of a dialogue real and saved (CPU milliseconds) and calls.

    An outcome is an object with ``value``, ``printed`` or ``raised`` (kind, type, message, file:line), and where it is
    so ``after`` (the board, if the call changed it) and ``shares`` (the answer holds a row of the argument). A value is
    encoded as `codec.Encoder` says. Nothing here knows what a right answer is.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import struct
import sys
from typing import NamedTuple

_HERE = os.path.dirname(os.path.abspath(__file__))
_PARENT = os.path.dirname(_HERE)
if __name__ == "__main__":
    # Started by path: make this folder importable as the package it is, and import from no other folder.
    sys.path[:] = [_PARENT, *(place for place in sys.path if place and os.path.abspath(place) != _HERE)]
    __package__ = os.path.basename(_HERE)

from .serving import submission  # noqa: E402 - the import path is set above
from .serving.codec import Channel  # noqa: E402
from .wall import confine, escape_attempts, namespaces  # noqa: E402

if __name__ == "__main__":
    # A student's `import inside` must not find this package.
    sys.path.remove(_PARENT)
    for _name in [name for name in sys.modules if name.partition(".")[0] == __package__]:
        del sys.modules[_name]

PID = struct.Struct("<q")
WANTED = struct.Struct("<qq")
REAPED = struct.Struct("<id")


class Settings(NamedTuple):
    """The first argument of the command line; the contract above says what each field is."""

    off: dict[str, str]
    extra: list[str]
    folder: str
    marker: int


def serve_zygote(control: socket.socket, settings: Settings) -> None:
    """Fork a probe per request until the marker closes the socket."""
    try:
        wall = confine.Wall(settings.off, settings.extra)
    except namespaces.HalfEntered as error:
        control.sendall(b"-" + str(error).encode())
        return
    zygote = os.getpid()
    gc.freeze()  # the collector of a probe must not touch, and so copy, the pages it shares with the zygote
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
                limits = confine.ProbeLimits(*WANTED.unpack(message[1:]))
                serve_probe(Channel(requests, answers), wall, limits, zygote, settings)
            for descriptor in descriptors:
                os.close(descriptor)
            control.sendall(PID.pack(pid))
        else:
            _pid, status, usage = os.wait4(PID.unpack(message[1:])[0], 0)
            control.sendall(REAPED.pack(status, usage.ru_utime + usage.ru_stime))


def serve_probe(
    channel: Channel, wall: confine.Wall, limits: confine.ProbeLimits, parent: int, settings: Settings
) -> None:
    """Serve one submission behind the wall and exit at once, so that no exit handler of the student runs."""
    try:
        try:
            layers = wall.confine(limits, parent)
            tried = escape_attempts.attempt_all(settings.folder, settings.marker)
        except Exception as error:
            channel.send({"type": "broken", "why": f"{type(error).__name__}: {error}"})
            return
        channel.send({"type": "confined", "layers": layers, "attempts": tried})
        submission.serve(channel)
    except OSError:  # the marker closed its end of the pipe: nobody is left to report to
        pass
    finally:
        os._exit(0)


def main() -> None:
    """Run as zygote or as a single probe, as the command line says."""
    settings = Settings(**json.loads(sys.argv[1]))
    role, *numbers = sys.argv[2], *map(int, sys.argv[3:])
    # None of it is a secret, but a student's program has no use for it.
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
    wall = confine.Wall(settings.off, settings.extra)
    serve_probe(Channel(requests, answers), wall, confine.ProbeLimits(*numbers), settings.marker, settings)


if __name__ == "__main__":
    main()
