"""Claims about the costs: ratios to peers in the same run and figures per submission, with their targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.class_figures import ClassFigures
from benchmarks.corpus import ALPHA_BETA, TYPICAL
from benchmarks.measuring import Cost
from benchmarks.one_file import BOUND, CHECK50, COLD, EXHAUSTIVE, GRADESCOPE, SWEEPS, TITLES, WARM, run_name
from benchmarks.spread import ReadCost, Spread, cpu, peak, ratios, spread, wall
from benchmarks.whole_class import same_mixture, second_run

Costs = Mapping[str, Mapping[int, Cost]]
RATIO = "x"
"""The unit of ratios."""
MAX_GROWTH = 1.1
"""The highest accepted ratio of the cost per submission in the largest class to that in the smallest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One figure and its target."""

    text: str
    found: Spread
    at_most: float | None = None
    at_least: float | None = None
    unit: str = RATIO

    @property
    def met(self) -> bool | None:
        """Whether the median meets the target; None if there is no target."""
        if self.at_most is not None:
            return self.found.middle <= self.at_most
        return None if self.at_least is None else self.found.middle >= self.at_least


def claims(costs: Costs, smallest: int, largest: int) -> list[Claim]:
    """Return all claims that were measured."""
    return [
        *_against_peers(costs),
        *_of_sizes(costs, smallest, largest),
        *_of_a_second_run(costs, second_run(largest)),
    ]


def class_claims(figures: Sequence[ClassFigures]) -> Iterator[Claim]:
    """Yield the claims about the share of memoized searches and about the costs per submission."""
    for one in figures:
        yield Claim(text=f"{one.name}: searches memoized", found=_exactly(one.eligible), at_least=95, unit="%")
        yield Claim(text=f"{one.name}: CPU per submission", found=_exactly(one.whole.cpu), at_most=1.5, unit="s")
        yield Claim(text=f"{one.name}: everything but its code", found=_exactly(one.rest), at_most=0.2, unit="s")
        if one.whole.wall:
            rate = _exactly(1 / one.whole.wall)
            yield Claim(text=f"{one.name}: submissions per second", found=rate, at_least=1.2, unit="/s")


def fixture_claims(seconds: Mapping[str, float]) -> Iterator[Claim]:
    """Yield the claim about the marker's CPU time for the slowest fixture; `seconds` begin with that one."""
    for name in list(seconds)[:1]:
        yield Claim(text=f"CPU of the marker, {name}", found=_exactly(seconds[name]), at_most=1.5, unit="s")


def _against_peers(costs: Costs) -> Iterator[Claim]:
    targets = {
        (TYPICAL, COLD, EXHAUSTIVE): 1 / 20,
        (TYPICAL, WARM, EXHAUSTIVE): 1 / 30,
        (TYPICAL, COLD, CHECK50): 1.3,
        (TYPICAL, WARM, CHECK50): 1.3,
        (TYPICAL, WARM, BOUND): 1.4,
        (ALPHA_BETA, WARM, BOUND): 2,
    }
    for style in (TYPICAL, ALPHA_BETA):
        for peer in (EXHAUSTIVE, SWEEPS, CHECK50, GRADESCOPE, BOUND):
            for ours in (COLD, WARM):
                found = _ratio_of(costs, run_name(style, ours), run_name(style, peer), cpu)
                if found is not None:
                    text = f"{TITLES[style]}: CPU, {ours} to {peer}"
                    yield Claim(text=text, found=found, at_most=targets.get((style, ours, peer)))
        for peer in (EXHAUSTIVE, CHECK50, GRADESCOPE):
            found = _ratio_of(costs, run_name(style, COLD), run_name(style, peer), wall)
            if found is not None:
                yield Claim(text=f"{TITLES[style]}: wall, {COLD} to {peer}", found=found)
    check = spread(wall(cost) for cost in costs.get(run_name(TYPICAL, COLD), {}).values())
    if check is not None:
        yield Claim(text=f"{TITLES[TYPICAL]}: wall, grader check", found=check, at_most=1.0, unit="s")


def _of_sizes(costs: Costs, smallest: int, largest: int) -> Iterator[Claim]:
    kinds: tuple[tuple[str, ReadCost], ...] = (("CPU per submission", cpu), ("coordinator's memory", peak))
    names = (same_mixture(smallest), same_mixture(largest))
    for what, read in kinds:
        few, many = (spread(read(cost) for cost in costs.get(name, {}).values()) for name in names)
        if few is not None and many is not None:
            # The two do not take turns, so there are no pairs: compare the extremes. A large round takes too long.
            quotient = Spread(low=many.low / few.high, middle=many.middle / few.middle, high=many.high / few.low)
            yield Claim(
                text=f"{what}, class of {largest:,} to {smallest:,}, same mixture", found=quotient, at_most=MAX_GROWTH
            )


def _of_a_second_run(costs: Costs, name: str) -> Iterator[Claim]:
    kinds: tuple[tuple[str, ReadCost], ...] = (("CPU", cpu), ("wall", wall))
    for what, read in kinds:
        found = spread(_milliseconds(read(cost)) for cost in costs.get(name, {}).values())
        if found is not None:
            yield Claim(text=f"{name}: {what} per submission", found=found, at_most=2, unit="ms")


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def _ratio_of(costs: Costs, ours: str, theirs: str, read: ReadCost) -> Spread | None:
    return ratios(costs.get(ours, {}), costs.get(theirs, {}), read)


def _exactly(value: float) -> Spread:
    return Spread(low=value, middle=value, high=value)
