"""How a student runs the commands that repeat wrong answers."""

from __future__ import annotations

from grader.model.result import Result

COMMAND_START = 'python -c "'
"""The start of each command for a terminal; any other text is a cell for the notebook that was handed in."""
PYTHON_NAMES = "In a command, python may have to be python3 (macOS, Linux) or py (Windows)."


def reproduction_heading(reproduce: str, *, hangs: bool = False) -> str:
    """Return what stands above one command, without punctuation; one that `hangs` comes with a warning."""
    if reproduce.startswith(COMMAND_START):
        return f"Reproduce it: run this in your file's folder{' (it hangs: stop it with Ctrl-C)' if hangs else ''}"
    place = "in a new cell of your notebook, below the others"
    return f"Reproduce it: run this {place}{' (it hangs: interrupt the kernel)' if hangs else ''}"


def python_names(result: Result) -> str:
    """Return what is said once of all commands in a report; empty if there are none."""
    commands = (check.reproduce or "" for item in result.criteria for check in item.checks)
    return PYTHON_NAMES if any(command.startswith(COMMAND_START) for command in commands) else ""
