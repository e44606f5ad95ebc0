"""
Solutions of our own making, in the styles students write, generated without a download and alike in every run.

`styles` are right, one per way to search; `classroom` makes as many different files as asked, with the idioms and the
mistakes of real ones.
"""

from __future__ import annotations

from functools import cache

from benchmarks.corpus.assembly import SEARCHES, Parts, assembled, parts_of
from benchmarks.corpus.classroom import NO_SEARCH, TYPICAL, HandedIn, classroom

__all__ = ["ALPHA_BETA", "NO_SEARCH", "TYPICAL", "HandedIn", "classroom", "styles"]

ALPHA_BETA = "alpha-beta"
"""The style of most students with alpha and beta handed down."""

_OTHER_CONSTANTS = {"turn-from-board": "space", "sorted-scores": "numbers", "negamax": "numbers", "flag": "space"}


@cache
def _styles() -> dict[str, str]:
    """Return what `styles` hands out copies of."""
    made = {
        TYPICAL: assembled(SEARCHES[TYPICAL], Parts()),
        ALPHA_BETA: assembled(SEARCHES[ALPHA_BETA], Parts(player="row-counts")),
    }
    for number, search in enumerate(SEARCHES):
        if search not in made:
            made[search] = assembled(SEARCHES[search], parts_of(number, _OTHER_CONSTANTS.get(search, "usual")))
    return made


def styles() -> dict[str, str]:
    """Return right solutions by the name of their style: complete sources of `tictactoe.py`."""
    return dict(_styles())
