"""Probes forked from a process that has everything imported and has run no student code."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
import subprocess
import tempfile

from grader.errors import HarnessFault
from grader.model.isolation import Isolation
from grader.sandbox.process import UNKNOWN, Exit, Process, close_pipes, command, environment, kill

PID = struct.Struct("<q")
REAPED = struct.Struct("<idq")
PATIENCE = 60
"""Wall seconds the zygote has for an answer: it runs no student code, so only a machine in trouble needs more."""


class Zygote:
    """Forks a probe in a millisecond from a process that has everything imported and has run no student code."""

    def __init__(self) -> None:
        """Start lazily."""
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it

    @property
    def isolation(self) -> Isolation:
        """Say what is known so far."""
        return UNKNOWN

    def start(self) -> Process:
        """Fork a probe; a zygote that died meanwhile is replaced once."""
        for attempt in (1, 2):
            try:
                return self._fork()
            except (OSError, EOFError) as error:  # noqa: PERF203 - two rounds at most
                self._stop()
                if attempt == 2:  # noqa: PLR2004 - the second and last
                    raise HarnessFault(f"the sandbox does not start: {self._said() or error}") from error
        raise AssertionError("unreachable")  # pragma: no cover - the loop returns or raises

    def reap(self, process: Process) -> Exit:
        """Kill what is left of a probe and wait for it through the zygote, its parent."""
        kill(process.pid)
        close_pipes(process)
        try:
            answer = self._ask(b"R" + PID.pack(process.pid), REAPED.size)
        except (OSError, EOFError):
            # The zygote is gone: without our help, since it runs no student code, so through the student's.
            self._stop()
            return Exit(code=None, signal=int(signal.SIGTERM), cpu_seconds=0.0)
        status, cpu_seconds, _peak = REAPED.unpack(answer)
        if os.WIFSIGNALED(status):
            return Exit(code=None, signal=os.WTERMSIG(status), cpu_seconds=cpu_seconds)
        return Exit(code=os.waitstatus_to_exitcode(status), signal=None, cpu_seconds=cpu_seconds)

    def close(self) -> None:
        """Let the zygote end and wait for it."""
        self._stop()
        self._errors.close()

    def _fork(self) -> Process:
        self._ensure()
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            inside_requests, requests = _pipe(theirs, ours)
            answers, inside_answers = _pipe(ours, theirs)
            output, inside_output = _pipe(ours, theirs)
            pid = PID.unpack(self._ask(b"F", PID.size, [inside_requests, inside_answers, inside_output]))[0]
            ours.pop_all()
        return Process(pid=pid, requests=requests, answers=answers, output=output)

    def _ensure(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._stop()
        ours, theirs = socket.socketpair()
        ours.settimeout(PATIENCE)
        self._control = ours
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and file
                command("zygote", str(theirs.fileno())),
                env=environment(),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def _ask(self, message: bytes, size: int, descriptors: list[int] | None = None) -> bytes:
        control = self._control
        if control is None:
            raise EOFError("no zygote")
        try:
            socket.send_fds(control, [message], descriptors or [])
            return _received(control, size)
        except BaseException:
            # Interrupted (a timeout, Ctrl-C): the answer still to come would be taken for the next one's.
            self._stop()
            raise

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
            self._process.kill()
            self._process.wait()
            self._process = None

    def _said(self) -> str:
        self._errors.seek(0)
        return self._errors.read(2_000).decode("utf-8", "replace").strip()


def _received(control: socket.socket, size: int) -> bytes:
    answer = b""
    while len(answer) < size:
        part = control.recv(size - len(answer))
        if not part:
            raise EOFError("the zygote hung up")
        answer += part
    return answer


def _pipe(reading: contextlib.ExitStack, writing: contextlib.ExitStack) -> tuple[int, int]:
    """Open a pipe whose two ends are closed with these stacks."""
    ends = os.pipe()
    reading.callback(os.close, ends[0])
    writing.callback(os.close, ends[1])
    return ends
