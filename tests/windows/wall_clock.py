"""
A clock for Wine, which answers with our own CPU time whichever process is asked for: the wall time since its start.

``python -m tests.windows.wall_clock ARGUMENTS`` runs the grader with it.
"""

from __future__ import annotations

import ctypes
import sys
import time

from grader.sandbox.launching import windows

FROM_1601_TO_1970 = 11_644_473_600
"""Seconds: Windows counts from the first of these years."""


def use() -> None:
    """Replace the clock of the launcher by this one."""
    windows.cpu_seconds = _wall_seconds


def _wall_seconds(pid: int) -> float:
    began, ended, _kernel, _user = times = [ctypes.c_uint64() for _ in range(4)]
    with windows.opened(pid, windows.QUERY_LIMITED) as process:
        windows.kernel32().GetProcessTimes(process, *map(ctypes.byref, times))
    now = ended.value / windows.TICKS - FROM_1601_TO_1970 if ended.value else time.time()
    return now - (began.value / windows.TICKS - FROM_1601_TO_1970)


if __name__ == "__main__":
    from grader.cli import main

    use()
    sys.argv[0] = "grader"
    main()
