"""Keeps the machine busy, to show that a result does not depend on it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """
    Keep `count` processes busy inside the `with` block.

    Each has a session of its own, as a probe has: some kernels share the time among sessions first.
    """
    program = [sys.executable, "-S", "-c", "while True: pass"]
    running = [subprocess.Popen(program, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()
