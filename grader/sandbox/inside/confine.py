"""
Takes rights away from a probe before it sees a byte of the submission.

Today: its own session, death with its parent, and resource limits. The kernel's confinement (Landlock, seccomp,
namespaces, another user) belongs here and is reported the same way: a layer that is not on says why.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

MAX_OPEN_FILES = 64


def confine(memory: int, cpu_seconds: int) -> dict[str, str]:
    """Apply every layer this system has; return each with ``on`` or the reason why it is off."""
    layers = {"session": _session(), "dies with its parent": _die_with_parent()}
    if resource is None:
        return {**layers, "limits": "off: no resource limits on this system"}
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": cpu_seconds,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": MAX_OPEN_FILES,
        "RLIMIT_CORE": 0,
    }
    return {**layers, **{name: _limit(name, value) for name, value in wanted.items()}}


def _session() -> str:
    if not hasattr(os, "setsid"):
        return "off: no sessions on this system"
    with contextlib.suppress(PermissionError):  # started as a process of its own, it leads its session already
        os.setsid()
    return "on"


def _die_with_parent() -> str:
    try:
        import ctypes

        set_parent_death_signal, sigkill = 1, 9
        if ctypes.CDLL(None).prctl(set_parent_death_signal, sigkill, 0, 0, 0):
            return "off: refused"
    except (ImportError, OSError, AttributeError, TypeError):
        return "off: not on this system"
    return "on"


def _limit(name: str, value: int) -> str:
    which = getattr(resource, name, None)
    if which is None:
        return "off: not on this system"
    try:
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        # Soft equal to hard: nothing can be raised again.
        resource.setrlimit(which, (value, value))
    except (OSError, ValueError) as error:
        return f"off: {error}"
    return "on"
