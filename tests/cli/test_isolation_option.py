"""A refusal ends with the option that goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from grader.model.isolation import Level
from grader.text.isolation_text import isolation_sentence
from tests.batch.sources import BROKEN, write_class
from tests.fixture_folders import ROOT, SLOW
from tests.sandbox.isolations import LEVELS

ANOTHER_MACHINE = """
# Loaded by Python at its start: makes this machine one that offers less.
from grader.sandbox.launching import launcher
from tests.sandbox.isolations import LEVELS
from grader.model.isolation import Level

class Less:
    def __init__(self, allow=(), python=None):
        self.real, self.isolation = MAKE(), LEVELS[Level.PARTIAL]

    def __getattr__(self, name):
        return getattr(self.real, name)

MAKE, launcher.launcher = launcher.launcher, Less
from grader.batch import worker
worker.launcher = Less
"""


@SLOW
def test_a_refused_class_is_graded_with_the_option_that_the_last_line_names(tmp_path: Path) -> None:
    """With real processes."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(ANOTHER_MACHINE, encoding="utf-8")
    write_class(tmp_path / "it's a class", {"ada": BROKEN})
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]), "CI": "true"}
    command = [sys.executable, "-m", "grader", "batch", "it's a class", "--out", "out"]

    refused = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    _, _, option = refused.stderr.splitlines()[-1].rpartition(" add ")
    again = [*command, *option.split()]
    ended = subprocess.run(again, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert (4, "") == (refused.returncode, refused.stdout)
    assert option == "--require-isolation partial"
    assert 0 == ended.returncode, ended.stderr
    assert "1 graded" in ended.stdout
    assert isolation_sentence(LEVELS[Level.PARTIAL]) in (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
