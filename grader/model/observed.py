"""Facts about a submission that belong to no check: moves, printed text, time, and how its search was run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The end of what the submission printed."""

    where: str
    """``import`` or the function that was running."""
    tail: str
    characters: int
    """How many it printed in total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Facts about the submission that belong to no single check."""

    policy: str = ""
    """
    One character per open board in canonical order: the cell 0 to 8 that was played, ``-`` for no legal move, ``.``
    for a board on which the sheet asks for no move, ``?`` for one that was not asked. Empty without a function that
    plays.
    """
    output: tuple[Output, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """The only part of a result that may differ between two runs."""

    cpu_seconds: float
    wall_seconds: float
    first_move_seconds: float | None = None
    """CPU time of the first move in a plain run: measured, or predicted if the search was memoized."""
    near_limit: tuple[str, ...] = ()
    """Calls that took 0.5 to 2 times their limit, for a person to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """How the search was made faster without changing an answer: `docs/shortcut.md`."""

    functions: tuple[str, ...] = ()
    """The functions whose answers were kept instead of computed again."""
    why: str = ""
    """If there are none: a phrase that says why no answer was kept."""
