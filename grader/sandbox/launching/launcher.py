"""Starts probes: forked from a zygote, or each as a fresh process on systems without `fork`."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from grader.errors import HarnessFault
from grader.model.isolation import Level
from grader.model.sanitize import sanitize
from grader.sandbox.launching import windows
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.sandbox.launching.isolation_check import Launcher, agent_settings
from grader.sandbox.launching.process import (
    NOTHING_OFF,
    Exit,
    KernelLimits,
    Process,
    close_pipes,
    command,
    environment,
    exit_of,
    fixed_addresses,
    hide_memory,
    kill,
)

PID = struct.Struct("<q")
WANTED = struct.Struct("<qq")
REAPED = struct.Struct("<id")
REPLY_TIMEOUT = 60
"""Wall seconds for the zygote's reply; the zygote runs no student code and needs milliseconds."""
PAUSE = 0.5
"""Seconds before a process that the system refused is started again, once."""
MAX_REASON = 200
"""The most bytes read of the reason why namespaces failed."""


class Zygote(Launcher):
    """Forks a probe in a millisecond from a process that has imported everything and has run no student code."""

    def __init__(
        self, extra: Sequence[str] = (), off: Mapping[str, str] = NOTHING_OFF, python: Interpreter = OWN
    ) -> None:
        """Prepare the launcher; the first probe starts the zygote, which `python` runs."""
        super().__init__(extra, off, python)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._is_awaited = False
        """Whether the zygote was started and has not yet reported that it is ready."""
        self._errors = _scratch_file()

    def _start_unverified(self, limits: KernelLimits) -> Process:
        """Fork a probe; start a new zygote once if the old one has died."""
        with contextlib.suppress(OSError, EOFError):
            return self._fork(limits)
        self._stop()
        try:
            return self._fork(limits)
        except (OSError, EOFError) as error:
            self._stop()
            self._errors.seek(0)
            text = self._errors.read(2_000).decode("utf-8", "replace").strip()
            raise HarnessFault(f"the sandbox does not start: {text or error}") from error

    def reap(self, process: Process) -> Exit:
        """Kill the probe if it still runs and wait for it through the zygote, its parent."""
        if process.parent != self._zygote_pid():  # its zygote died, and the probe with it: the pid may be reused by now
            close_pipes(process)
            return self._exit_of_orphan()
        kill(process.pid)
        close_pipes(process)
        try:
            answer = self._ask(b"R" + PID.pack(process.pid), REAPED.size)
        except (OSError, EOFError):
            self._stop()
            return self._exit_of_orphan()
        return exit_of(*REAPED.unpack(answer))

    def _exit_of_orphan(self) -> Exit:
        """Return how a probe of a dead zygote ended (HarnessFault behind a full wall: no student can kill a zygote)."""
        if self._isolation is not None and self._isolation.level.reaches(Level.FULL):
            raise HarnessFault("the process that starts probes died")
        return Exit(signal=int(signal.SIGTERM), cpu_seconds=0.0)

    def _zygote_pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()  # it has nothing left to do, and would take its time to end
        self._stop()
        self._errors.close()

    def _fork(self, limits: KernelLimits) -> Process:
        self._start_if_needed()
        wanted = b"F" + WANTED.pack(limits.memory_bytes, limits.cpu_seconds)
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            inside_requests, requests = _pipe(theirs, ours)
            answers, inside_answers = _pipe(ours, theirs)
            output, inside_output = _pipe(ours, theirs)
            # Each probe opens the null device itself: changes to a shared open file would reach the next probe.
            null = os.open(os.devnull, os.O_RDWR)
            theirs.callback(os.close, null)
            pid = PID.unpack(self._ask(wanted, PID.size, [null, inside_requests, inside_answers, inside_output]))[0]
            ours.pop_all()
        return Process(pid=pid, parent=self._zygote_pid(), requests=requests, answers=answers, output=output)

    def _start_if_needed(self) -> None:
        if self._process is not None and self._process.poll() is None and not self._is_awaited:
            return
        hide_memory()
        while not self._launch():
            pass

    def begin(self) -> None:
        hide_memory()
        with contextlib.suppress(OSError):  # the first probe tries again, and reports
            self._spawn()

    def _spawn(self) -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(REPLY_TIMEOUT)
        self._control = ours
        with theirs, fixed_addresses():
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and file
                command(self.python, agent_settings(self._off, self._extra), "zygote"),
                env=environment(),
                cwd="/",
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
            )
        self._is_awaited = True

    def _launch(self) -> bool:
        """Start a zygote; return False if its namespaces failed halfway, so that a new one must start without them."""
        if not self._is_awaited:
            self._stop()
            self._spawn()
        self._is_awaited = False
        ours = self._control
        assert ours is not None  # noqa: S101 - `_spawn` has set it
        if _read_exactly(ours, 1) == b"+":
            return True
        self._off["namespaces"] = sanitize(ours.recv(MAX_REASON).decode("utf-8", "replace"), MAX_REASON)
        return False

    def _ask(self, message: bytes, size: int, descriptors: list[int] | None = None) -> bytes:
        control = self._control
        if control is None:
            raise EOFError("no zygote")
        try:
            socket.send_fds(control, [message], descriptors or [])
            return _read_exactly(control, size)
        except BaseException:
            # After an interruption (a timeout, Ctrl-C) the late reply would look like the reply to the next request.
            self._stop()
            raise

    def _stop(self) -> None:
        self._is_awaited = False
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
            self._process.kill()
            self._process.wait()
            self._process = None


def _scratch_file() -> IO[bytes]:
    """Return a file for the zygote's standard error; the null device if no file can be made."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("r+b")


def _read_exactly(control: socket.socket, size: int) -> bytes:
    answer = b""
    while len(answer) < size:
        part = control.recv(size - len(answer))
        if not part:
            raise EOFError("the zygote hung up")
        answer += part
    return answer


def _pipe(reading: contextlib.ExitStack, writing: contextlib.ExitStack) -> tuple[int, int]:
    """Open a pipe; `reading` and `writing` close its two ends."""
    ends = os.pipe()
    reading.callback(os.close, ends[0])
    writing.callback(os.close, ends[1])
    return ends


class FreshProcess(Launcher):
    """Starts every probe as a fresh process: the same agent, the same answers, but slower."""

    def __init__(
        self, extra: Sequence[str] = (), off: Mapping[str, str] = NOTHING_OFF, python: Interpreter = OWN
    ) -> None:
        """Prepare the launcher; single processes enter no namespaces."""
        super().__init__(extra, {"namespaces": "not for single processes", **off}, python)
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._jobs: dict[int, int] = {}

    def _start_unverified(self, limits: KernelLimits) -> Process:
        hide_memory()
        try:
            process = self._run_agent(limits)
        except OSError:  # Windows sometimes refuses a process, as it does while a virus scanner reads the file
            time.sleep(PAUSE)
            try:
                process = self._run_agent(limits)
            except OSError as error:
                raise HarnessFault(f"the sandbox does not start: {error}") from error
        self._running[process.pid] = process
        streams = [one for one in (process.stdin, process.stdout, process.stderr) if one is not None]  # all are pipes
        requests, answers, output = [os.dup(stream.fileno()) for stream in streams]
        for stream in streams:
            stream.close()
        return Process(pid=process.pid, parent=os.getpid(), requests=requests, answers=answers, output=output)

    def _run_agent(self, limits: KernelLimits) -> subprocess.Popen[bytes]:
        """Start the process, in its job where the system has jobs (OSError; none is left then)."""
        numbers = (str(limits.memory_bytes), str(limits.cpu_seconds))
        with fixed_addresses():
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and file
                command(self.python, agent_settings(self._off, self._extra), "probe", *numbers),
                env=environment(),
                cwd=Path(os.sep).resolve(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=windows.START_SUSPENDED,
            )
        if sys.platform == "win32":
            try:
                self._jobs[process.pid] = windows.put_in_job(process.pid, limits)
            except OSError:
                process.kill()  # it is suspended, and would stay for ever
                process.communicate()
                raise
        return process

    def reap(self, process: Process) -> Exit:
        running = self._running.pop(process.pid)
        if running.returncode is None:
            kill(process.pid)
        close_pipes(process)
        if sys.platform == "win32":
            used = windows.cpu_seconds(process.pid)
            windows.end_job(self._jobs.pop(process.pid))
            running.wait()
            return Exit(signal=None, cpu_seconds=used)
        _pid, status, usage = os.wait4(process.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        return exit_of(status, usage.ru_utime + usage.ru_stime)

    def close(self) -> None:
        for running in self._running.values():
            kill(running.pid)
            running.wait()
        self._running.clear()


__all__ = ["FreshProcess", "Launcher", "Zygote", "begun_launcher", "launcher"]


def launcher(allow: Sequence[str] = (), python: Interpreter = OWN) -> Launcher:
    """Return the fastest launcher for this system; probes of `python` may read the modules `allow`."""
    extra = third_party_paths(allow, python)
    is_unix = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return Zygote(extra, python=python) if is_unix else FreshProcess(extra, python=python)


def begun_launcher(python: Interpreter) -> Launcher:
    """Return a launcher whose probes read no further modules; start its slow part without waiting."""
    begun = launcher((), python)
    if isinstance(begun, Zygote):
        begun.begin()
    return begun


def third_party_paths(names: Sequence[str], python: Interpreter = OWN) -> list[str]:
    """Return the files and folders of the modules `names`, with the ``.libs`` folders of some libraries."""
    endings = ("", ".py", ".libs")
    parts = (Path(place, f"{name}{ending}") for place in python.package_folders for name in names for ending in endings)
    return [str(path) for path in parts if path.exists()]
