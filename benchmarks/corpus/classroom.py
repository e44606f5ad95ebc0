"""A class whose files have the idioms of real ones, as often as real ones have them, and ordinary mistakes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from benchmarks.corpus.alpha_beta_searches import ALPHA_BETA_SEARCHES
from benchmarks.corpus.assembly import SEARCHES, assembled, parts_of
from benchmarks.corpus.edits import Idiom
from benchmarks.corpus.handwriting import commented, documented, mistaken, renamed
from benchmarks.corpus.idioms import IDIOMS
from benchmarks.corpus.plain_searches import PLAIN
from benchmarks.corpus.pruned_searches import PRUNED
from benchmarks.corpus.rare_searches import (
    ALL_SEARCHES,
    ASKS_TWICE,
    BEST_MOVE_IN_A_GLOBAL,
    CARRIES_FIRST_BOARD,
    WITHOUT_SEARCH,
)
from benchmarks.corpus.unused_imports import FAMILY, UNUSED_IMPORTS, ImportSource
from benchmarks.corpus.varied_searches import VARIED

BLOCK = 200
"""Students whose files have the shares together; a larger class is made of several such groups."""
STRIDE = 123
"""Goes round a block in steps of its golden section, so that the beginning of a class is like the whole."""
NO_SEARCH = "no search"
"""The idiom and the mistake of a file whose `minimax` calls no function that calls itself."""
ASKING_TWICE, CARRYING = "asks for each value twice", "carries the first board"
ALWAYS_RIGHT = frozenset({ASKING_TWICE, CARRYING})
"""The idioms of files that are slow and right: such files once lost points by that."""
TYPICAL = "max-and-min-values"
"""The search of most students: two functions that return values."""
NESTED = ("nested-helpers", "nested-with-me", "nested-one-function", "nested-place-and-undo")
_NESTED_PRUNED = "alpha-beta-nested"
_ODD = ("timed-by-hand", "random-tie-break")
"""Searches that have an idiom by themselves, which the shares would not count."""
_ALPHA_BETA = tuple(name for name in (*ALPHA_BETA_SEARCHES, *PRUNED) if "alpha" in SEARCHES[name])
_PLAIN = tuple(name for name in (*PLAIN, *VARIED) if name not in _ODD)
_REST = tuple(name for name in SEARCHES if name not in {*_ALPHA_BETA, *_PLAIN, *NESTED, *_ODD})
_COPIES = ("deepcopy", "deepcopy", "from-copy-import", "row-slices", "copy-rows", "rebuilt")
_MISTAKEN = 18
"""Percent of the class with a mistake in one line, besides those whose `minimax` searches nothing."""
_DOCUMENTED = 0.8
"""The share of files that still have the docstrings of the skeleton."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchShare:
    """Searches, and how many percent of a class have one of them."""

    percent: float
    searches: tuple[str, ...]
    idioms: frozenset[str] = frozenset()


SEARCH_SHARES = (
    SearchShare(percent=7, searches=tuple(WITHOUT_SEARCH), idioms=frozenset({NO_SEARCH})),
    SearchShare(percent=0.5, searches=(ASKS_TWICE,), idioms=frozenset({ASKING_TWICE})),
    SearchShare(percent=0.5, searches=(CARRIES_FIRST_BOARD,), idioms=frozenset({CARRYING})),
    SearchShare(percent=1.5, searches=BEST_MOVE_IN_A_GLOBAL, idioms=frozenset({"best move in a global"})),
    SearchShare(percent=11.5, searches=_ALPHA_BETA, idioms=frozenset({"alpha and beta"})),
    SearchShare(percent=1.5, searches=(_NESTED_PRUNED,), idioms=frozenset({"alpha and beta", "nested search"})),
    SearchShare(percent=12.5, searches=NESTED, idioms=frozenset({"nested search"})),
    SearchShare(percent=5, searches=_REST),
    SearchShare(percent=30, searches=(TYPICAL,)),
    SearchShare(percent=30, searches=_PLAIN),
)
"""100 percent together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """One student's file and what is known of it."""

    source: str
    idioms: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    """The families of its idioms."""
    mistake: str = ""
    """What is wrong in it; empty if every answer is right."""


def classroom(size: int) -> dict[str, HandedIn]:
    """Return `size` files by a student's name, none equal; a smaller class is the beginning of a larger one."""
    files = [file for block in range(-(-size // BLOCK)) for file in _block(block)]
    return {
        f"student-{number:04}": replace(file, source=f"# Tic Tac Toe, handed in by student {number}\n{file.source}")
        for number, file in enumerate(files[:size], start=1)
    }


@cache
def _block(number: int) -> tuple[HandedIn, ...]:
    """Return the files of `BLOCK` students with the shares as exactly as whole files allow, similar files far apart."""
    draw = random.Random(f"class {number}")  # noqa: S311 - the same class in every run, nothing secret
    files = [
        _assembled(draw, draw.choice(share.searches), share.idioms)
        for share in SEARCH_SHARES
        for _ in range(_count(share.percent))
    ]
    draw.shuffle(files)
    files = _spread(files, _MISTAKEN, partial(_with_mistake, draw))
    for idiom in IDIOMS:
        draw.shuffle(files)
        files = _spread(files, idiom.percent, partial(_with_idiom, idiom, draw))
    files = [replace(file, source=renamed(file.source, draw.choice)) for file in files]
    for origin in UNUSED_IMPORTS:
        draw.shuffle(files)
        files = _spread(files, origin.percent, partial(_with_import, origin, draw))
    files.sort(key=lambda file: (file.mistake == NO_SEARCH, sorted(file.idioms - {"unused import"}), file.source))
    evenly = [files[number * STRIDE % BLOCK] for number in range(BLOCK)]
    return tuple(replace(file, source=_by_hand(file.source, draw)) for file in evenly)


def _count(percent: float) -> int:
    return round(percent * BLOCK / 100)


def _spread(files: Sequence[HandedIn], percent: float, change: Callable[[HandedIn], HandedIn | None]) -> list[HandedIn]:
    """Return `files` with the first ones that `change` fits changed, as many as `percent` of a block."""
    left, spread = _count(percent), []
    for file in files:
        changed = change(file) if left else None
        left -= changed is not None
        spread.append(changed or file)
    return spread


def _assembled(draw: random.Random, search: str, idioms: frozenset[str]) -> HandedIn:
    parts = replace(parts_of(draw.randrange(10_000)), result=draw.choice(_COPIES))
    mistake = NO_SEARCH if NO_SEARCH in idioms else ""
    return HandedIn(source=assembled(ALL_SEARCHES[search], parts), idioms=idioms, mistake=mistake)


def _with_mistake(draw: random.Random, file: HandedIn) -> HandedIn | None:
    made = None if file.mistake or file.idioms & ALWAYS_RIGHT else mistaken(file.source, draw.choice)
    return None if made is None else replace(file, source=made.source, mistake=made.mistake)


def _with_idiom(idiom: Idiom, draw: random.Random, file: HandedIn) -> HandedIn | None:
    fitting = [edit for edit in idiom.edits if edit.fits(file.source)]
    if not fitting or idiom.family in file.families:
        return None
    source = draw.choice(fitting).applied(file.source)
    return _known(file, source, idiom.family, idiom.name)


def _with_import(origin: ImportSource, draw: random.Random, file: HandedIn) -> HandedIn | None:
    source = None if FAMILY in file.families else origin.put_into(file.source, draw.choice)
    return None if source is None else _known(file, source, FAMILY, origin.name)


def _known(file: HandedIn, source: str, family: str, idiom: str) -> HandedIn:
    return replace(file, source=source, idioms=file.idioms | {idiom}, families=file.families | {family})


def _by_hand(source: str, draw: random.Random) -> str:
    """Return `source` with comments, and in most files docstrings."""
    if draw.random() < _DOCUMENTED:
        source = documented(source, draw.choice)
    return commented(source, draw.choice)
