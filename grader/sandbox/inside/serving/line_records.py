"""Makes one call while the lines that it runs are recorded."""

from __future__ import annotations

from collections.abc import Callable
from os import _exit
from typing import Any

from ..boards import boards_of
from ..tracing.lines import LineRecord, record_lines
from .codec import Encoder, decode
from .job import Job
from .outcome_table import describe
from .patched_runtime import restarter
from .submission_import import Imported


def record_call(
    request: dict[str, Any], imported: Imported, job: Job, finish: Callable[[dict[str, Any]], None]
) -> None:
    """Make the call that `request` asks for and send the lines it ran; the process ends if they become too many."""
    function = getattr(imported.module, request["lines"])
    (board,) = boards_of(request["board"], imported.constants)
    encoder, sources = Encoder(imported.constants), {*job.files}
    restart = restarter(job)
    if restart is not None:
        restart(int.from_bytes(request["board"].encode(), "big"))

    def send(record: LineRecord) -> None:
        outcome: dict[str, Any] | None = {"value": encoder.encode(record.value)}
        if record.error is not None:
            outcome = {"raised": [*describe(record.error, sources)]}
        lines = [[*place] for place in record.lines]
        finish({"type": "ran", "ran": lines, "outcome": None if record.cut else outcome})
        if record.cut:
            _exit(0)

    send(record_lines(function, [board, *map(decode, request["extra"])], frozenset(sources), send))
