"""The command line explains itself, and its help is fast."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader.cli import export, setup
from grader.cli.command_groups import COMMANDS
from grader.platforms.installation.repository import PLATFORMS as COURSE_PLATFORMS
from grader.platforms.feedback_zip import PLATFORMS as FEEDBACK_NAMES
from grader.platforms.gradebooks.new_gradebook import FORMS
from grader.platforms.registry import PLATFORM_FILES
from grader.intake.layouts import LAYOUT_NAMES
from grader.model.person_match import KINDS_BY_LAYOUT
from grader.version import __version__
from tests.cli.commands import Run

HEAVY = {
    "dulwich",
    "pytest",
    "_pytest",
    "hypothesis",
    "pydantic",
    "rich",
    "yaml",
    "multiprocessing",
    "concurrent",
    "subprocess",
}
ALL = [[name] for name in COMMANDS] + [["rubric", name] for name in ("check", "show", "schema")]


def test_help_lists_the_commands(run: Run) -> None:
    """Each with a line that says what it is for, and the exit statuses."""
    ended = run("--help")

    assert (0, "") == (ended.code, ended.err)
    for name in COMMANDS:
        assert f"\n  {name}  " in ended.out
    assert "Exit status: 0 all well, 1 points lost, 2 bad input, 3 internal error" in " ".join(ended.out.split())


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_command_has_help(command: list[str], run: Run) -> None:
    """`-h` and `--help` say the same, begin with the usage, and explain every option."""
    ended = run(*command, "--help")

    assert (0, "") == (ended.code, ended.err)
    assert ended.out.startswith(f"Usage: grader {' '.join(command)} ")
    assert ended.out == run(*command, "-h").out


def test_the_help_of_batch_names_every_layout(run: Run) -> None:
    """`--from` takes these."""
    text = " ".join(run("batch", "--help").out.replace("-\n", "-").split())

    assert [name for name in LAYOUT_NAMES if name not in text] == []


def test_the_options_take_what_there_is_and_no_more() -> None:
    """The commands have lists of their own, so that their help loads nothing."""
    (platform,) = (option for option in export.command.params if option.name == "platform")
    assert isinstance(platform.type, click.Choice)

    assert set(PLATFORM_FILES) == set(export.TO_FILL)
    assert set(FORMS) == set(export.NEW)
    assert set(FEEDBACK_NAMES) == set(platform.type.choices)
    assert set(COURSE_PLATFORMS) == set(setup.PLATFORMS)
    assert set(KINDS_BY_LAYOUT) < set(LAYOUT_NAMES)


def test_the_version_is_told(run: Run) -> None:
    """`--version` names the program and its version."""
    assert f"grader, version {__version__}\n" == run("--version").out


@pytest.mark.parametrize("command", [[], *ALL], ids=" ".join)
def test_help_loads_nothing_heavy(command: list[str], tmp_path: Path) -> None:
    """What takes long to import is imported when it is used."""
    program = (
        "import sys, json\nfrom grader.cli import main\n"
        f"sys.argv = {['grader', *command, '--help']!r}\n"
        "try:\n    main()\nexcept SystemExit as end:\n    print(json.dumps([end.code, sorted(sys.modules)]))\n"
    )
    # Not this interpreter: it has all of them loaded already.
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True)
    code, modules = json.loads(ended.stdout.splitlines()[-1])

    assert 0 == code
    assert set() == HEAVY & {name.partition(".")[0] for name in modules}
