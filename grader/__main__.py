"""`python -m grader`: the same as the command `grader`."""

from __future__ import annotations

import os
import sys


def _working_directory() -> str | None:
    try:
        return os.path.realpath(os.getcwd())  # noqa: PTH109 - pathlib would be imported from the place we distrust
    except FileNotFoundError:
        return None


# `-m` puts the working directory first: a student's json.py lying there must not become ours.
_cwd = _working_directory()
_here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - the same
sys.path[:] = [place for place in sys.path if place and os.path.realpath(place) != _cwd]
if _here not in sys.path:
    sys.path.append(_here)

if __name__ == "__main__":
    from grader.cli import main

    main()
