"""Calls the search once while every call that it makes is recorded."""

from __future__ import annotations

from collections.abc import Callable
from os import _exit
from typing import Any, NoReturn

from ..boards import boards_of
from ..tracing.recording import Recording, Watched, record
from .codec import decode
from .job import Job
from .patched_runtime import restarter
from .submission_import import Imported


def record_search(
    request: dict[str, Any], imported: Imported, job: Job, finish: Callable[[dict[str, Any], bytes], None]
) -> None:
    """Make the call that `request` asks for and send what was recorded; the process ends if that becomes too much."""
    start = request["board"]
    watched = Watched(getattr(imported.module, request["trace"]), request["trace"], [*job.files], imported.constants)
    (board,) = boards_of(start, imported.constants)
    restart = restarter(job)
    if restart is not None:
        restart(int.from_bytes(start.encode(), "big"))

    def send(recording: Recording) -> None:
        finish({"type": "recorded", **recording.message}, recording.numbers)

    def send_and_exit(recording: Recording) -> NoReturn:
        send(recording)
        _exit(0)

    send(record(watched, start, [board, *map(decode, request["extra"])], send_and_exit))
