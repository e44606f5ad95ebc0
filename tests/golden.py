"""Golden files, which `GRADER_REWRITE_GOLDEN=1` writes again."""

from __future__ import annotations

import os
from pathlib import Path


def kept_in(path: Path, found: bytes) -> bytes:
    """Return the bytes of a golden file; if the environment asks for it, these are `found` from now on."""
    if os.environ.get("GRADER_REWRITE_GOLDEN"):  # pragma: no cover - a person's tool
        path.write_bytes(found)
    return path.read_bytes()
