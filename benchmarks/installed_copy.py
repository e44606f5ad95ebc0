"""The package as a user has it: a copy with its bytecode beside it, which no edit reaches while the benchmark runs."""

from __future__ import annotations

import compileall
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("grader", "benchmarks")


def as_installed(place: Path) -> dict[str, str]:
    """Copy the package below `place` unless it is there, and return the environment that makes Python find the copy."""
    copy = place / "installed"
    if not copy.exists():
        for name in PACKAGES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".peers"))
        shutil.copy(ROOT / "rubric.yaml", copy)
        # As pip does. What runs inside the wall never writes bytecode, so without this each start would compile it.
        compileall.compile_dir(copy, quiet=2, workers=1)
    return {"PYTHONPATH": str(copy)}
