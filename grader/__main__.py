"""`python -m grader`: the same as the command `grader`."""

from __future__ import annotations

import os
import sys


def _working_directory() -> str | None:
    try:
        return os.path.realpath(os.getcwd())  # noqa: PTH109 - pathlib would be imported from the folder that is not trusted
    except FileNotFoundError:
        return None


# `-m` puts the working directory first on the path. The grader must not import a student's json.py from there.
_cwd = _working_directory()
_here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - the same
sys.path[:] = [entry for entry in sys.path if entry and os.path.realpath(entry) != _cwd]
if _here not in sys.path:
    sys.path.append(_here)

if __name__ == "__main__":
    from grader.cli import main

    main()
