"""
Searches a text for the regular expressions of an instructor, in a process that is killed if it takes too long.

Some expressions take hours on some texts, and nothing can interrupt Python's own search from outside.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SCRIPT = Path(__file__).parent / "search_process.py"
CPU_SECONDS = 2
"""For all expressions together; an ordinary one takes a few thousandths."""
WALL_SECONDS = 30
"""Where the system has no limit on CPU time, and on a machine that has no time for us."""


def search_patterns(patterns: Sequence[str], text: str) -> list[bool | None]:
    """Return for each pattern whether it is found in `text`; None if that took too long, or was not reached then."""
    request = json.dumps({"patterns": list(patterns), "text": text, "cpu_seconds": CPU_SECONDS}).encode()
    try:
        # The interpreter that runs us, a script of ours, and nothing of a student's on the command line.
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-I", "-S", str(SCRIPT)],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=WALL_SECONDS,
            check=False,
        )
        answer = done.stdout
    except subprocess.TimeoutExpired as expired:
        answer = expired.stdout or b""
    except OSError:  # no process could be started
        answer = b""
    found: list[bool | None] = [line == b"1" for line in answer.split()]
    return [*found, *[None] * (len(patterns) - len(found))]
