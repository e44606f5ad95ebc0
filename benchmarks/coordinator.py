"""
``python -m benchmarks.coordinator REPORT ARGUMENTS...`` runs the command line and measures the memory of its process.

The peak in MiB is written to REPORT. From outside it cannot be distinguished from the memory of the workers.
"""

from __future__ import annotations

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_mib() -> float | None:
    """Return the peak memory of this process in MiB, None on systems other than Linux (VmHWM of man 5 proc)."""
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
