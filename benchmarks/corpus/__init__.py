"""
Solutions of our own making, in the styles students write, generated without a download and alike in every run.

`styles` are right, one per way to search; `classroom` makes as many different files as asked, mistakes included.
"""

from __future__ import annotations

import random
from functools import cache

from benchmarks.corpus.alpha_beta_searches import ALPHA_BETA_SEARCHES
from benchmarks.corpus.assembly import SEARCHES, Parts, assembled, parts_of
from benchmarks.corpus.handwriting import commented, documented, mistaken, renamed
from benchmarks.corpus.plain_searches import PLAIN
from benchmarks.corpus.pruned_searches import PRUNED
from benchmarks.corpus.varied_searches import VARIED

__all__ = ["ALPHA_BETA", "TYPICAL", "classroom", "styles"]

TYPICAL = "max-and-min-values"
"""The style of most students: two functions that return values, `copy.deepcopy`, `winner` by loops."""
ALPHA_BETA = "alpha-beta"
"""The same with alpha and beta handed down."""

_OTHER_CONSTANTS = {"turn-from-board": "space", "sorted-scores": "numbers", "negamax": "numbers", "flag": "space"}
_PRUNING = (*ALPHA_BETA_SEARCHES, *PRUNED)
_PLAIN = (TYPICAL, *PLAIN, *VARIED)
_REST = tuple(name for name in SEARCHES if name not in {*_PRUNING, *_PLAIN})
_KINDS = ((_PLAIN, 60), (_PRUNING, 20), (_REST, 20))
"""The searches of a class and their shares in percent."""
_COPIES = ("deepcopy", "from-copy-import", "row-slices", "list-map")
_MISTAKEN = 0.25


@cache
def _styles() -> dict[str, str]:
    """Return what `styles` hands out copies of."""
    made = {TYPICAL: assembled(TYPICAL, Parts()), ALPHA_BETA: assembled(ALPHA_BETA, Parts(player="row-counts"))}
    for number, search in enumerate(SEARCHES):
        if search not in made:
            made[search] = assembled(search, parts_of(number, _OTHER_CONSTANTS.get(search, "usual")))
    return made


def styles() -> dict[str, str]:
    """Return right solutions by the name of their style: complete sources of `tictactoe.py`."""
    return dict(_styles())


def classroom(size: int) -> dict[str, str]:
    """
    Return `size` sources by a student's name, no two of them equal, in the proportions of a class.

    60 % search plainly and copy boards, 20 % prune, the rest are the other styles; a quarter has one ordinary mistake.
    """
    return {f"student-{number:04}": _handed_in(number) for number in range(1, size + 1)}


def _handed_in(number: int) -> str:
    """Return the file of student `number`."""
    draw = random.Random(number)  # noqa: S311 - the same class in every run, nothing secret
    searches, _ = draw.choices(_KINDS, [share for _, share in _KINDS])[0]
    # Half of the plain ones are the one everybody knows from the lecture.
    search = TYPICAL if searches is _PLAIN and draw.random() < 0.5 else draw.choice(searches)  # noqa: PLR2004 - half
    parts = parts_of(draw.randrange(10_000))
    if searches is _PLAIN:
        parts = Parts(
            player=parts.player,
            actions=parts.actions,
            result=draw.choice(_COPIES),
            winner=parts.winner,
            terminal=parts.terminal,
            utility=parts.utility,
        )
    source = renamed(assembled(search, parts), draw.choice)
    if draw.random() < _MISTAKEN:
        source = mistaken(source, draw.choice)
    for adorned in (documented, commented):
        source = adorned(source, draw.choice)
    return f"# Tic Tac Toe, handed in by student {number}\n{source}"
