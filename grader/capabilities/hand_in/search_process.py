"""A script that reads patterns and a text from standard input, and writes a line, 1 or 0, for each pattern."""

from __future__ import annotations

import json
import re
import sys


def main() -> None:
    """Search, and write each answer at once, so that a slow pattern loses no earlier answer."""
    request = json.load(sys.stdin)
    _limit(request["cpu_seconds"])
    for pattern in request["patterns"]:
        found = re.compile(pattern, re.MULTILINE).search(request["text"])
        sys.stdout.write("0\n" if found is None else "1\n")
        sys.stdout.flush()


def _limit(cpu_seconds: int) -> None:
    try:
        import resource
    except ImportError:  # on Windows only the wall clock limits the search
        return
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
