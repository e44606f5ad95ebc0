"""
Compares all pairs of students: the rare parts of the text and of the behaviour that both share.

All figures are whole numbers, so that they are equal on every machine. What many files share is left out. A part weighs
more the fewer files have it.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from operator import attrgetter
from typing import NamedTuple

COMMON_SHARE, COMMON_LEAST, COMMON_MOST = 5, 10, 50
"""A fingerprint is common if more than a fifth of the files have it; this limit lies between 10 and 50 files."""
OWN_LEAST = 20
"""The rare fingerprints that a file needs for a comparison: about eight lines."""
RARE_MOST = 4
"""The most students with a shared answer or choice that counts: more students have it by chance."""
GROUP = 5
KEPT = 12
"""The pairs of one student that are kept: a file like all others must not hide the rest."""
WHOLE = 1000
STEPS = 10
"""Likeness of behaviour is counted in tenths of a unit."""
LEAST_OUTSTANDING = 200
"""No pair below a fifth of common text stands out."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparedWork:
    """The data of one student for the comparison, without the text of the file."""

    id: str
    """The id; hashed for a student of another year."""
    party: frozenset[object]
    """Students who handed in together share an element."""
    prints: frozenset[int]
    wrong: frozenset[str] = frozenset()
    """A hash for each check with known wrong answers."""
    moves: str = ""
    """A character for each board with many equally good moves; empty if the moves are not known."""
    source: str = ""
    """The file of another year; empty for the class itself."""


class AlikePair(NamedTuple):
    first: ComparedWork
    second: ComparedWork
    text: int
    """Per mille of the possible likeness."""
    behaviour: int
    """The rarity of the shared behaviour: it grows by a unit, ten, if half as many students share a part."""
    wrong: int
    moves: int
    """The percentage of the boards with many good moves on which both make the same rare choice."""


class LikenessSpread(Counter[int]):
    """The number of pairs of a class by their likeness, of one kind."""

    def above(self, value: int) -> int:
        return sum(count for known, count in self.items() if known > value)

    def at(self, percent: int) -> int:
        """Return the likeness that `percent` of the pairs do not exceed."""
        left = (self.total() - 1) * percent // 100
        for value, count in sorted(self.items()):
            if left < count:
                return value
            left -= count
        return 0

    @property
    def outstanding(self) -> int:
        """The limit above which a pair stands out: the median plus three times its distance to the 95th percentile."""
        middle = self.at(50)
        return max(middle + 3 * (self.at(95) - middle), LEAST_OUTSTANDING)


class Group(NamedTuple):
    """Five or more students with similar files: a source may lie outside the class."""

    members: tuple[ComparedWork, ...]
    least: int
    """The least and the greatest likeness of text among the linking pairs."""
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    pairs: tuple[AlikePair, ...]
    """The pairs outside groups, most alike first, by text and then by behaviour."""
    groups: tuple[Group, ...]
    text: LikenessSpread
    behaviour: LikenessSpread
    common: frozenset[int]
    """The left-out fingerprints, which more than `common_from` files have."""
    common_from: int
    too_short: tuple[ComparedWork, ...]
    """The students with too few rare fingerprints to compare the text."""

    @property
    def outstanding(self) -> list[AlikePair]:
        return [pair for pair in self.pairs if pair.text > self.text.outstanding]

    def most_alike(self, count: int, each: int) -> list[AlikePair]:
        """Return the `count` pairs most alike by text, then by behaviour, each student in at most `each` pairs."""
        found: dict[AlikePair, None] = {}
        for likeness in attrgetter("text"), attrgetter("behaviour"):
            left = dict.fromkeys((work for pair in self.pairs for work in (pair.first, pair.second)), each)
            listed = sorted(filter(likeness, self.pairs), key=likeness, reverse=True)
            chosen: list[AlikePair] = []
            for pair in listed:
                if len(chosen) < count and left[pair.first] and left[pair.second]:
                    left[pair.first] -= 1
                    left[pair.second] -= 1
                    chosen.append(pair)
            found |= dict.fromkeys(chosen)
        return [*found]


def compared(
    works: Iterable[ComparedWork], handed_out: frozenset[int] = frozenset(), asked: frozenset[str] = frozenset()
) -> Comparison:
    """
    Compare the `works` of a class with each other and with those of other years, in any order.

    Fingerprints that were `handed_out` do not count. The pair with the ids `asked` is always kept.
    """
    ordered = sorted(works, key=lambda work: (work.source, work.id))
    texts, acts = _Texts(ordered, handed_out), _behaviours(ordered)
    alike, alike_in_acts = LikenessSpread(), LikenessSpread()
    kept: list[AlikePair] = []
    for at, work in enumerate(ordered):
        if work.source:
            break
        others = [i for i in range(at + 1, len(ordered)) if _are_strangers(work, ordered[i])]
        likeness, mine = texts.likeness(at), acts.get(at, {})
        alike.update(likeness[i] for i in others)
        alike_in_acts.update(mine[i].score if i in mine else 0 for i in others)
        best = {*heapq.nlargest(KEPT, others, key=likeness.__getitem__)}
        best |= {i for i in others if i in mine or asked == {work.id, ordered[i].id}}
        kept += [AlikePair(work, ordered[i], likeness[i], *mine.get(i, Acts(0, 0, 0))) for i in best]
    kept.sort(key=lambda one: (-one.text, -one.behaviour, one.first.id, one.second.source, one.second.id))
    groups = tuple(_groups([pair for pair in kept if pair.text > alike.outstanding]))
    told = {pair for group in groups for pair in combinations(group.members, 2)}
    return Comparison(
        pairs=tuple(pair for pair in kept if pair[:2] not in told or asked == {pair.first.id, pair.second.id}),
        groups=groups,
        text=alike,
        behaviour=alike_in_acts,
        common=texts.common,
        common_from=texts.limit,
        too_short=tuple(ordered[at] for at in sorted(texts.short) if not ordered[at].source),
    )


class _Texts:
    def __init__(self, works: Sequence[ComparedWork], handed_out: frozenset[int]) -> None:
        """Weigh the fingerprints of `works`. Common and `handed_out` ones weigh nothing."""
        self.works = works
        self.limit = min(max(COMMON_LEAST, len(works) // COMMON_SHARE), COMMON_MOST)
        files = Counter(run for work in works for run in work.prints)
        self.common = frozenset(run for run, count in files.items() if count > self.limit) | handed_out
        self.weights = {run: _rarity(count, len(works)) for run, count in files.items() if run not in self.common}
        self.short: set[int] = set()  # indices of the works with too few rare fingerprints
        self._sizes: list[int] = []
        self._holders: dict[int, list[int]] = defaultdict(list)
        for at, work in enumerate(works):
            own = [run for run in work.prints if run in self.weights]
            self._sizes.append(sum(self.weights[run] for run in own))
            if len(own) < OWN_LEAST:
                self.short.add(at)
                continue
            for run in own:
                self._holders[run].append(at)

    def likeness(self, at: int) -> list[int]:
        """Return the likeness of a work's text to that of each work, in per mille: the cosine of their fingerprints."""
        shared = [0] * len(self.works)
        if at not in self.short:
            for run in self.works[at].prints:
                for other in self._holders.get(run, ()):
                    shared[other] += self.weights[run]
        own = self._sizes[at]
        return [isqrt((part * WHOLE) ** 2 // (own * self._sizes[i])) if part else 0 for i, part in enumerate(shared)]


def _are_strangers(one: ComparedWork, other: ComparedWork) -> bool:
    return one.id != other.id and (bool(other.source) or one.party.isdisjoint(other.party))


class Acts(NamedTuple):
    """The shared behaviour of two students' programs, as in `AlikePair`."""

    score: int
    wrong: int
    moves: int


WRONG, MOVES = 1, 2


def _behaviours(works: Sequence[ComparedWork]) -> dict[int, dict[int, Acts]]:
    """Return the shared rare behaviour of two programs, by the indices of both works, the lower first."""
    wrong: dict[str, list[int]] = defaultdict(list)
    moves: dict[tuple[int, str], list[int]] = defaultdict(list)
    for at, work in enumerate(works):
        for answer in work.wrong:
            wrong[answer].append(at)
        for board, move in enumerate(work.moves):
            if move.isdigit():
                moves[board, move].append(at)
    boards = max((len(work.moves) for work in works), default=0) or 1
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for column, holders in ((WRONG, wrong.values()), (MOVES, moves.values())):
        for who, count in Counter(tuple(who) for who in holders if 1 < len(who) <= RARE_MOST).items():
            # Wrong answers of the same few students follow from one another, so all together weigh as much as one.
            weight = _rarity(len(who), len(works)) * (boards if column == WRONG else count)
            for one, other in combinations(who, 2):
                found[one][other][0] += weight
                found[one][other][column] += count
    return {
        one: {
            other: Acts(STEPS * score // boards, alike, played * 100 // boards)
            for other, (score, alike, played) in others.items()
        }
        for one, others in found.items()
    }


def _rarity(count: int, of: int) -> int:
    """Return the weight of a part that `count` of `of` students share: half as many students weigh 1 more."""
    return (of // count).bit_length()


def _groups(pairs: Sequence[AlikePair]) -> Iterator[Group]:
    """Yield each group of five or more students whom `pairs` link, directly or through others."""
    leader: dict[ComparedWork, ComparedWork] = {}

    def find(work: ComparedWork) -> ComparedWork:
        while leader.setdefault(work, work) != work:
            work = leader[work]
        return work

    for pair in pairs:
        leader[find(pair.second)] = find(pair.first)
    linked: dict[ComparedWork, list[AlikePair]] = defaultdict(list)
    for pair in pairs:
        linked[find(pair.first)].append(pair)
    for own in linked.values():
        members = {work for pair in own for work in (pair.first, pair.second)}
        if len(members) >= GROUP:
            ordered = sorted(members, key=lambda work: (work.source, work.id))
            yield Group(tuple(ordered), min(pair.text for pair in own), max(pair.text for pair in own))
