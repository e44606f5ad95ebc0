"""`python -m grader`: the same as the command `grader`."""

from __future__ import annotations

import sys
from pathlib import Path

# `-m` puts the working directory first: a student's json.py lying there must not become ours.
_here = str(Path(__file__).resolve().parent.parent)
sys.path[:] = [place for place in sys.path if place and Path(place).resolve() != Path.cwd()]
if _here not in sys.path:
    sys.path.append(_here)

if __name__ == "__main__":
    from grader.cli import main

    main()
