"""The package as a user has it: a compiled copy, which edits during a benchmark do not change."""

from __future__ import annotations

import compileall
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("grader", "benchmarks")


def as_installed(place: Path) -> dict[str, str]:
    """Copy the package into `place` unless a copy is there; return the environment with which Python imports it."""
    copy = place / "installed"
    if not copy.exists():
        for name in PACKAGES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".peers"))
        shutil.copy(ROOT / "rubric.yaml", copy)
        # As pip does. The agent never writes bytecode, so without this each start would compile its modules.
        compileall.compile_dir(copy, quiet=2, workers=1)
    return {"PYTHONPATH": str(copy)}
