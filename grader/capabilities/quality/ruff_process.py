"""
Runs ruff on one source text, and finds the Python version that code needs.

The text is data on standard input: it never runs, and nothing in it changes ruff's options. ruff reads no configuration
of anybody, and works in an empty folder.

Code for a newer Python is no fault of the student. ruff knows the syntax of each version; an error in every version is
the student's own.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

from grader.model.reason import reason
from grader.model.submission import SourceFile, Submission
from grader.python_text import own_modules_used
from grader.text.reasons import said


class NotRated(Exception):
    """The findings of a submission are not known, so a person rates it."""

    def __init__(self, code: str, **values: str | int) -> None:
        self.why = reason(code, **values)
        super().__init__(said((self.why,)))


NOT_PYTHON = "not_python"


CPU_SECONDS = 10
"""A file of 256 KiB made to be slow needs 3, an ordinary one 0.01."""
WALL_SECONDS = 60
MEMORY = 2 << 30
"""Bytes; the same file needs 300 MiB at most."""
MAX_OUTPUT = 2 * 1024 * 1024
"""Bytes of findings, some 5,000 of them."""
FILE_NAME = "submission.py"
"""The name for ruff: findings must not depend on the name of the file."""


class RuffFinding(NamedTuple):
    code: str
    row: int  # counted from 1
    column: int  # characters from 1
    end: int
    """The end; equal to `column` if it lies in another row."""


@functools.cache
def ruff_version() -> str:
    try:
        return importlib.metadata.version("ruff")
    except importlib.metadata.PackageNotFoundError:
        return ""


def run_ruff(text: str, options: Sequence[str]) -> list[RuffFinding]:
    """Return the findings of ruff in `text`, in the order of the lines (NotRated if they cannot be known)."""
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
    # Threads would not make one file faster. Without HOME and the like ruff finds no configuration.
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
        process.kill()  # it starts no other; nothing happens if it has ended
        process.wait()


def _limit(pid: int) -> None:
    if sys.platform == "linux":
        import resource

        # The process may have ended already.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
            resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _finding(line: bytes) -> RuffFinding:
    found = json.loads(line)
    start, end = found["location"], found["end_location"]
    return RuffFinding(
        code=found["code"] or "",
        row=start["row"],
        column=start["column"],
        end=end["column"] if end["row"] == start["row"] else start["column"],
    )


COMPILE_ERRORS = "F404,F407,F622,F701,F702,F704,F706,F707,PLE0115,PLE0117,PLE0118,PLE1142"
"""Errors that ruff's parser accepts and no Python compiles, such as a `return` outside of a function."""
NEWEST = 15
"""The minor version of the newest Python that ruff knew when this was written."""
MAX_CELLS = 10
"""The cells of a notebook that are tried one by one, each in some processes."""

Version = tuple[int, int]


class NewerPython(NamedTuple):
    """The Python that a submission needs."""

    version: Version
    file: SourceFile
    line: int
    """The first line that an older Python cannot read, counted from 1."""


def newer_python_needed(submission: Submission, version: Version) -> NewerPython | None:
    """Return the oldest Python after `version` that reads the code of `submission`; None if none helps."""
    try:
        needs = [
            need for file in (submission.files[0], *own_modules_used(submission)) for need in _needs(file, version)
        ]
    except NotRated:  # without ruff nobody knows
        return None
    return max(needs, key=lambda need: need.version, default=None)


def _needs(file: SourceFile, version: Version) -> Iterator[NewerPython]:
    rows = _wrong_rows(file.text, version)
    lines = file.text.split("\n")
    ends = (*(start - 1 for start in file.cells[1:]), len(lines))
    # A notebook's cell that is no Python is left out, and the others run.
    parts = [
        part for part in zip(file.cells or (1,), ends, strict=True) if any(part[0] <= row <= part[1] for row in rows)
    ]
    for first, last in parts[:MAX_CELLS]:
        text = "\n".join(lines[first - 1 : last])
        wrong = _wrong_rows(text, version)
        oldest = _oldest(text, version) if wrong else None
        if oldest is not None:
            yield NewerPython(oldest, file, first - 1 + wrong[0])


def _oldest(text: str, version: Version) -> Version | None:
    major, minor = version
    for newer in range(minor + 1, NEWEST + 1):
        with contextlib.suppress(NotRated):  # a version that ruff does not know
            if not _wrong_rows(text, (major, newer)):
                return (major, newer)
    return None


def _wrong_rows(text: str, version: Version) -> list[int]:
    options = ("--target-version", f"py{version[0]}{version[1]}", "--select", COMPILE_ERRORS)
    return [one.row for one in run_ruff(text, options)]
