"""Runs the grader on Windows's Python by Wine."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.fixture_folders import ROOT
from tests.windows.install import FOLDER_INSIDE

NAME = "GRADER_WINDOWS"
"""The environment variable with the folder that `tests.windows.install` made."""


class Wine:
    """Windows's Python in a folder, with a Windows of its own."""

    def __init__(self, python: Path, prefix: Path) -> None:
        """Use the Python of `python`; the empty folder `prefix` becomes the disk of Windows."""
        self._python = python / FOLDER_INSIDE / "python.exe"
        self.environment = {
            **os.environ,
            "WINEPREFIX": str(prefix),
            "WINEDEBUG": "-all",
            "WINEPATH": str(python / FOLDER_INSIDE),
            "GRADER_EVERY_FIXTURE": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.environment.pop("CI", None)  # where students' code needs a wall that Windows lacks

    @contextlib.contextmanager
    def started(self) -> Iterator[Wine]:
        """Run Windows's services meanwhile: those that a program starts would keep its pipes open."""
        self._quietly("wineserver", "-p3600")  # first: a server that runs already keeps its own time
        self._quietly("wineboot", "-i")
        try:
            yield self
        finally:
            self._quietly("wineserver", "-k")

    def _quietly(self, name: str, argument: str) -> None:
        null = subprocess.DEVNULL
        words = [shutil.which(name) or name, argument]
        subprocess.run(words, env=self.environment, stdin=null, stdout=null, stderr=null, check=False, timeout=200)

    def run(
        self, *arguments: str, folder: Path, seconds: float = 250, **more: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Run ``python ARGUMENTS`` in `folder` and wait for its end, for at most `seconds` of wall time."""
        return self._finish(self.start(*arguments, folder=folder, **more), seconds)

    def grader(self, *arguments: str, folder: Path, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
        """Run ``grader ARGUMENTS``; what it prints has `encoding`, as a console's code page does."""
        return self._finish(self.start_grader(*arguments, folder=folder, PYTHONIOENCODING=encoding), 250)

    def start_grader(self, *arguments: str, folder: Path, **more: str) -> subprocess.Popen[bytes]:
        """Start ``grader ARGUMENTS``, with a clock that Wine has."""
        return self.start("-m", "tests.windows.cpu_clock", *arguments, folder=folder, **more)

    def shell(self, command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
        """Run a command line by the system's own shell."""
        return self._finish(self._start(["cmd", "/c", command], folder, {}), 60)

    def start(self, *arguments: str, folder: Path, **more: str) -> subprocess.Popen[bytes]:
        """Start ``python ARGUMENTS`` in `folder`, with `more` environment variables."""
        return self._start([str(self._python), *arguments], folder, more)

    def _start(self, words: Sequence[str], folder: Path, more: dict[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [shutil.which("wine") or "wine", *words],
            cwd=folder,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    @staticmethod
    def _finish(process: subprocess.Popen[bytes], seconds: float) -> subprocess.CompletedProcess[bytes]:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, output)

    def probes(self) -> list[int]:
        """Return the processes of students' code that are running, as Linux sees them."""
        agent = str(ROOT / "grader" / "sandbox" / "inside" / "agent.py").replace("/", "\\").encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                text = path.read_bytes()
            except OSError:
                continue
            if agent in text:
                found.append(int(path.parent.name))
        return found


def seconds_used(pid: int) -> float:
    """Return the CPU seconds of a process, as Linux tells them; 0 of one that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
