"""A virtual environment per tool, made once with pip and kept; without its folder it is made anew."""

from __future__ import annotations

import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

READY = "installed.txt"
"""Written last into an environment, with the tool's version: without it the environment is made again."""
PATIENCE = 600
MAX_REASON = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool that is installed."""

    name: str
    version: str
    programs: Path
    """The folder of its environment's programs."""


class Missing(Exception):
    """A tool cannot be installed here."""


def installed(name: str, cache: Path) -> Tool:
    """Return the tool `name`, installed below `cache` unless it is there; raises Missing where that fails."""
    place = cache / name
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    ready = place / READY
    if not ready.exists():
        try:
            version = _made(name, place, programs)
        except (OSError, subprocess.SubprocessError) as error:
            raise Missing(f"{name}: not installed, its rows are left out ({_reason(error)})") from error
        # Nothing in there is part of the project.
        (cache / ".gitignore").write_text("*\n", encoding="utf-8")
        ready.write_text(version, encoding="utf-8")
    return Tool(name=name, version=ready.read_text(encoding="utf-8"), programs=programs)


def _made(name: str, place: Path, programs: Path) -> str:
    venv.create(place, clear=True, with_pip=True, symlinks=sys.platform != "win32")
    python = programs / "python"
    _said([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name])
    return _said([python, "-c", f"import importlib.metadata as m; print(m.version({name!r}))"]).strip()


def _said(command: list[str | Path]) -> str:
    done = subprocess.run(  # noqa: S603 - pip and python of an environment made here
        command, check=True, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )
    return done.stdout


def _reason(error: Exception) -> str:
    lines = str(getattr(error, "stderr", None) or error).strip().splitlines()
    return lines[-1][:MAX_REASON] if lines else type(error).__name__
