"""Packs files into zips in one line, as honest programs do."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

CODE = b"X = 'X'\n"


def packed(*paths: str, files: Mapping[str, bytes] | None = None) -> bytes:
    """Return a zip with code at each of `paths`, and with `files`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, content in {**dict.fromkeys(paths, CODE), **(files or {})}.items():
            archive.writestr(path, content)
    return data.getvalue()


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write `files` below `folder` and return it."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder
