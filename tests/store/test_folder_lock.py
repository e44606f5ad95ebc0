"""One run at a time writes into a folder of reports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.store.safe_files import only_run_in
from tests.fixture_folders import ROOT

HOLD = """
import sys
from pathlib import Path
from grader.store.safe_files import only_run_in
with only_run_in(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_refused_until_the_first_one_is_dead(tmp_path: Path) -> None:
    """Also if it was killed; no file is left by a run that has ended."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        with pytest.raises(UserError, match="another run of grader is writing there"), only_run_in(tmp_path):
            pass
        first.kill()
        first.wait()

    for _ in range(2):
        with only_run_in(tmp_path), pytest.raises(UserError), only_run_in(tmp_path):
            pass
    assert [] == list(tmp_path.iterdir())
