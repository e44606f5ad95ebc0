"""A download, in memory; it can be written as the folder or as the zip that the instructor has."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TIME = (2026, 9, 2, 8, 0, 0)
RIGHT = "def winner(board):\n    return None\n"
"""What a student's file may hold where nobody reads it."""
NOTEBOOK = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n'
HTML = "<html><body><p>def winner(board):</p></body></html>\n"


@dataclass(frozen=True, kw_only=True)
class Download:
    """The files of a download."""

    layout: str
    """Its name after ``--from``."""
    root: str
    """What the platform calls the zip, or the folder in it."""
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    """From the path to what is in it."""
    folders: tuple[str, ...] = ()
    """Folders with nothing in them."""

    def write(self, into: Path) -> Path:
        """Write the folder into `into` and return it."""
        root = into / self.root
        root.mkdir(parents=True)
        for folder in self.folders:
            (root / folder).mkdir(parents=True)
        for path, content in self.files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(as_bytes(content))
        return root

    def write_zip(self, path: Path, prefix: str = "") -> Path:
        """Write all as one zip, each name with `prefix` before it, and return its path."""
        content = {f"{prefix}{name}": content for name, content in self.files.items()}
        path.write_bytes(zipped({**{f"{prefix}{folder}/": "" for folder in self.folders}, **content}))
        return path


def as_bytes(content: str | bytes) -> bytes:
    """Return text as UTF-8."""
    return content.encode() if isinstance(content, str) else content


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip with `files`, the same bytes each time."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, as_bytes(content))
    return memory.getvalue()
