"""The folder that runs with the student: small, self-contained, never imported from outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sandbox.sandbox_helpers import INSIDE

FILES = sorted(INSIDE.rglob("*.py"))


def imported(file: Path) -> set[str]:
    """Return the top-level modules that `file` imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            # A relative one stays below the folder, or fails when the agent is started.
            found.add(str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(INSIDE)) for file in FILES])
def test_it_imports_the_standard_library_and_its_own_folder_only(file: Path) -> None:
    """Nothing of ours and nothing installed is within a student's reach."""
    assert imported(file) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(INSIDE)) for file in FILES])
def test_no_file_is_longer_than_a_person_reads_at_once(file: Path) -> None:
    """250 lines at most."""
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 250


def test_it_names_no_answer() -> None:
    """Neither the table nor the checks nor the rubric are mentioned in an import of the inside."""
    names = set().union(*(imported(file) for file in FILES))

    assert not names & {"grader", "reference", "tree", "checks"}


def test_the_grader_never_imports_it() -> None:
    """After grading's own imports none of its modules is loaded, under any name."""
    code = "import sys, grader.marking.mark; "
    code += "print([m.__file__ for m in sys.modules.values() if getattr(m, '__file__', 0)])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=INSIDE.parents[2]
    )

    assert "mark.py" in done.stdout
    assert "inside" not in done.stdout
