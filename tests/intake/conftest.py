"""The fixture of the intake's tests: it writes a tree of files in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Plant = Callable[..., Path]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Return a function that writes files below a fresh folder and returns that folder."""

    def write(*paths: str, text: str = "X = 'X'\n") -> Path:
        for path in paths:
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path

    return write
