"""Which functions call themselves, directly or through others."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def reachable(function: int, callees: Sequence[Collection[int]]) -> set[int]:
    """Return what `function` calls, directly or through others; `callees` says for each function what it calls."""
    found: set[int] = set()
    left = [*callees[function]]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left.extend(callees[one])
    return found


def groups(callees: Sequence[Collection[int]]) -> dict[int, int]:
    """Return the recursive functions, each with the smallest one that it calls and is called by."""
    reached = [reachable(function, callees) for function in range(len(callees))]
    return {
        function: min(other for other in found if function in reached[other])
        for function, found in enumerate(reached)
        if function in found
    }
