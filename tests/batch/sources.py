"""Students' files that take a second or less to grade."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fixture_folders import ROOT

REFERENCE = (ROOT / "reference" / "tictactoe.py").read_text(encoding="utf-8")
SHORT = f"{REFERENCE}\n\ndel actions, result, minimax\n"
"""Four right functions that are checked quickly, 45 points; three functions are missing."""
BROKEN = "def player(board)\n    return X\n"
"""Cannot be imported: graded at once, 0 points."""
HANGING = "while True:\n    pass\n"
"""Uses up its CPU limit while it is imported."""
SHORT_POINTS = 45


def write_class(folder: Path, sources: dict[str, str]) -> Path:
    """Write one sub-folder per student and return `folder`."""
    for student, text in sources.items():
        (folder / student).mkdir(parents=True)
        (folder / student / "tictactoe.py").write_text(text, encoding="utf-8")
    return folder


def without_timing(data: bytes | str) -> dict[str, Any]:
    """Return a result.json without the only part that may differ between two runs."""
    whole: dict[str, Any] = json.loads(data)
    del whole["timing"]
    return whole


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> bool:
    """Return whether `holds` came true in time."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
