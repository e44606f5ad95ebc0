"""Cleaning of text that a student controls, done once, at the edge where it enters."""

from __future__ import annotations

import re
import unicodedata

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
ELLIPSIS = "…"

# Cc: control characters, Cf: bidi overrides and other invisible format characters, Cs: lone surrogates,
# Co: private use, Zl/Zp: line and paragraph separators that some terminals and browsers break lines at.
# The two joiners of category Cf reorder nothing, and names in Persian or Hindi need them.
JOINERS = "\u200c\u200d"
UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def _escaped(char: str) -> str:
    code = ord(char)
    if code <= 0xFF:  # noqa: PLR2004 - the widths of Python's own three escapes
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004


def clean(text: str, limit: int = 200, *, keep: str = "") -> str:
    """
    Return `text` safe to show in any report: visible characters only, at most `limit` of them.

    Control, bidi and surrogate characters become their Python escapes; memory addresses, which differ from
    run to run, become ``0x…``. Characters in `keep` (say, the line feed of a captured output) pass unchanged.
    """
    clipped = text[: limit + 20]
    allowed = keep + JOINERS
    shown = "".join(
        char if char in allowed or unicodedata.category(char) not in UNSAFE_CATEGORIES else _escaped(char)
        for char in clipped
    )
    shown = ADDRESS.sub(f"0x{ELLIPSIS}", shown)
    if len(shown) > limit or len(clipped) < len(text):
        return shown[: limit - 1] + ELLIPSIS
    return shown
