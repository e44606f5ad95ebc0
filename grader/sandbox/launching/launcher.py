"""Starts probes: forked from a zygote, or each as a fresh process on systems without `fork`."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.errors import HarnessFault
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.sandbox.launching.isolation_check import VerifiedLauncher, agent_settings
from grader.sandbox.launching.process import (
    NOTHING_OFF,
    Exit,
    KernelLimits,
    Launcher,
    Process,
    close_pipes,
    command,
    environment,
    exit_of,
    fixed_addresses,
    hide_memory,
    kill,
)
from grader.sandbox.launching.zygote import Zygote


class FreshProcess(VerifiedLauncher):
    """Starts every probe as a fresh process: the same agent, the same answers, but slower."""

    def __init__(
        self, extra: Sequence[str] = (), off: Mapping[str, str] = NOTHING_OFF, python: Interpreter = OWN
    ) -> None:
        """Let probes of `python` read `extra` files; leave off the layers in `off`, which gives the reason for each."""
        super().__init__(python)
        self._extra, self._off = extra, {"namespaces": "not for single processes", **off}
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def _start_unverified(self, limits: KernelLimits) -> Process:
        hide_memory()
        numbers = (str(limits.memory_bytes), str(limits.cpu_seconds))
        try:
            with fixed_addresses():
                process = subprocess.Popen(  # noqa: S603 - our own interpreter and file
                    command(self.python, agent_settings(self._off, self._extra), "probe", *numbers),
                    env=environment(),
                    cwd=Path(os.sep).resolve(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
        except OSError as error:
            raise HarnessFault(f"the sandbox does not start: {error}") from error
        assert process.stdin is not None  # noqa: S101 - PIPE was asked for
        assert process.stdout is not None  # noqa: S101
        assert process.stderr is not None  # noqa: S101
        self._running[process.pid] = process
        pipes = [os.dup(stream.fileno()) for stream in (process.stdin, process.stdout, process.stderr)]
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        return Process(pid=process.pid, parent=os.getpid(), requests=pipes[0], answers=pipes[1], output=pipes[2])

    def reap(self, process: Process) -> Exit:
        """Kill what is left of a probe and wait for it."""
        running = self._running.pop(process.pid)
        if running.returncode is None:
            kill(process.pid)
        close_pipes(process)
        if not hasattr(os, "wait4"):
            code = running.wait()
            return Exit(code=code, signal=None, cpu_seconds=0.0)
        _pid, status, usage = os.wait4(process.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        return exit_of(status, usage.ru_utime + usage.ru_stime)

    def close(self) -> None:
        """End every probe that is still running."""
        for running in self._running.values():
            kill(running.pid)
            running.wait()
        self._running.clear()


__all__ = ["FreshProcess", "Launcher", "Zygote", "launcher"]


def launcher(allow: Sequence[str] = (), python: Interpreter = OWN) -> Launcher:
    """Return the fastest launcher for this system; its probes, of `python`, may read the modules that `allow` names."""
    extra = third_party_paths(allow, python)
    is_unix = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return Zygote(extra, python=python) if is_unix else FreshProcess(extra, python=python)


def third_party_paths(names: Sequence[str], python: Interpreter = OWN) -> list[str]:
    """Return the files and folders of the modules `names`, with the ``.libs`` folders of libraries that some have."""
    endings = ("", ".py", ".libs")
    parts = (Path(place, f"{name}{ending}") for place in python.package_folders for name in names for ending in endings)
    return [str(path) for path in parts if path.exists()]
