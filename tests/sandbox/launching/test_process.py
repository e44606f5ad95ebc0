"""A process of a submission, seen from outside."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.sandbox.launching.process import paused


def state_of(process: subprocess.Popen[bytes]) -> str:
    """Return the letter that Linux shows of a process: T if it is stopped."""
    return Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(") ")[2][0]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_paused_process_rests_and_goes_on() -> None:
    """It computes nothing while its loop is looked for in another process."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            with paused(process.pid):
                until = time.monotonic() + 10
                while state_of(process) != "T" and time.monotonic() < until:
                    time.sleep(0.01)
                within = state_of(process)
            until = time.monotonic() + 10
            while state_of(process) == "T" and time.monotonic() < until:
                time.sleep(0.01)

            assert (within, state_of(process) == "T") == ("T", False)
        finally:
            process.kill()
