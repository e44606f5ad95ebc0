"""
Runs one command and writes what its whole process tree used, as JSON, to a file.

It is a small script that needs only the standard library and runs without site packages: the peak memory of a new
process begins with that of the process that started it.
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
MAX_WAIT = 10
"""Wall seconds in which processes that the command has left running must end."""


def main(report: str, *command: str) -> None:
    """Run `command` and add up what it and its descendants used."""
    _adopt_orphans()
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


def _adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs, so that their cost counts (Linux; man 2 prctl)."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _all_ended() -> bool:
    """Wait for all processes that are left; False if one does not end."""
    until = time.monotonic() + MAX_WAIT
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])
