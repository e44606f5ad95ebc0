"""
The exact shortcut seen from outside: whether a submission's search may be memoized, its sweep made so, and tried.

What the inside says of itself is a claim (which functions, how many calls a plain run would make). It is believed only
as far as a sample of the same calls, made plainly in another process, agrees; and only where the plain run would stay
away from all that a submission may take. A first move that comes near its limit is made plainly as well.
"""

from __future__ import annotations

import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from grader.model.answer import Answer, Call
from grader.model.call_batch import CallBatch
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import Frame, MalformedFrame

NEAR = 0.5
"""From this share of a limit on a prediction is not good enough: what was predicted is made plainly."""
TRIAL_SECONDS = 30.0
"""CPU seconds after which a memoized sweep is no shortcut."""
TIMED = {5: 9, 6: 3}
"""How many boards with so many free cells the sample has; these are timed."""
CHEAP = 48
"""Boards with fewer, which are only compared."""
MAX_NAMES, MAX_NAME, MAX_WHY = 50, 120, 160
MAX_COUNT = 1 << 53
MAX_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the inside found about the functions of a submission."""

    memoized: tuple[str, ...] = ()
    why: str = ""
    """Why nothing is memoized, in a phrase; empty where something is."""
    steady: frozenset[str] = frozenset()
    """Functions that answer from their arguments alone."""
    through: frozenset[str] = frozenset()
    """Functions that may be called while answers are kept: the search, and others that see nothing of it."""


def claimed(frame: Frame) -> Claim:
    """Read what the ``ready`` frame says of the shortcut (Garbled where it is not what an inside says)."""
    entry = frame.message.get("shortcut")
    if entry is None:
        return Claim(why="the file could not be read for it")
    if type(entry) is not dict:
        raise MalformedFrame("not a shortcut")
    why = entry.get("why")
    if not (why is None or type(why) is str):
        raise MalformedFrame("not a reason")
    memoized, steady = _names(entry.get("memoized")), _names(entry.get("steady"))
    through = frozenset(_names(entry.get("through"))) if memoized else frozenset()
    return Claim(memoized=memoized, why=sanitize(why or "", MAX_WHY), steady=frozenset(steady), through=through)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What a memoized sweep says a plain one would have cost."""

    calls: tuple[int, ...]
    """For each call of the sweep: how many calls of the memoized functions."""
    seconds: tuple[float, ...]
    """For each: what it would have taken, added up from what its parts took once, with the memo's own work."""


def poisoned(frame: Frame) -> str | None:
    """Return the phrase in which a ``done`` frame says what contradicted the memo, None where nothing did."""
    why = frame.message.get("poison")
    if not (why is None or type(why) is str):
        raise MalformedFrame("not a reason")
    return None if why is None else sanitize(why, MAX_WHY)


def counted(frame: Frame, calls: int) -> Count:
    """Read what a ``done`` frame says of the plain cost of `calls` calls."""
    costs = array.array("Q")
    if len(frame.numbers) != 2 * calls * costs.itemsize:
        raise MalformedFrame("not the cost of these calls")
    costs.frombytes(frame.numbers)
    if max(costs, default=0) >= MAX_COUNT:
        raise MalformedFrame("more than there can be")
    return Count(calls=tuple(costs[:calls]), seconds=tuple(time / 1e6 for time in costs[calls:]))


def sample(calls: Sequence[Call]) -> tuple[list[int], list[int]]:
    """Return which of `calls` are made plainly too: some whose search is long enough to be timed, and others."""
    return _kept(calls) if isinstance(calls, CallBatch) else _sample([call.board for call in calls])


@lru_cache(MAX_KEPT)
def _kept(calls: CallBatch) -> tuple[list[int], list[int]]:
    return _sample(calls.boards)


def _sample(boards: Sequence[str]) -> tuple[list[int], list[int]]:
    by_free: dict[int, list[int]] = {}
    for at, board in enumerate(boards):
        by_free.setdefault(board.count("."), []).append(at)
    timed = [at for free, most in TIMED.items() for at in _spread(by_free.get(free, []), most)]
    cheap = [at for free in range(min(TIMED)) for at in by_free.get(free, [])]
    return timed, _spread(cheap, CHEAP)


def agree(one: Answer, other: Answer) -> bool:
    """Tell whether two answers are the same to the type, whatever they took."""
    return one.end is other.end and _shape(one) == _shape(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """CPU seconds for one call of a memoized function, as the calls of a sample show."""

    plain: float
    """What it takes plainly."""
    work: float
    """What the memo adds where it measures a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What the calls would have taken plainly, in CPU seconds."""

    pace: Pace
    first: float
    most: tuple[float, ...]
    """For each call, by whichever reckoning says more."""

    def near(self, limit: float) -> list[int]:
        """Return the places of the calls that come near `limit`, or go beyond it."""
        return [at for at, seconds in enumerate(self.most) if seconds >= NEAR * limit]


def predicted(count: Count, timed: Sequence[int], seconds: float) -> Prediction:
    """
    Predict from the exact counts and from what the calls at `timed` took together when they were made plainly.

    A call is never predicted to take less than its parts, which were measured once each: a call that is slow in one
    position shows there. Of these the memo's own work is taken off, which is theirs above the plain time at `timed`.
    """
    calls = max(1, sum(count.calls[at] for at in timed))
    measured = sum(count.seconds[at] for at in timed)
    pace = Pace(plain=seconds / calls, work=max(0.0, measured - seconds) / calls)
    both = zip(count.calls, count.seconds, strict=True)
    most = tuple(max(number * pace.plain, parts - number * pace.work) for number, parts in both)
    return Prediction(pace=pace, first=count.calls[0] * pace.plain, most=most)


def returned(answers: Sequence[Answer]) -> bool:
    """Tell whether every call came back by itself."""
    return all(answer.end in {ChildEnd.RETURNED, ChildEnd.RAISED} for answer in answers)


def _shape(answer: Answer) -> str:
    return repr((answer.value, answer.raised, answer.after, answer.shares_rows))


def _spread(places: list[int], most: int) -> list[int]:
    """Take `most` of `places`, evenly from first to last."""
    step = max(1, len(places) // most)
    return places[::step][:most]


def _names(entry: object) -> tuple[str, ...]:
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise MalformedFrame("not a list of names")
    return tuple(sanitize(name, MAX_NAME) for name in entry)
