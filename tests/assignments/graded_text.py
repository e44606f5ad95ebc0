"""Reading the result of a graded source text, and running the commands that it prints."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict

GOT, EXPECTED = "Got: ", "   Expected: "

GradeText = Callable[[str], Result]


def checks_of(result: Result) -> dict[str, CheckResult]:
    """Return the result's checks by id."""
    return {check.id: check for item in result.criteria for check in item.checks}


def lost(result: Result, *functions: str) -> dict[str, Verdict]:
    """Return what was lost, of `functions` only."""
    return {
        check.id: check.verdict
        for check in checks_of(result).values()
        if check.verdict is not Verdict.PASS and check.id.partition(".")[0] in functions
    }


def run(command: str | None, folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run a printed command as a person would paste it, beside the file."""
    assert command is not None
    shell = shutil.which("bash") or shutil.which("sh")
    assert shell is not None
    (folder / "tictactoe.py").write_text(source, encoding="utf-8")
    return subprocess.run(
        [shell, "-c", re.sub(r"^python ", f"'{sys.executable}' -B ", command)],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def printed_answer(output: str) -> str:
    """Return the value that a command printed: what stands beside what is expected, or else the last line."""
    printed = output.rstrip("\n")
    got, beside, expected = printed.rpartition(EXPECTED)
    return got.rpartition(GOT)[2] if beside and "\n" not in expected else printed.rpartition("\n")[2]
