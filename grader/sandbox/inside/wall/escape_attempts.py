"""Tries to break out before the student's text arrives; the wall counts as whole if every attempt fails."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

from . import kernel, windows


def attempt_all(folder: str, marker: int) -> dict[str, bool]:
    """Return for each attempt whether it was blocked; all users can write to `folder`, `marker` is a process id."""
    is_windows = os.name == "nt"
    may_start = is_windows and _may_start()
    return {
        "read_outside": _blocked(_read),
        "write": _blocked(_write, folder),
        "socket": _blocked(_socket),
        "fork": not may_start and _blocked(_start_process if is_windows else _fork),
        # On Windows `os.kill` would end the process, whatever the signal.
        "signal_parent": _blocked(windows.open_to_end if is_windows else _signal, marker),
        "exec": not may_start and _blocked(_start_process if is_windows else _execute),
    }


def _may_start() -> bool:
    """Tell whether the job of Windows does not forbid to start a process (OSError if Windows does not say it)."""
    try:
        windows.require_limits()
    except kernel.Unavailable:
        return True
    return False


def _blocked(attempt: Callable[..., object], *arguments: Any) -> bool:
    try:
        attempt(*arguments)
    except OSError:
        return True
    return False


def _start_process() -> None:
    """Start a process on Windows, which runs programs in no other way."""
    os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "--version"])  # noqa: S606 - our own interpreter


def _read() -> None:
    """Open a file that exists and that students must not read: this file."""
    os.close(os.open(os.path.abspath(__file__), os.O_RDONLY))


def _write(folder: str) -> None:
    path = os.path.join(folder, f".grader-self-test-{os.getpid()}")
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.close(opened)
    os.unlink(path)


def _socket() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def _fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def _signal(marker: int) -> None:
    if marker == os.getpid():  # in a new pid namespace the number is our own, and the marker has none
        raise ProcessLookupError(marker)
    os.kill(marker, 0)


def _execute() -> None:
    """Start this interpreter with an invalid argument address: EFAULT means that the wall allowed the start."""
    path, nowhere = ctypes.c_char_p(os.fsencode(sys.executable)), ctypes.c_void_p(1)
    kernel.libc().execve(path, nowhere, None)
    number = ctypes.get_errno()
    if number != errno.EFAULT:
        raise OSError(number, os.strerror(number))
