"""
The process that runs a student's code. Standard library only; started by path, never imported by the grader.

This is the whole contract between the grader (the marker) and this side of the wall.

Command line
    ``python -s -S -B [-P] -X utf8 agent.py SETTINGS zygote``
        A zygote forks probes and runs no student code. Its standard input is a Unix socket to the marker. It first
        sends ``+``; or ``-`` and a reason if it entered only some of its namespaces, and then it ends.
        Requests: ``F`` with the memory and CPU limits (``<qq``: bytes, seconds) and four descriptors (null device,
        requests, answers, output) forks a probe; the reply is its pid (``<q``). ``R`` and a pid (``<q``) waits for
        that probe; the reply is its wait status and its CPU seconds (``<id``). The zygote ends when the socket closes.
    ``python ... agent.py SETTINGS probe MEMORY CPU``
        One probe in a process of its own, for systems without fork. It reads requests from standard input, writes
        answers to standard output; text that the student prints past Python goes to standard error.

    SETTINGS is a JSON object: ``off`` (layers of the wall to leave off, each with the reason), ``extra`` (files to
    leave readable), and for the escape attempts ``folder`` (a writable one) and ``marker`` (a pid to signal).

Life of a probe
    The probe confines itself, tries to break out and sends ``confined`` (or ``broken``). Then it receives one ``job``.
    A script is run as one dialogue, and then the probe exits. Otherwise the probe sends ``read`` if the job says
    ``memoize``, before any of the submission's code runs. Then it imports the submission and sends ``ready``;
    ``failed`` if the import raised; or ``endless`` if a top-level statement never stops asking for input. After these
    two it exits; after ``endless`` the marker starts a new probe, whose job names the statement in ``skipped_lines``.
    After ``ready`` it serves requests until its pipe is closed. Some ``answers`` and one ``done`` answer ``calls``; one
    ``recorded`` answers ``trace``; one ``ran`` answers ``lines``; ``looped`` answers ``loop``; any number of ``said``
    and ``asked`` and one ``spoke`` answer ``dialogue``. The probe exits after ``looped``, and after a recording that
    was cut off. The marker answers each ``asked`` by a ``line``. After the end of the input, questions are only logged;
    20 questions later the probe closes the dialogue without an outcome and exits. A probe always exits with status 0.

Messages
    A frame is two little-endian lengths (``<II``), that many bytes of JSON and that many bytes of numbers. The JSON is
    an object with the fields below. ``type`` names the marker's first message; the others are known by their fields.
    ``inconsistency``, ``real``, ``saved``, ``calls`` are there only if answers are kept, ``known_answers`` only if new.

    From the marker:

    ========  ========================================================================================
    job       files, main, beside, notebook_cells, module, functions, search, slow_functions,
              printing_functions, dialogue_function, board_printer, by_statement, cell_specs,
              allowed_imports, package_folders, memoize, skipped_lines, script_name
    calls     functions, boards, extras, one_by_one, count, pairing
    trace     trace, board, extra
    lines     lines, board, extra
    loop      loop, boards, extras, after, inside
    dialogue  talk, ahead, known_answers
    line      line
    ========  ========================================================================================

    From the probe:

    ========  ========================================================================================
    confined  layers, attempts, python
    broken    why
    read      doubt
    ready     functions, constants, missing, placeholders, claim, left_out, talked_at,
              tail, characters, slept, looked, alarmed
    failed    raised, column, tail, characters, slept, looked, alarmed
    endless   line, talked, tail, characters, slept, looked, alarmed
    answers   fresh
    done      inconsistency, tail, characters, slept, looked, alarmed
    said      events, real, saved, calls, inconsistency
    asked     events, real, saved, calls, inconsistency
    recorded  functions, arguments, move, raised, recursive, events, cut, tail, characters, slept, looked, alarmed
    ran       ran, outcome, tail, characters, slept, looked, alarmed
    looped    at, tail, characters, slept, looked, alarmed
    spoke     events, outcome, real, saved, calls, inconsistency, tail, characters, slept, looked, alarmed
    ========  ========================================================================================

    Numbers: ``calls`` has three of 16 bits per call, places in functions, boards and extras. ``answers`` has one of 32
    bits per call: its outcome's place among ``fresh``. ``done``, only if all calls were of one memoized function, has
    two rows of 64 bits: for each call the calls that a plain run would have made, then its microseconds; or, if
    ``count`` is set, one row: how many functions each call entered and left. ``recorded``: see `tracing/recording.py`.

Fields from the marker (trusted)
    files: source text by path. main: the path to import. beside: other files, which are not sent. notebook_cells: the
    first line of each. module: the name to import main by. functions: the names that may be called. Among these are
    search (the slow recursive function), slow_functions (they may call search), printing_functions (what they print is
    the answer), dialogue_function (it holds a dialogue) and board_printer; the last two may be empty.
    by_statement: whether the file runs statement by statement. cell_specs: symbol, attribute and default of each cell
    constant. allowed_imports, package_folders: third-party modules to import for real, and the folders to look in.
    memoize: whether to keep answers. skipped_lines: line and ``talked`` of statements whose input ends at the first
    question. script_name: the name to run the file under as a program, empty if the file is imported. boards: nine
    symbols per board, row by row. extras: further arguments, encoded. one_by_one: one answer per frame. count: no
    answers, only their number of events. pairing: calls come in twos; the second gets the board of the first
    (``same``), the same board after every cell of the first answer was overwritten (``overwritten``), or then a board
    of its own (``apart``). ahead: lines that are typed already. known_answers: by function and board, also for later
    dialogues. line: the typed line, null at the end.
    trace, lines: a function to call on board, with extra, while the search or the lines are recorded. loop: the
    function of each call. The call that runs after so many CPU seconds is watched for a loop without an end; or, if
    inside names functions with CPU seconds, whether it stays in a call of one of these for longer.

Fields from the probe
    Sent before any student code has run: layers and attempts, each by name (the kernel is asked too), python (its
    version), doubt (a reason in the text against keeping answers), why the wall does not stand.
    Judged outside: number and order of answers and events, every returned or printed value, the probe's CPU time.
    Claims, whose type and size are checked: functions, left_out (place, exception, asked for input, in the dialogue
    function), talked_at, line, talked, raised, tail and characters (end and length of text printed since the last
    message with them), slept, looked, alarmed, texts of events, all of ``recorded``, ``ran``, ``looped``.
    Names are shown only if they are modules (placeholders), functions or places of the submission, or missing cells
    that were asked for. The marker words reasons (in doubt, claim and inconsistency: a code, parameters) and cut. A
    sample of plain calls must confirm claim (memoized, stateless, memo_safe, reason), inconsistency (why the memo must
    not be trusted), the numbers of ``done``, real and saved (ms), and calls.
    functions: the number of positional parameters of each, -1 if unknown, null without the function; in ``recorded``
    the names of the search's functions. constants, missing: the module's cells, and cells that it does not define.
    placeholders: modules that are not installed here. fresh: outcomes that no earlier frame of the list had. arguments:
    the passed numbers and pairs of numbers. move: the returned cell, 0 to 8, else null; raised: whether the call
    raised. recursive: whether a function of the search was called while it was running; events: how many calls of any
    functions began or ended meanwhile. ran: the lines that ran last, each once. at: path, first and last line of the
    loop, null if none was found.
    An event is a list: ``printed``, ``asked`` or ``board``, and its text. An outcome is an object with ``value``,
    ``printed`` or ``raised`` (kind, type, message, file:line, what the wall refused), and the claims ``after`` (the
    board if it was changed) and ``shares`` (true if the value holds a row of the argument). Values: see
    `codec.Encoder`.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
from array import array
from gc import collect
from os import _exit
from typing import Any, NamedTuple

resource: Any
try:
    import resource
except ImportError:  # Windows, which has no zygote either
    resource = None

_HERE = os.path.dirname(os.path.abspath(__file__))
_PARENT = os.path.dirname(_HERE)
if __name__ == "__main__":
    # Started by path: make this folder importable as the package it is, and import from no other folder.
    sys.path[:] = [_PARENT, *(place for place in sys.path if place and os.path.abspath(place) != _HERE)]
    __package__ = os.path.basename(_HERE)

from . import out_of_sight  # noqa: E402 - the import path is set above

if __name__ == "__main__":
    out_of_sight.begin_own_builtins(_HERE)

from .serving import submission  # noqa: E402 - the import path is set above
from .serving.codec import Channel  # noqa: E402
from .wall import confine, escape_attempts, namespaces  # noqa: E402

if __name__ == "__main__":
    # A student's `import inside` must not find this package.
    out_of_sight.end_own_builtins()
    sys.path.remove(_PARENT)
    for _name in [name for name in sys.modules if name.partition(".")[0] == __package__]:
        del sys.modules[_name]

PID = struct.Struct("<q")
WANTED = struct.Struct("<qq")
REAPED = struct.Struct("<id")
DESCRIPTORS_SIZE = socket.CMSG_SPACE(4 * array("i").itemsize) if hasattr(socket, "CMSG_SPACE") else 0

BLOCK_SIZES = range(48, 513, 16)
"""The sizes of blocks that Python's own allocator hands out, without the two smallest."""
BYTES_HEADER = 33
BLOCKS = 64
"""Blocks of each size, more than one request of the marker uses."""
_kept: list[Any] = []


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
    out_of_sight.freeze()  # the collector of a probe must not touch, and so copy, the pages it shares with the zygote
    control.sendall(b"+")
    while _serve_request(control, wall, zygote, settings):
        pass


def _serve_request(control: socket.socket, wall: confine.Wall, zygote: int, settings: Settings) -> bool:
    """Fork a probe, or wait for one; False at the end. This frame frees all it allocates: see `_use_up_free_blocks`."""
    received = control.recvmsg(1 + WANTED.size, DESCRIPTORS_SIZE)
    if received[0][:1] == b"F":
        pid = os.fork()
        if pid == 0:
            _use_up_free_blocks()
            control.close()
            null, requests, answers, output = array("i", received[1][0][2])
            for number, standard in ((null, 0), (output, 1), (output, 2)):
                os.dup2(number, standard)
            os.close(null)
            os.close(output)
            limits = confine.ProbeLimits(*WANTED.unpack(received[0][1:]))
            serve_probe(Channel(requests, answers), wall, limits, zygote, settings)
        for descriptor in array("i", received[1][0][2]):
            os.close(descriptor)
        control.sendall(PID.pack(pid))
    elif received[0]:
        # Not by `os.wait4`, which leaks memory from Python 3.12 on.
        before = _seconds_of_children()
        _pid, status = os.waitpid(PID.unpack(received[0][1:])[0], 0)
        control.sendall(REAPED.pack(status, _seconds_of_children() - before))
    return bool(received[0])


def _use_up_free_blocks() -> None:
    """
    Use some blocks of each size for good, so that Python makes the student's objects in fresh memory.

    Sets of objects are ordered by address, and Python's allocator hands out first what was freed last: the order of
    free blocks depends on the number of requests that the zygote has served.
    """
    collect()  # empties the lists of free tuples, floats and so on, and sets the collector's counters to 0
    _kept.append([object() for _ in range(BLOCKS)])
    _kept.append(list(range(1_000, 1_000 + BLOCKS)))
    _kept.extend([bytes(size - BYTES_HEADER) for _ in range(BLOCKS)] for size in BLOCK_SIZES)


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime  # type: ignore[no-any-return] # the module may be missing


def serve_probe(
    channel: Channel, wall: confine.Wall, limits: confine.ProbeLimits, parent: int, settings: Settings
) -> None:
    """Serve one submission behind the wall and exit at once, so that no exit handler of the student runs."""
    try:
        try:
            layers = wall.confine_process(limits, parent)
            tried = escape_attempts.attempt_all(settings.folder, settings.marker)
        except Exception as error:
            channel.send({"type": "broken", "why": f"{type(error).__name__}: {error}"})
            return
        channel.send({"type": "confined", "layers": layers, "attempts": tried, "python": sys.version_info[:2]})
        submission.serve(channel)
    except OSError:  # the marker closed its end of the pipe, so no report can reach it
        pass
    finally:
        _exit(0)


def main() -> None:
    settings = Settings(**json.loads(sys.argv[1]))
    out_of_sight.close_doors()
    role, *numbers = sys.argv[2], *map(int, sys.argv[3:])
    # The arguments are no secret, but a student's program does not need them.
    sys.argv, sys.orig_argv = [""], [""]
    os.environ.pop("LD_LIBRARY_PATH", None)
    if role == "zygote":
        serve_zygote(socket.socket(fileno=0), settings)
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
