"""The folder that runs with the student: self-contained, and never imported by the grader."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.fixture_folders import SLOW
from tests.sandbox.sandbox_helpers import INSIDE

ROOT = INSIDE.parents[2]

GRADING = """
import sys
from benchmarks.warm import main

main("reference/tictactoe.py")
loaded = [file for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))]
print(*loaded, sep="\\n")
"""
"""Grades a submission in this process, as a marker does, and prints the files of all modules that are loaded then."""


def imported(file: Path) -> set[str]:
    """Return the top-level modules that `file` imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            # A relative import stays inside the folder, or fails when the agent starts.
            found.add(str(node.module).partition(".")[0])
    return found


def test_it_imports_the_standard_library_and_its_own_folder_only() -> None:
    """No module of the grader, no installed package and no model answer is within a student's reach."""
    foreign = {str(file): imported(file) - set(sys.stdlib_module_names) for file in INSIDE.rglob("*.py")}

    assert {} == {file: names for file, names in foreign.items() if names}


@SLOW
def test_grading_loads_none_of_it() -> None:
    """After a submission was graded with full marks, no module of the folder is loaded in the marker's process."""
    done = subprocess.run([sys.executable, "-c", GRADING], capture_output=True, text=True, check=False, cwd=ROOT)
    loaded = {Path(line) for line in done.stdout.splitlines()}

    assert done.returncode == 0, done.stderr
    assert {ROOT / "grader/marking/mark.py", ROOT / "grader/sandbox/student.py"} <= loaded
    assert not [file for file in loaded if file.is_relative_to(INSIDE)]
