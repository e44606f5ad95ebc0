"""Gradescope's zip file as a whole: unpacked, set up without a network, and run on a submission."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UserError
from grader.model.isolation import Level
from grader.platforms.gradescope import AUTOGRADER_ZIP, course_files
from grader.platforms.installation.bundle import Order, Target, own_wheel, pip_download
from tests.fixture_folders import EVERY, ROOT

pytestmark = [
    pytest.mark.skipif(EVERY not in os.environ, reason="takes ten seconds of CPU: pip, twice, and a grading"),
    pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux"),
]
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


FORGER = """\
import os
seen = []
def attempt(act, *given):
    try:
        act(*given)
    except PermissionError:
        return
    seen.append(act.__name__)
attempt(open, "{root}/results/results.json", "w")
attempt(open, "{root}/source/rubric/rubric.yaml")
attempt(open, "/etc/passwd")
attempt(os.listdir, "{root}")
attempt(os.kill, 1, 9)
attempt(os.system, "echo 1 >{root}/results/results.json")
attempt(os.setuid, 0)
attempt(os.chroot, "/")
raise RuntimeError("possible: " + " ".join(seen))
"""


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder like /autograder, after ``setup.sh`` has run there with an index that does not exist."""
    order = Order(
        rubric=(ROOT / "rubric.yaml").read_bytes(),
        level=Level.FULL,
        targets=(Target(HERE, platform.machine()),),
        own=own_wheel(),
        submission_seconds=300,
    )
    try:
        made = course_files(order, pip_download)
    except UserError as error:
        pytest.skip(f"no package index in reach: {error}")
    root = tmp_path_factory.mktemp("gradescope") / "autograder"
    (root / "submission").mkdir(parents=True)
    (root / AUTOGRADER_ZIP).write_bytes(made.files[AUTOGRADER_ZIP])
    with zipfile.ZipFile(root / AUTOGRADER_ZIP) as archive:
        archive.extractall(root / "source")
    shutil.copy(root / "source" / "run_autograder", root)
    shown = run(root, root / "source" / "setup.sh")
    assert "Isolation: full" in shown
    return root


def run(root: Path, program: Path) -> str:
    """Run one of the two programs, in a container if this is root, and return what it printed."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = [f"AUTOGRADER_ROOT={root}", f"PATH={path}", "PIP_INDEX_URL=http://127.0.0.1:9/"]
    command = ["env", *variables, "bash", str(program)]
    if os.geteuid() == 0 and platform.machine() == "x86_64":
        command = [sys.executable, "-m", "tests.containers.docker_like", "--", *command]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def result(root: Path) -> dict[str, Any]:
    """Return what Gradescope would read after a submission."""
    run(root, root / "run_autograder")
    read: dict[str, Any] = json.loads((root / "results" / "results.json").read_bytes())
    return read


def test_it_grades_in_a_container_and_a_submission_it_cannot_read_gets_no_score(autograder: Path) -> None:
    """The reference, and then a folder without Python."""
    submission = autograder / "submission" / "tictactoe.py"
    shutil.copy(ROOT / "reference" / "tictactoe.py", submission)
    graded = result(autograder)
    assert graded["score"] == sum(test.get("score", 0) for test in graded["tests"])
    assert graded["score"] >= 95
    assert "Isolation: full" in graded["output"]
    submission.rename(submission.with_name("tictactoe.txt"))
    refused = result(autograder)
    assert "score" not in refused
    assert not any("score" in test for test in refused["tests"])


def test_a_submission_that_would_write_its_own_result_gets_what_it_earns(autograder: Path) -> None:
    """Its code runs beside a results.json that root may write."""
    submission = autograder / "submission" / "tictactoe.py"
    submission.write_text(FORGER.replace("{root}", str(autograder)), encoding="utf-8")
    graded = result(autograder)
    assert 0 == graded["score"]
    lines = [line for test in graded["tests"] for line in test["output"].splitlines()]
    [message] = {line for line in lines if "RuntimeError: possible:" in line}
    assert message.partition("possible: ")[2].startswith("system at ")  # its shell was never started: status -1
