"""
Takes rights away from a probe, layer by layer, before it gets a byte of the submission, and reports each layer's state.

The zygote or a single probe makes one `Wall`; each probe calls `Wall.confine_process`. The report gives the reason for
each layer that is off. Outside, `grader/sandbox/launching/isolation_check.py` judges the level.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from . import kernel, landlock, namespaces, seccomp, windows
from .landlock import readable_paths

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

T = TypeVar("T")

MAX_OPEN_FILES = 64
NOBODY = 65534
"""The user and group that Linux shows for unknown ones (/proc/sys/kernel/overflowuid)."""
NO_CAPABILITIES = bytes(24)
CAPABILITY_VERSION = 0x20080522
"""_LINUX_CAPABILITY_VERSION_3, with two sets of 12 bytes (man 2 capset)."""


class LayerState(NamedTuple):
    """Whether one layer is on, in the order of the wire."""

    on: bool
    detail: str


class ProbeLimits(NamedTuple):
    memory: int
    """Bytes of address space."""
    cpu_seconds: int


class Wall:
    """The layers, as far as they can be prepared before a probe exists."""

    def __init__(self, off: Mapping[str, str], extra: Sequence[str]) -> None:
        """
        Prepare all layers except those in `off`, which has the reason for each; `extra` files stay readable.

        Raises `namespaces.HalfEntered` if only some of the namespaces were entered.
        """
        self._off = off
        self._states: dict[str, LayerState] = {}
        paths = readable_paths(extra)
        self._apply("namespaces", namespaces.enter, paths)
        self._ruleset = self._apply("landlock", landlock.Ruleset, paths)
        self._filter = self._apply("seccomp", seccomp.Filter)
        self._apply("fixed_addresses", kernel.require_fixed_addresses)
        self._can_become_nobody = _other_user_can_read()
        with contextlib.suppress(kernel.Unavailable):  # each probe reports a failure
            kernel.prctl(kernel.SET_DUMPABLE, 0)

    def confine_process(self, limits: ProbeLimits, parent: int) -> dict[str, LayerState]:
        """
        Apply every layer to this process, a child of `parent`, for good; return the state of each.

        The order matters: changing the user needs rights that the next layer drops, Landlock and seccomp need
        no_new_privs, and the filter comes last because it refuses the calls of the other layers.
        """
        self._apply("session", _lead_session)
        self._apply("limits", _set_limits, limits)
        self._apply("other_user", lambda: _become_nobody(possible=self._can_become_nobody))
        self._apply("capabilities", _drop_capabilities)
        self._apply("dies_with_parent", _die_with, parent)
        # Again: the kernel decides anew about dumpable processes when the user changes.
        self._apply("not_dumpable", kernel.prctl, kernel.SET_DUMPABLE, 0)
        self._apply("no_new_privs", kernel.prctl, kernel.SET_NO_NEW_PRIVS, 1)
        if self._ruleset is not None:
            self._apply("landlock", self._ruleset.restrict_process)
        if self._filter is not None:
            self._apply("seccomp", self._filter.restrict_process)
        return self._states

    def _apply(self, layer: str, apply: Callable[..., T], *arguments: Any) -> T | None:
        """Apply a layer, record its state, and return the result of `apply` (None if the layer is off)."""
        if layer in self._off:
            self._states[layer] = LayerState(on=False, detail=self._off[layer])
            return None
        try:
            done = apply(*arguments)
        except kernel.Unavailable as error:
            self._states[layer] = LayerState(on=False, detail=str(error))
            return None
        self._states[layer] = LayerState(on=True, detail=done if isinstance(done, str) else "")
        return done


def _other_user_can_read() -> bool:
    """Try in a child process whether root can become another user here and still read Python's library."""
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
        finally:  # in all cases: the child must not go on as a second zygote
            os._exit(unreadable)
    return os.waitpid(pid, 0)[1] == 0


def _lead_session() -> None:
    """Start a session, so that the process group can be killed and no terminal is attached."""
    if not hasattr(os, "setsid"):
        raise kernel.Unavailable("not on this system")
    with contextlib.suppress(PermissionError):  # a process that was not forked by the zygote already leads its session
        os.setsid()


def _set_limits(limits: ProbeLimits) -> str:
    """Set the limits of man 2 setrlimit; return the names of those that hold (Unavailable without memory and CPU)."""
    if resource is None:
        return windows.require_limits()
    wanted = {
        "AS": limits.memory,
        "CPU": limits.cpu_seconds,
        "FSIZE": 0,
        "NPROC": 0,
        "NOFILE": MAX_OPEN_FILES,
        "CORE": 0,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
    }
    refused = [name for name, value in wanted.items() if not _set_limit(f"RLIMIT_{name}", value)]
    if "AS" in refused or "CPU" in refused:
        raise kernel.Unavailable(f"refused: {', '.join(refused)}")
    return ", ".join(name for name in wanted if name not in refused)


def _set_limit(name: str, value: int) -> bool:
    """Set one limit, never above the present one; False if the system refuses or does not know the limit."""
    which = getattr(resource, name, None)
    if which is None:
        return False
    try:
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        # The hard limit too, so that the process cannot raise the soft one again.
        resource.setrlimit(which, (value, value))
    except (OSError, ValueError):
        return False
    return True


def _become_nobody(*, possible: bool) -> str:
    """Change from root to a user without rights, who must be able to read Python; on Windows, lower the integrity."""
    if not hasattr(os, "setresuid"):
        return windows.lower_integrity()
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
    """Drop the capabilities of root, or of the creator of a user namespace (man 7 capabilities)."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", CAPABILITY_VERSION, 0))
    kernel.syscall("capset", header, ctypes.create_string_buffer(NO_CAPABILITIES))


def _die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent dies (PR_SET_PDEATHSIG of man 2 prctl; on Windows a job)."""
    if os.name == "nt":
        windows.require_end_with_parent()
        return
    kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, getattr(signal, "SIGKILL", 0))
    # The parent may have died before. 0 is a parent outside of this pid namespace; its end also ends the namespace.
    if os.getppid() not in {0, parent}:
        os._exit(1)
