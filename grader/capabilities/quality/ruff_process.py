"""
Runs ruff on one source text.

The text is data on standard input: nothing of it is run, and nothing in it chooses what ruff does. ruff reads no
configuration, neither a student's nor an instructor's, and works in an empty folder.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO, NamedTuple

from grader.model.reason import reason
from grader.text.reasons import said


class NotRated(Exception):
    """The findings of a submission are not known, so a person rates it."""

    def __init__(self, code: str, **values: str | int) -> None:
        """Say why, for the student and that person."""
        self.why = reason(code, **values)
        super().__init__(said((self.why,)))


NOT_PYTHON = "not_python"


CPU_SECONDS = 10
"""A file of 256 KiB that is made to be slow needs 3, an ordinary one 0.01."""
WALL_SECONDS = 60
MEMORY = 2 << 30
"""Bytes; the same file needs 300 MiB at most."""
MAX_OUTPUT = 2 * 1024 * 1024
"""Bytes of findings, some 5,000 of them."""
FILE_NAME = "submission.py"
"""The name that ruff gets: what it finds must not depend on the name of the file."""


class RuffFinding(NamedTuple):
    """What ruff reports."""

    code: str
    row: int
    """From 1."""
    column: int
    """Characters from 1, where it begins."""
    end: int
    """Where it ends; equal to `column` if it does not end in the same row."""


@functools.cache
def ruff_version() -> str:
    """Return the version of the installed ruff, empty if there is none."""
    try:
        return importlib.metadata.version("ruff")
    except importlib.metadata.PackageNotFoundError:
        return ""


def run_ruff(text: str, options: Sequence[str]) -> list[RuffFinding]:
    """Return what ruff finds in `text`, in the order of the lines; NotRated if that cannot be known."""
    try:
        lines = _output(text, options)
        return [_finding(line) for line in lines]
    except OSError as error:
        raise NotRated("ruff_not_run", problem=str(error.strerror)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise NotRated("ruff_unknown") from error


def _output(text: str, options: Sequence[str]) -> list[bytes]:
    with (
        tempfile.TemporaryDirectory(prefix="grader-") as folder,
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as output,
    ):
        source.write(text.encode("utf-8", "replace"))  # notebooks may hold lone surrogates
        source.seek(0)
        code = _run(_command(options), folder, source, output)
        if os.fstat(output.fileno()).st_size >= MAX_OUTPUT:
            raise NotRated("too_many_findings")
        if code not in {0, 1}:
            raise NotRated("ruff_signal" if code < 0 else "ruff_code", status=abs(code))
        output.seek(0)
        return output.readlines()


def _command(options: Sequence[str]) -> list[str]:
    try:
        from ruff import find_ruff_bin

        program = find_ruff_bin()
    except (ImportError, FileNotFoundError) as error:
        raise NotRated("ruff_missing") from error
    fixed = ["check", "--isolated", "--no-cache", "--ignore-noqa", "--quiet", "--output-format", "json-lines"]
    return [program, *fixed, "--stdin-filename", FILE_NAME, *options, "-"]


def _run(command: list[str], folder: str, source: IO[bytes], output: IO[bytes]) -> int:
    # Threads would not make one file faster. HOME and the like are left out: no configuration is found there.
    surroundings = {"RAYON_NUM_THREADS": "1"}
    if sys.platform == "win32":
        surroundings["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    process = subprocess.Popen(  # noqa: S603 - our own program with our own options
        command,
        stdin=source,
        stdout=output,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=surroundings,
        start_new_session=True,
    )
    try:
        _limit(process.pid)
        return process.wait(WALL_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise NotRated("ruff_too_slow") from error
    finally:
        _kill(process)


def _limit(pid: int) -> None:
    if sys.platform == "linux":
        import resource

        # It may have ended already.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
            resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        if sys.platform == "win32":
            process.kill()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _finding(line: bytes) -> RuffFinding:
    found = json.loads(line)
    start, end = found["location"], found["end_location"]
    return RuffFinding(
        code=found["code"] or "",
        row=start["row"],
        column=start["column"],
        end=end["column"] if end["row"] == start["row"] else start["column"],
    )
