"""Makes a call and records its search, its lines or its endless loop."""

from __future__ import annotations

from collections.abc import Callable
from os import _exit
from sys import settrace
from types import FrameType
from typing import Any, NoReturn

from ..boards import boards_of
from ..tracing.endless import Loop, LoopWatch, StayWatch, watch_call
from ..tracing.positions import PositionReader
from ..tracing.recorder import CallRecorder
from ..tracing.recording import Recording, record
from .codec import Encoder, decode
from .fixed_world import restarter
from .outcome_table import describe
from .submission_import import Imported

MAX_LINES = 20
"""The most lines that are reported, the last ones."""
MAX_EVENTS = 50_000
"""Lines after which the call is cut off: a number and no time, so that the same file always gives the same record."""


def record_search(request: dict[str, Any], imported: Imported, finish: Callable[[dict[str, Any], bytes], None]) -> None:
    """Make the call of `request` and send the recorded search; the process ends at a record that is too long."""
    start, search = request["board"], request["trace"]
    recorder = CallRecorder(frozenset(imported.job.files), PositionReader(imported.constants, start), search)
    arguments = _arguments(start, request["extra"], imported)

    def send(recording: Recording) -> None:
        finish({"type": "recorded", **recording.message}, recording.numbers)

    def send_and_exit(recording: Recording) -> NoReturn:
        send(recording)
        _exit(0)

    send(record(recorder, getattr(imported.module, search), arguments, send_and_exit))


def record_call(request: dict[str, Any], imported: Imported, finish: Callable[[dict[str, Any]], None]) -> None:
    """Make the call of `request` and send the lines it ran; the process ends after too many lines."""
    function = getattr(imported.module, request["lines"])
    encoder, sources = Encoder(imported.constants), {*imported.job.files}
    arguments = _arguments(request["board"], request["extra"], imported)
    ran: dict[tuple[str, int], None] = {}
    events = 0

    def send(outcome: dict[str, Any] | None) -> None:
        finish({"type": "ran", "ran": [[*place] for place in [*ran][-MAX_LINES:]], "outcome": outcome})

    def on_event(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal events
        file = frame.f_code.co_filename
        if file not in sources:
            return None
        if event == "line":
            place = (file, frame.f_lineno)
            ran.pop(place, None)  # the line becomes the last one
            ran[place] = None
            events += 1
            if events > MAX_EVENTS:
                settrace(None)
                send(None)
                _exit(0)
        return on_event

    settrace(on_event)
    try:
        value = function(*arguments)
    except BaseException as error:
        settrace(None)
        send({"raised": [*describe(error, sources)]})
        return
    settrace(None)
    send({"value": encoder.encode(value)})


def report_loop(request: dict[str, Any], imported: Imported, finish: Callable[[dict[str, Any]], None]) -> None:
    """Make the calls of `request`, send the endless loop that they reach, or where they stay, and end the process."""
    texts, job = request["boards"], imported.job

    def send_and_exit(loop: Loop | None) -> NoReturn:
        finish({"type": "looped", "at": None if loop is None else [*loop]})
        _exit(0)

    def call(at: int) -> Callable[[], object]:
        function, symbols = getattr(imported.module, request["loop"][at]), texts[9 * at : 9 * at + 9]
        return lambda: function(*_arguments(symbols, request["extras"][at], imported))

    limits = {
        getattr(getattr(imported.module, name), "__code__", None): request["inside"][name] for name in request["inside"]
    }
    watch = StayWatch(limits, send_and_exit) if limits else LoopWatch(job.files, send_and_exit, draws=job.draws_numbers)
    watch_call([call(at) for at in range(len(request["loop"]))], watch.begin, request["after"])
    send_and_exit(None)


def _arguments(symbols: str, extra: list[Any], imported: Imported) -> list[Any]:
    """Return the arguments of a call on the board `symbols`, with clock and random numbers reset."""
    (board,) = boards_of(symbols, imported.constants)
    restart = restarter(imported.job)
    if restart is not None:
        restart(symbols)
    return [board, *map(decode, extra)]
