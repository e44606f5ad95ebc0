"""
Starts one command, waits for it and writes what its whole process tree used, as JSON, to a file.

A script of its own, and small: a process counts as large as the one that started it was. It needs nothing but the
standard library and is run without site packages.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
KIB_IN_MIB, BYTES_IN_MIB = 1024, 1024 * 1024
PATIENCE = 10
"""Wall seconds that what the command has left running may take to end."""


def main(report: str, *command: str) -> None:
    """Run `command` and add up what it and its descendants used."""
    _take_in_orphans()
    began = time.perf_counter()
    process = subprocess.Popen(command)  # noqa: S603 - a command the benchmark wrote
    status = process.wait()
    wall = time.perf_counter() - began
    complete = _all_ended()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak_mib": usage.ru_maxrss / (BYTES_IN_MIB if sys.platform == "darwin" else KIB_IN_MIB),
        "status": status,
        "complete": complete,
    }
    Path(report).write_text(json.dumps(found), encoding="utf-8")


def _take_in_orphans() -> None:
    """Become the parent of descendants whose own ends without waiting for them, so that they count (Linux)."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _all_ended() -> bool:
    """Wait for everything that is left; False when something of it does not end."""
    until = time.monotonic() + PATIENCE
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])
