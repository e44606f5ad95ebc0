"""The Python that runs students' code: the grader's own, or another installed one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from msgspec import Struct

from grader.errors import UserError
from grader.model.sanitize import sanitize, shown_path

OLDEST = (3, 10)
"""The oldest version that can run the code inside the sandbox."""
PACKAGE_PATHS = ("purelib", "platlib")
ASK = f"""
import json, sys, sysconfig
folders = sorted({{sysconfig.get_path(name) for name in {PACKAGE_PATHS}}})
print(json.dumps([sys.implementation.name, *sys.version_info[:2], sys.executable, folders]))
"""
ANSWER_SECONDS = 30
"""Wall seconds; a Python answers within a tenth of a second."""


class Interpreter(Struct, frozen=True, kw_only=True):
    """A Python that can run students' code."""

    path: str
    version: tuple[int, int]
    package_folders: tuple[str, ...]


OWN = Interpreter(
    path=sys.executable,
    version=sys.version_info[:2],
    package_folders=tuple(sorted({sysconfig.get_path(name) for name in PACKAGE_PATHS})),
)


def interpreter_at(given: Path) -> Interpreter:
    """Return the Python at the path `given`, or of this name on PATH (UserError if it cannot run students' code)."""
    shown = shown_path(given)
    try:
        name, major, minor, path, folders = json.loads(_answer(given, shown))
        found = Interpreter(path=path, version=(major, minor), package_folders=tuple(folders))
    except (ValueError, TypeError):
        raise UserError(f"{shown}: not a Python; name one that is installed, such as /usr/bin/python3.12") from None
    version = f"{major}.{minor}"
    if name != "cpython":
        raise UserError(f"{shown}: {sanitize(str(name))} {version}; name a CPython, which the sandbox is made for")
    if found.version < OLDEST:
        raise UserError(f"{shown}: Python {version}; students' code is run by Python 3.10 or newer")
    return found


def _answer(given: Path, shown: str) -> bytes:
    program = str(given) if len(given.parts) > 1 else shutil.which(given) or str(given.absolute())
    if given.suffix == ".py":  # perhaps a student's, which must not run here
        return b""
    try:
        asked = subprocess.run(  # noqa: S603 - the program that the user names
            [program, "-I", "-c", ASK],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ANSWER_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        reason = sanitize(getattr(error, "strerror", None) or "it does not answer")
        raise UserError(f"{shown}: cannot be run ({reason}); name an installed Python") from None
    return asked.stdout if asked.returncode == 0 else b""
