"""Sample isolations: one per level, and others built from layers that are off and attempts that are open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from grader.errors import HarnessFault
from grader.model.isolation import EscapeAttempt, Isolation, Layer, Level, ProcStatus
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.sandbox.launching.isolation_check import Launcher
from grader.sandbox.launching.process import Exit, KernelLimits, Process

ATTEMPTS = ("read_outside", "write", "socket", "fork", "signal_parent", "exec")
ON = {
    "namespaces": "net, ipc, pid, mount",
    "landlock": "ABI 6 of 7, 231 paths",
    "seccomp": "allow-list of 96 calls",
    "session": "",
    "limits": "AS, CPU",
    "other_user": "user 65534",
    "capabilities": "",
    "dies_with_parent": "",
    "not_dumpable": "",
    "no_new_privs": "",
}


def isolation(level: Level, off: Mapping[str, str] | None = None, opened: Collection[str] = ()) -> Isolation:
    """Return an isolation with layers `off` for their reasons and attempts that were not blocked."""
    reasons = off or {}
    return Isolation(
        level=level,
        layers=tuple(Layer(name=name, on=name not in reasons, detail=reasons.get(name, ON[name])) for name in ON),
        self_test=tuple(EscapeAttempt(name=name, blocked=name not in opened) for name in ATTEMPTS),
        seen=ProcStatus(no_new_privs=1, seccomp=0 if "seccomp" in reasons else 2, capabilities=0),
    )


NO_NAMESPACES = {"namespaces": "unshare: EPERM"}
UNTRIED = Isolation(level=Level.BASIC, layers=(), self_test=(), seen=ProcStatus())
LEVELS = {
    Level.BASIC: isolation(Level.BASIC, dict.fromkeys(ON, "not on this system"), ATTEMPTS),
    Level.PARTIAL: isolation(
        Level.PARTIAL, {**NO_NAMESPACES, "landlock": "landlock_create_ruleset: ENOSYS"}, ["read_outside"]
    ),
    Level.FULL: isolation(Level.FULL, NO_NAMESPACES),
    Level.FULL_PLUS: isolation(Level.FULL_PLUS),
}
FULL = LEVELS[Level.FULL]


@dataclass
class Machine(Launcher):
    """A fake launcher with a given isolation, or of a machine where no probe starts; it starts no process."""

    offers: Isolation | None = FULL
    closed: int = field(default=0)
    python: Interpreter = OWN

    @property
    def isolation(self) -> Isolation:
        """The isolation; HarnessFault when no probe starts."""
        if self.offers is None:
            raise HarnessFault("no probe starts here")
        return self.offers

    def _start_unverified(self, limits: KernelLimits) -> Process:
        """Fail: no test may start a probe with it."""
        raise AssertionError(limits)

    def reap(self, process: Process) -> Exit:
        """Fail: there is no process."""
        raise AssertionError(process)

    def close(self) -> None:
        """Count the calls."""
        self.closed += 1
