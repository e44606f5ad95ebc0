"""The names of tests, for platforms that tell tests apart by them."""

from __future__ import annotations

from collections.abc import Iterable


def unique_names(names: Iterable[str], most_bytes: int) -> tuple[str, ...]:
    """Return `names` so that each is there once, is not empty, and has at most `most_bytes` bytes in UTF-8."""
    found: dict[str, None] = {}
    for name in names:
        shown = _cut(name.strip() or "test", most_bytes)
        number = 1
        while shown in found:
            number += 1
            tail = f" ({number})"
            shown = _cut(name.strip() or "test", most_bytes - len(tail)) + tail
        found[shown] = None
    return tuple(found)


def _cut(name: str, most_bytes: int) -> str:
    return name.encode("utf-8", "backslashreplace")[:most_bytes].decode("utf-8", "ignore").rstrip()
