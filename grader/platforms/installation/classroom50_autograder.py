"""
Grades a submission on Classroom 50. `grader setup classroom50` wrote this file and those beside it.

The runner starts it in the folder of the student's files. It writes ``result.json`` there, and ``release-body.md``, the
report that students read. It exits 0 if the submission was graded, whatever its points. Any other status means that
this platform could not grade it, and costs no points.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BUNDLE = Path(os.environ.get("CLASSROOM50_BUNDLE_DIR") or Path(__file__).parent).resolve()
RESULT = "result.json"
REPORT = "release-body.md"
MOST_REPORT = 100_000
"""Characters: GitHub refuses a release with more than 125,000."""
LIMIT_MINUTES = "@MINUTES@"
LEVEL = "@LEVEL@"
"""How well students' code must be isolated: see `grader doctor`."""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="grader-") as scratch:
        folder = Path(scratch) / "grader"
        install = [sys.executable, "-I", str(BUNDLE / "install.py"), str(folder)]
        status = subprocess.run(install, check=False).returncode  # noqa: S603 - our own script
        if status:
            return status
        command = [
            *(str(folder / "bin" / "grader"), "check", ".", "--rubric", str(BUNDLE / "rubric" / "rubric.yaml")),
            *("--format", "classroom50", "--require-isolation", LEVEL, "--out", str(Path(scratch) / "report")),
        ]
        try:
            done = subprocess.run(  # noqa: S603 - the grader, with our own arguments
                command, stdout=subprocess.PIPE, timeout=60 * int(LIMIT_MINUTES), check=False
            )
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"not graded: it took more than {60 * int(LIMIT_MINUTES)} seconds\n")
            return 1
        report = Path(scratch) / "report" / "report.md"
        text = report.read_text(encoding="utf-8")[:MOST_REPORT] if report.is_file() else ""
    return _keep(done.stdout, text, done.returncode)


def _keep(output: bytes, report: str, status: int) -> int:
    """Write the result, if there is one, and the report."""
    try:
        # With another status it says that nothing was graded, in the only words that the format has: 0 of 0 points.
        graded = status == 0 and isinstance(json.loads(output), dict)
    except ValueError:
        graded = False
    if not graded:
        sys.stderr.write(f"not graded: the grader ended with exit status {status} and no result\n")
        return status or 1
    if report:
        _replace(REPORT, report.encode())
    _replace(RESULT, output)
    return 0


def _replace(path: str, content: bytes) -> None:
    """Write a file in place of anything that a student may have put there."""
    handle, name = tempfile.mkstemp(dir=".")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(name).chmod(0o644)  # the runner may go on as another user
    if Path(path).is_dir() and not Path(path).is_symlink():
        shutil.rmtree(path)
    Path(name).replace(path)


if __name__ == "__main__":
    sys.exit(main())
