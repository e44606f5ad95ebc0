"""What a person sees of a text that a program prints: without the codes for colours and for moving the cursor."""

from __future__ import annotations

import re

TERMINAL_CODE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*\x07?|[^\[\]])")
"""``ESC [ 92 m`` (a colour, the cursor), ``ESC ] 0 ; title BEL``, ``ESC c``."""


def as_shown(text: str) -> str:
    """Return `text` without the codes that a terminal obeys instead of showing them."""
    return TERMINAL_CODE.sub("", text)
