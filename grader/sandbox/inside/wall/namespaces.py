"""
A world of its own for the zygote and its probes: no network, no foreign process, no file but the readable ones.

Needs user namespaces, or root. Where they are refused (Docker's default profile, Ubuntu's AppArmor) nothing is lost:
what they add to the other layers is that a path outside cannot even be asked about.
"""

from __future__ import annotations

import ctypes
import importlib.machinery
import os
import signal
import sys
from collections.abc import Iterable

from . import kernel

USER, NETWORK, PROCESSES, MOUNTS, IPC = 0x10000000, 0x40000000, 0x20000000, 0x00020000, 0x08000000
PRIVATE, RECURSIVE, BIND, NO_SUID, NO_DEVICES = 1 << 18, 1 << 14, 1 << 12, 2, 4
DETACH = 2
MOST_DESCRIPTORS = 1 << 16
MOUNT_POINT = "/sys"
"""Any folder that is there and holds nothing readable: the new root is built on it, in our own view of the mounts."""
DESCRIPTION = "net, ipc, pid, mount"


class HalfEntered(Exception):
    """Some of it worked and some did not: this process cannot go on; a new one can, without namespaces."""


def enter(readable: Iterable[str]) -> str:
    """Move this process and those it will fork (Unavailable when that is refused, HalfEntered when part of it is)."""
    uid, gid = os.geteuid(), os.getegid()
    user = USER if uid else 0
    kernel.function("unshare", user | NETWORK | PROCESSES | MOUNTS | IPC)
    try:
        if user:
            _write("/proc/self/setgroups", "deny")
            _write("/proc/self/uid_map", f"{uid} {uid} 1")
            _write("/proc/self/gid_map", f"{gid} {gid} 1")
        _change_root(list(readable))
        _start_first_process()
    except kernel.Unavailable as error:
        raise HalfEntered(str(error)) from error
    except OSError as error:
        raise HalfEntered(str(error.strerror)) from error
    _look_at_files_again()
    return DESCRIPTION


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _change_root(readable: list[str]) -> None:
    """Leave nothing visible but `readable`, each at its own path."""
    os.umask(0o022)  # the other user, which probes become, must find its way
    _mount("none", "/", PRIVATE | RECURSIVE)
    _mount("tmpfs", MOUNT_POINT, NO_SUID | NO_DEVICES, "tmpfs", "size=256k,mode=755")
    for path in readable:
        target = MOUNT_POINT + path
        if os.path.lexists(target):  # it came with a folder it lies in
            continue
        folder = os.path.isdir(path)
        os.makedirs(target if folder else os.path.dirname(target), exist_ok=True)
        if not folder:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o444))
        _mount(path, target, BIND | RECURSIVE)
    os.chdir(MOUNT_POINT)
    kernel.syscall("pivot_root", ctypes.c_char_p(b"."), ctypes.c_char_p(b"."))
    kernel.function("umount2", ctypes.c_char_p(b"."), DETACH)
    os.chdir("/")


def _mount(source: str, target: str, flags: int, kind: str | None = None, options: str | None = None) -> None:
    texts = [ctypes.c_char_p(os.fsencode(text)) if text else None for text in (source, target, kind, options)]
    kernel.function("mount", texts[0], texts[1], texts[2], flags, texts[3])


def _start_first_process() -> None:
    """Fork the process whose end, with the zygote's, ends every other of this namespace."""
    if os.fork() == 0:
        try:
            kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever loses its parent is reaped
            os.closerange(0, min(os.sysconf("SC_OPEN_MAX"), MOST_DESCRIPTORS))
            while True:
                signal.pause()
        finally:
            os._exit(1)


def _look_at_files_again() -> None:
    """Have the import system list the folders anew: those on the way to the readable entries are new ones."""
    for place in sys.path:
        finder = sys.path_importer_cache.get(place)
        if isinstance(finder, importlib.machinery.FileFinder):
            finder.find_spec("a module that is nowhere")
