"""A student's own check loads what it needs and nothing that only a class or a platform needs."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.fixture_folders import ROOT, SLOW

READ_AND_SHOW = """
import json, sys
from pathlib import Path
import grader.cli.check
from grader.cli.rubric_choice import given_submission
from grader.cli.rubric_choice import chosen_rubric
given_submission(Path(sys.argv[1]), chosen_rubric("cs3081"))
print(json.dumps(sorted(sys.modules)))
"""
FOR_OTHERS = (
    "csv",
    "dulwich",
    "grader.intake.class_folder",
    "grader.intake.archives",
    "grader.intake.git.at_commit",
    "grader.intake.roster",
    "grader.platforms",
    "junitparser",
)


MOST_MODULES = 160
"""Ours that a check of a right file loads; a batch, a class and other assignments need more."""
IN_CAPABILITIES = {"capability", "registry"}
"""Modules that are loaded whatever a rubric asks for; all others of a capability wait until it does."""


def test_a_plain_check_loads_nothing_for_classes_or_platforms() -> None:
    """A class's layouts alone took as long to load as all else that reads a file."""
    file = ROOT / "reference" / "tictactoe.py"
    # Not this interpreter: it has all of them loaded already.
    command = [sys.executable, "-c", READ_AND_SHOW, str(file)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)

    assert [] == [name for name in json.loads(ended.stdout) if name.startswith(FOR_OTHERS)]


@SLOW
def test_a_check_of_a_right_file_loads_few_modules() -> None:
    """No other assignment, no search for causes, no late work: a person waits for the first line."""
    show = (
        "import sys; from grader.cli import main; sys.argv = ['grader', 'check', 'reference/tictactoe.py']\n"
        "try: main()\n"
        "except SystemExit: print('LOADED', sum(name.startswith('grader') for name in sys.modules))"
    )
    ended = subprocess.run([sys.executable, "-c", show], cwd=ROOT, capture_output=True, check=True, text=True)

    assert int(ended.stdout.rpartition("LOADED ")[2]) <= MOST_MODULES


def test_what_grades_loads_no_work_of_a_capability() -> None:
    """What judges searches, finds bad code or looks at other files is loaded for rubrics that ask for it."""
    show = "import json, sys, grader.marking.mark; print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", show], cwd=ROOT, capture_output=True, check=True)
    own = [name.split(".")[2:] for name in json.loads(ended.stdout) if name.startswith("grader.capabilities.")]

    assert {part for name, *parts in own if name != "causes" for part in parts} <= IN_CAPABILITIES
