"""Makes one call while the functions of the assignment that it calls are watched."""

from __future__ import annotations

from collections.abc import Callable
from os import _exit
from typing import Any, NoReturn

from ..boards import boards_of
from ..tracing.helper_calls import Encoding, HelperCalls, helpers_of, watch_call
from .codec import Encoder, decode
from .job import Job
from .patched_runtime import restarter
from .submission_import import Imported


def report_helper_calls(
    request: dict[str, Any], imported: Imported, job: Job, finish: Callable[[dict[str, Any]], None]
) -> None:
    """Make the call that `request` asks for and send what was seen; the process ends if that becomes too much."""
    name, symbols = request["watch"], request["board"]
    encoder = Encoder(imported.constants)
    calls = HelperCalls(helpers_of(vars(imported.module), request["helpers"]), Encoding(encoder.board, encoder.encode))
    calls.number(name, symbols, [*map(encoder.encode, map(decode, request["extra"]))])
    (board,) = boards_of(symbols, imported.constants)
    restart = restarter(job)
    if restart is not None:
        restart(int.from_bytes(symbols.encode(), "big"))

    def send() -> None:
        finish({"type": "watched", "calls": calls.calls, "cut": calls.cut})

    def send_and_exit() -> NoReturn:
        send()
        _exit(0)

    watch_call(calls, getattr(imported.module, name), [board, *map(decode, request["extra"])], send_and_exit)
    send()
