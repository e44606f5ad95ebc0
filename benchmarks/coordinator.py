"""
``python -m benchmarks.coordinator REPORT ARGUMENTS...``: the command line itself, and how large its process grew.

Writes the MiB of this one process at its largest to REPORT, which from outside could not be told from its workers'.
"""

from __future__ import annotations

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_mib() -> float | None:
    """Return the most memory this process has held, in MiB; None where the system does not say (other than Linux)."""
    if not STATUS.exists():
        return None
    lines = dict(line.split(":", 1) for line in STATUS.read_text(encoding="ascii").splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


if __name__ == "__main__":
    from grader.cli import main

    report, sys.argv[1:] = Path(sys.argv[1]), sys.argv[2:]
    try:
        main()
    finally:
        report.write_text(str(peak_mib() or ""), encoding="ascii")
