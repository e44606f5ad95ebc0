"""The package as a user has it: a compiled copy, which edits during a benchmark do not change."""

from __future__ import annotations

import compileall
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]


def as_installed(place: Path, checkout: Path = ROOT) -> dict[str, str]:
    """
    Copy the grader of `checkout` into `place` unless a copy is there; return the environment with which it is imported.

    The benchmarks come from this checkout, so that the same program measures every grader.
    """
    copy = place / "installed"
    if not copy.exists():
        for package in (checkout / "grader", ROOT / "benchmarks"):
            shutil.copytree(package, copy / package.name, ignore=shutil.ignore_patterns("__pycache__", ".peers"))
        shutil.copy(checkout / "rubric.yaml", copy)
        # As pip does. The agent never writes bytecode, so without this each start would compile its modules.
        compileall.compile_dir(copy, quiet=2, workers=1)
    return {"PYTHONPATH": str(copy)}
