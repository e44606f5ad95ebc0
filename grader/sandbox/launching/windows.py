"""
Windows: job objects, which limit and end processes of students' code, and the CPU clock of a process.

The grader makes the job outside, and nobody inherits its handle, so the code can neither widen its limits nor leave the
job. When the grader ends, even killed, Windows closes the handle and ends the processes in the job. All calls are
documented functions of kernel32, made with ctypes, except ``NtResumeProcess``: `subprocess` does not keep the thread
handle that ``ResumeThread`` needs.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import struct
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.sandbox.launching.process import KernelLimits

START_SUSPENDED = 0x4 if sys.platform == "win32" else 0
"""CREATE_SUSPENDED: a process must not run before it is in its job."""
LIMITS = struct.Struct("<qqI4xQQI4xQII48xQQQQ")
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64-bit Windows."""
EXTENDED_LIMIT_INFORMATION = 9
PROCESS_TIME, ACTIVE_PROCESSES, PROCESS_MEMORY, NO_ERROR_WINDOW, KILL_ON_CLOSE = 0x2, 0x8, 0x100, 0x400, 0x2000
TICKS = 10_000_000
"""Windows counts time in units of 100 nanoseconds."""
SET_QUOTA, TERMINATE, SUSPEND_RESUME, QUERY_LIMITED = 0x100, 0x1, 0x800, 0x1000


@functools.cache
def kernel32() -> ctypes.CDLL:
    """Return kernel32; a handle is a pointer, which ctypes would cut to 32 bits."""
    library: ctypes.CDLL = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009 - other systems have none to check
    library.OpenProcess.restype = library.CreateJobObjectW.restype = ctypes.c_void_p
    return library


@contextlib.contextmanager
def opened(pid: int, rights: int) -> Iterator[ctypes.c_void_p]:
    """Open the process `pid` (OSError if Windows refuses)."""
    handle = ctypes.c_void_p(kernel32().OpenProcess(rights, False, pid))  # noqa: FBT003 - it is not inherited
    if not handle.value:
        raise OSError(f"process {pid} cannot be opened")
    try:
        yield handle
    finally:
        kernel32().CloseHandle(handle)


def put_in_job(pid: int, limits: KernelLimits) -> int:
    """
    Put the suspended process `pid` into a new job and let it run; return the job's handle, 0 without a job.

    The grader does not rely on the limits here: the process itself asks Windows for them (`inside/wall/windows.py`).
    """
    library = kernel32()
    job = int(library.CreateJobObjectW(None, None) or 0)
    flags = PROCESS_TIME | ACTIVE_PROCESSES | PROCESS_MEMORY | NO_ERROR_WINDOW | KILL_ON_CLOSE
    wanted = LIMITS.pack(limits.cpu_seconds * TICKS, 0, flags, 0, 0, 1, 0, 0, 0, limits.memory_bytes, 0, 0, 0)
    library.SetInformationJobObject(ctypes.c_void_p(job), EXTENDED_LIMIT_INFORMATION, wanted, len(wanted))
    with opened(pid, SET_QUOTA | TERMINATE | SUSPEND_RESUME) as process:
        library.AssignProcessToJobObject(ctypes.c_void_p(job), process)
        getattr(ctypes, "WinDLL")("ntdll").NtResumeProcess(process)  # noqa: B009 - as above
    return job


def end_job(job: int) -> None:
    """Close the handle of a job, which ends all its processes."""
    if job:
        kernel32().CloseHandle(ctypes.c_void_p(job))


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of the process `pid`; nobody has waited for it, so the number is still its own."""
    times = [ctypes.c_uint64() for _ in range(4)]  # beginning, end, CPU ticks in the kernel, own CPU ticks
    with opened(pid, QUERY_LIMITED) as process:
        kernel32().GetProcessTimes(process, *(ctypes.byref(time) for time in times))
    return (times[2].value + times[3].value) / TICKS
