"""The command line explains itself, and its help is fast."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.command_line import COMMANDS
from grader.platforms.registry import DOWNLOADS, FEEDBACK, GRADEBOOKS, REPORTS, SETUPS
from grader.version import __version__
from tests.cli.commands import Run

HEAVY = {
    "dulwich",
    "pytest",
    "_pytest",
    "hypothesis",
    "rich",
    "yaml",
    "multiprocessing",
    "concurrent",
    "subprocess",
}
ALL = [[name] for name in COMMANDS] + [["rubric", name] for name in ("check", "show", "schema")]
ALL += [["marks", name] for name in ("show", "undo", "give")]


def test_help_lists_the_commands(run: Run) -> None:
    """Each with a line that says what it is for, and the exit statuses."""
    ended = run("--help")

    assert (0, "") == (ended.code, ended.err)
    for name in COMMANDS:
        assert f"\n  {name}  " in ended.out
    assert "Exit status: 0 all well, 1 points lost, 2 bad input, 3 internal error" in " ".join(ended.out.split())


def test_without_a_command_the_help_is_shown_in_lines(run: Run) -> None:
    """Also where standard error is no terminal."""
    ended = run()

    assert (2, "") == (ended.code, ended.out)
    assert "\n  check  " in ended.err


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_command_has_help(command: list[str], run: Run) -> None:
    """`-h` and `--help` say the same, begin with the usage, and explain every option."""
    ended = run(*command, "--help")

    assert (0, "") == (ended.code, ended.err)
    assert ended.out.startswith(f"Usage: grader {' '.join(command)} ")
    assert ended.out == run(*command, "-h").out


TAKEN = {
    "batch": [*(one.name for one in DOWNLOADS), "plain"],
    "export": [*GRADEBOOKS, "feedback-zip", *FEEDBACK],
    "setup": [*SETUPS],
    "check": [*REPORTS],
}


@pytest.mark.parametrize("command", TAKEN)
def test_the_help_names_every_platform_with_such_a_part(command: str, run: Run) -> None:
    """The options take these names, as they stand in the list of platforms."""
    text = "".join(run(command, "--help").out.split())

    assert [name for name in TAKEN[command] if name not in text] == []


def test_the_version_is_told(run: Run) -> None:
    """`--version` names the program and its version."""
    assert f"grader, version {__version__}\n" == run("--version").out


@pytest.mark.parametrize("command", [[], ["check"]], ids=" ".join)
def test_what_students_ask_first_loads_nothing_heavy(command: list[str], tmp_path: Path) -> None:
    """The list of commands imports none of them, and `check` imports what takes long when it is used."""
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
