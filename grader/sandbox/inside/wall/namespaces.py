"""
Namespaces: the zygote and its probes see no network, no other process and only the readable files.

This layer needs user namespaces, or root (man 7 namespaces); Docker's default profile and Ubuntu's AppArmor forbid it.
The other layers work without this one; with it a process cannot even find out whether a path outside exists.
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
"""CLONE_NEWUSER, _NEWNET, _NEWPID, _NEWNS, _NEWIPC (linux/sched.h, man 2 unshare)."""
PRIVATE, RECURSIVE, BIND, NO_SUID, NO_DEVICES = 1 << 18, 1 << 14, 1 << 12, 2, 4
"""MS_PRIVATE, MS_REC, MS_BIND, MS_NOSUID, MS_NODEV (linux/mount.h, man 2 mount)."""
DETACH = 2
"""MNT_DETACH (man 2 umount)."""
MAX_DESCRIPTORS = 1 << 16
MOUNT_POINT = "/sys"
"""The place of the new root: a folder that exists on every system and contains no readable path."""
DESCRIPTION = "net, ipc, pid, mount"


class HalfEntered(Exception):
    """The process entered only some namespaces: it must end, and a new process can start without namespaces."""


def enter(readable: Iterable[str]) -> str:
    """Move this process and its later forks into namespaces (Unavailable if all fail, HalfEntered if some fail)."""
    uid, gid = os.geteuid(), os.getegid()
    user = USER if uid else 0
    kernel.call_libc("unshare", user | NETWORK | PROCESSES | MOUNTS | IPC)
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
    _refresh_import_caches()
    return DESCRIPTION


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _change_root(readable: list[str]) -> None:
    """Build a root with only the `readable` paths, each at its old place, and move to it (man 2 pivot_root)."""
    os.umask(0o022)  # probes become another user, who must be able to enter the folders
    _mount("none", "/", PRIVATE | RECURSIVE)
    _mount("tmpfs", MOUNT_POINT, NO_SUID | NO_DEVICES, "tmpfs", "size=256k,mode=755")
    for path in readable:
        target = MOUNT_POINT + path
        if os.path.lexists(target):  # a folder above it has been mounted already
            continue
        folder = os.path.isdir(path)
        os.makedirs(target if folder else os.path.dirname(target), exist_ok=True)
        if not folder:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o444))
        _mount(path, target, BIND | RECURSIVE)
    os.chdir(MOUNT_POINT)
    kernel.syscall("pivot_root", ctypes.c_char_p(b"."), ctypes.c_char_p(b"."))
    kernel.call_libc("umount2", ctypes.c_char_p(b"."), DETACH)
    os.chdir("/")


def _mount(source: str, target: str, flags: int, kind: str | None = None, options: str | None = None) -> None:
    texts = [ctypes.c_char_p(os.fsencode(text)) if text else None for text in (source, target, kind, options)]
    kernel.call_libc("mount", texts[0], texts[1], texts[2], flags, texts[3])


def _start_first_process() -> None:
    """Fork the first process of the pid namespace: it ends with the zygote, and all others end with it."""
    if os.fork() == 0:
        try:
            kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps orphans, which become its children
            os.closerange(0, min(os.sysconf("SC_OPEN_MAX"), MAX_DESCRIPTORS))
            while True:
                signal.pause()
        finally:
            os._exit(1)


def _refresh_import_caches() -> None:
    """Make the import system list its folders again: most of them are new folders in the new root."""
    for place in sys.path:
        finder = sys.path_importer_cache.get(place)
        if isinstance(finder, importlib.machinery.FileFinder):
            finder.find_spec("a module that does not exist")
