"""A virtual environment per tool, made once with pip and kept; delete its folder to make it again."""

from __future__ import annotations

import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

VERSION_FILE = "installed.txt"
"""The last file written into an environment, with the tool's version; without it the environment is incomplete."""
TIMEOUT = 600
"""Seconds for pip to install a tool."""
MAX_REASON = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool that is installed."""

    name: str
    version: str
    programs: Path
    """The folder with the programs of its environment."""


class NotInstallable(Exception):
    """A tool cannot be installed here."""


def installed(name: str, cache: Path) -> Tool:
    """Return the tool `name`, installing it below `cache` if it is not there (NotInstallable if that fails)."""
    place = cache / name
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    ready = place / VERSION_FILE
    if not ready.exists():
        try:
            version = _make_environment(name, place, programs)
        except (OSError, subprocess.SubprocessError) as error:
            raise NotInstallable(f"{name}: not installed, its rows are left out ({_reason(error)})") from error
        # The environments are not part of the project.
        (cache / ".gitignore").write_text("*\n", encoding="utf-8")
        ready.write_text(version, encoding="utf-8")
    return Tool(name=name, version=ready.read_text(encoding="utf-8"), programs=programs)


def _make_environment(name: str, place: Path, programs: Path) -> str:
    venv.create(place, clear=True, with_pip=True, symlinks=sys.platform != "win32")
    python = programs / "python"
    _output_of([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name])
    return _output_of([python, "-c", f"import importlib.metadata as m; print(m.version({name!r}))"]).strip()


def _output_of(command: list[str | Path]) -> str:
    done = subprocess.run(  # noqa: S603 - pip and python of an environment made here
        command, check=True, capture_output=True, text=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL
    )
    return done.stdout


def _reason(error: Exception) -> str:
    lines = str(getattr(error, "stderr", None) or error).strip().splitlines()
    return lines[-1][:MAX_REASON] if lines else type(error).__name__
