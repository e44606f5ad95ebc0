"""
Takes rights away from a probe before it sees a byte of the submission, and says layer by layer what came of it.

`Wall` is made once, by the process that will fork probes or be one; `Wall.confine` is what each probe calls. A layer
that is not on says why. What level they make together is judged outside, by `grader/sandbox/isolation.py`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from . import kernel, landlock, namespaces, seccomp
from .readable_paths import readable

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

T = TypeVar("T")
State = tuple[bool, str]
"""Whether a layer is on, and how, or why not."""

MAX_OPEN_FILES = 64
NOBODY = 65534
NO_CAPABILITIES, CAPABILITY_VERSION = bytes(24), 0x20080522


class Wall:
    """What can be prepared before there is a probe."""

    def __init__(self, off: Mapping[str, str], extra: Sequence[str]) -> None:
        """Prepare the layers but those `off`, which come with a reason; `extra` files stay readable too."""
        self._off = off
        self._states: dict[str, State] = {}
        paths = readable(extra)
        self._state("namespaces", namespaces.enter, paths)
        self._ruleset = self._state("landlock", landlock.Ruleset, paths)
        self._filter = self._state("seccomp", seccomp.Filter)
        self._nobody = _other_user_can_read()
        with contextlib.suppress(kernel.Unavailable):  # where this fails, each probe says so
            kernel.prctl(kernel.SET_DUMPABLE, 0)

    def confine(self, memory: int, cpu_seconds: int, parent: int) -> dict[str, State]:
        """Apply every layer to this process, a child of `parent`, for good; return what came of each."""
        self._state("session", _lead_session)
        self._state("limits", _limit, memory, cpu_seconds)
        self._state("other_user", lambda: _become_nobody(possible=self._nobody))
        self._state("capabilities", _drop_capabilities)
        self._state("dies_with_parent", _die_with, parent)
        self._state("not_dumpable", kernel.prctl, kernel.SET_DUMPABLE, 0)
        self._state("no_new_privs", kernel.prctl, kernel.SET_NO_NEW_PRIVS, 1)
        if self._ruleset is not None:
            self._state("landlock", self._ruleset.put_on)
        if self._filter is not None:
            self._state("seccomp", self._filter.put_on)
        return self._states

    def _state(self, layer: str, apply: Callable[..., T], *arguments: Any) -> T | None:
        """Apply a layer and keep what came of it."""
        if layer in self._off:
            self._states[layer] = False, self._off[layer]
            return None
        try:
            done = apply(*arguments)
        except kernel.Unavailable as error:
            self._states[layer] = False, str(error)
            return None
        self._states[layer] = True, done if isinstance(done, str) else ""
        return done


def _other_user_can_read() -> bool:
    """Tell, by a process that ends at once, whether root could be another user here and still read Python's library."""
    if not hasattr(os, "setresuid") or os.geteuid() != 0:
        return False
    pid = os.fork()
    if pid == 0:
        unreadable = 1
        try:
            _switch_user()
            os.listdir(os.path.dirname(os.__file__))
            with open(os.__file__, "rb"):
                unreadable = 0
        finally:  # whatever happened: this process must not go on as its parent
            os._exit(unreadable)
    return os.waitpid(pid, 0)[1] == 0


def _lead_session() -> None:
    if not hasattr(os, "setsid"):
        raise kernel.Unavailable("not on this system")
    with contextlib.suppress(PermissionError):  # started as a process of its own, it leads its session already
        os.setsid()


def _limit(memory: int, cpu_seconds: int) -> str:
    if resource is None:
        raise kernel.Unavailable("not on this system")
    wanted = {
        "AS": memory,
        "CPU": cpu_seconds,
        "FSIZE": 0,
        "NPROC": 0,
        "NOFILE": MAX_OPEN_FILES,
        "CORE": 0,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
    }
    refused = [name for name, value in wanted.items() if not _limited(f"RLIMIT_{name}", value)]
    if "AS" in refused or "CPU" in refused:
        raise kernel.Unavailable(f"refused: {', '.join(refused)}")
    return ", ".join(name for name in wanted if name not in refused)


def _limited(name: str, value: int) -> bool:
    which = getattr(resource, name, None)
    if which is None:
        return False
    try:
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        # Soft equal to hard: nothing can be raised again.
        resource.setrlimit(which, (value, value))
    except (OSError, ValueError):
        return False
    return True


def _become_nobody(*, possible: bool) -> str:
    if not hasattr(os, "setresuid"):
        raise kernel.Unavailable("not on this system")
    if os.geteuid() != 0:
        raise kernel.Unavailable("not root")
    if not possible:
        raise kernel.Unavailable(f"the interpreter cannot be read by user {NOBODY}")
    _switch_user()
    return f"user {NOBODY}"


def _switch_user() -> None:
    try:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    except OSError as error:
        raise kernel.Unavailable(f"to user {NOBODY}: {error.strerror}") from error


def _drop_capabilities() -> None:
    """Give up what root, or whoever made its own namespace, may do beyond others."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", CAPABILITY_VERSION, 0))
    kernel.syscall("capset", header, ctypes.create_string_buffer(NO_CAPABILITIES))


def _die_with(parent: int) -> None:
    kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, getattr(signal, "SIGKILL", 0))
    if os.getppid() not in {0, parent}:  # it died before; 0 is a parent outside our namespace, which takes us along
        os._exit(1)
