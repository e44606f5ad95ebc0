"""
Runs a submission without the memo: each sweep or sequence of calls starts in a new probe.

For a sweep this module decides which calls are made, in which order, and in how many probes. Cheap calls are all made.
A call is expensive if it ends its probe, recurses without end, or searches a board with many free cells. Expensive
calls are made only for checks that may still pass. A call that is left out counts neither as right nor as wrong.

The choice of calls must not depend on how busy or fast a machine is. So no clock measures the cost of all long
searches: the cost is computed from counted events (calls and returns of functions) in a few short searches, and every
machine counts the same.
"""

from __future__ import annotations

import array
import functools
import math
from collections.abc import Collection, Sequence
from contextlib import suppress

from msgspec import structs

from grader.model.answer import Answer, Call, CallGroup, Pairing, boards_of, spread
from grader.model.verdict import CAME_BACK, ChildEnd
from grader.sandbox.running.answers import NEARLY_FULL, NOT_REACHED, ONE_BY_ONE, OVERRUN, CallRun, Pace, run_calls
from grader.sandbox.running.endless_loop import find_loop
from grader.sandbox.running.probe import ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import LONGEST_PAUSE, NEAR_LIMIT_SHARE
from grader.sandbox.wire.frames import MalformedFrame, packed_count

MANY_FREE = 6
"""A search from a board with at least this many free cells is long; all others together take a third of the longest."""
NODES = {9: 549_946, 8: 61_105, 7: 7_638, 6: 1_091, 5: 182, 4: 40, 3: 11, 2: 4, 1: 2, 0: 1}
"""Positions that a plain minimax visits from a board, on average, by the number of its free cells."""
COUNTED = {7: 3, 6: 8, 5: 16, 4: 16}
"""How many searches to count, by free cells; only the most free cells that a sweep has, and two fewer, are used."""
GAMES = 2
"""The games of a search cost about as much as this many searches from the empty board."""
SECONDS_PER_EVENT = 1.2e-7
"""Assumed CPU seconds of one event: a fixed figure, so that every machine treats a file alike."""
CHEAP_SECONDS = 5
"""Long searches that cost less together are always made, even if no mark depends on them: then counts are exact."""
EVERY = {6: 6, 7: 8}
"""Each sixth long search with six free cells is selected, each eighth with seven; with more only the first."""


def is_short_search(call: Call) -> bool:
    return call.board.count(".") < MANY_FREE


def selection(calls: Sequence[Call]) -> frozenset[int]:
    """Return which of `calls` are made if all are too many: the first, all short searches, some of the long ones."""
    frees = [board.count(".") for board in boards_of(calls)]
    chosen = {0, *(at for at, free in enumerate(frees) if free < MANY_FREE)}
    for long, every in EVERY.items():
        chosen.update([at for at, free in enumerate(frees) if free == long][::every])
    return frozenset(chosen)


def expected_seconds(probes: SubmissionProbes, calls: Sequence[Call]) -> float:
    """Return the cost of the long searches and the games, from counts of shorter ones; infinity if unknown."""
    by_free: dict[int, list[Call]] = {}
    for call in calls:
        by_free.setdefault(call.board.count("."), []).append(call)
    many = max((free for free in by_free if free in COUNTED), default=0)
    few = many - 2
    if few not in by_free or few not in COUNTED:
        return math.inf
    chosen = {free: spread(by_free[free], COUNTED[free]) for free in (many, few)}
    counted = [*chosen[many], *chosen[few]]
    counts = _counts(probes, counted) or _counts(probes, counted)  # a pause of the machine may have ended the first
    if counts is None:
        return math.inf
    at_many, at_few = counts[: len(chosen[many])], counts[len(chosen[many]) :]
    per_node = sum(at_many) / len(at_many) / NODES[many]
    # A search that visits positions more than once grows faster than a plain search; one that cuts grows more slowly.
    growth = math.sqrt(per_node / max(1e-9, sum(at_few) / len(at_few) / NODES[few]))
    expected = {free: per_node * NODES[free] * growth ** (free - many) for free in range(MANY_FREE, 10)}
    long = sum(len(by_free.get(free, ())) * expected[free] for free in expected)
    return SECONDS_PER_EVENT * (long + GAMES * expected[9])


def _counts(probes: SubmissionProbes, calls: Sequence[Call]) -> Sequence[int] | None:
    """Return the number of events of each of `calls`, made in a separate uncharged probe; None if the probe ended."""
    apart = probes.for_evidence()
    counts = array.array("Q")
    with suppress(ImportFailed, ProbeEnded, MalformedFrame), apart.opened() as probe:
        probe.send(packed_count(calls))
        limit = len(calls) * probes.limits.seconds_for(calls[0].function)
        find = functools.partial(find_loop, apart, calls, 0, limit)
        frame, _seconds = probe.frame(apart.usage.time_allowed(limit, probe), "done", find_loop=find)
        if len(frame.numbers) == len(calls) * counts.itemsize:
            counts.frombytes(frame.numbers)
    return counts or None


MAX_ENDS, MAX_SEARCH_ENDS, MAX_ENDS_ALONE = 2, 1, 3
"""Calls that may end their probe: in one check of a quick function, of a search, and in calls without checks."""
MAX_ENDLESS = 30
"""After so many calls that recurse without end, all such calls of a sweep are expensive. Each takes some 15 ms."""
QUICK_SHARE = 0.1
"""Share of the submission's limit that one sweep of a quick function may use."""
GAMES_SHARE = 0.4
"""Share of the submission's limit that a sweep of a search leaves for its games."""
MORE_THAN_ANY = 10
HANGS = frozenset({ChildEnd.CPU_LIMIT, ChildEnd.MEMORY_LIMIT})
"""How a call ends that may never end by itself: a loop in which a list grows uses up the memory."""
HANGING_AFTER = 2
"""Calls of a function that hang, while no call comes back, after which the function counts as hanging."""
FEW = 8
"""
Calls of each check that count after the share is used up, those on the fullest boards: no check passes unseen.

Other calls made before do not count: their number depends on the machine.
"""


class PlainSweep:
    """The calls of one sweep and the answers so far."""

    def __init__(self, probes: SubmissionProbes, calls: Sequence[Call], groups: Sequence[CallGroup]) -> None:
        """Prepare `calls`; without `groups` no check can be known to have failed."""
        self._probes, self._usage, self._calls = probes, probes.usage, calls
        self._groups = groups or (CallGroup(calls=frozenset(range(len(calls))), fails=lambda _at, _answer: False),)
        self._free = [board.count(".") for board in boards_of(calls)]
        self._is_search = probes.job.module_spec.function(calls[0].function).slow
        self._max_ends = (MAX_SEARCH_ENDS if self._is_search else MAX_ENDS) if groups else MAX_ENDS_ALONE
        self._all = self._allowed = frozenset(range(len(calls)))
        """Calls that may be made at the moment."""
        self._expensive = frozenset(at for at in self._all if self._is_search and not is_short_search(calls[at]))
        self._answers: dict[int, Answer] = {}
        self._wanted_for: dict[CallGroup, frozenset[int]] = {}
        self._judged: dict[tuple[CallGroup, int, Answer], bool] = {}
        self._endless = 0
        self._too_long = 0
        """Probes in which a call hung."""
        self._until = self._end_of_share()
        """The charged seconds at which this sweep has used up its share."""

    def make(self) -> list[Answer]:
        """Make the calls; any other call is "not asked", or "not reached" if the submission is to blame."""
        self._probes.progress.begin_again()
        if self._is_search and not self._usage.spent:
            self._make_searches()
        elif not self._usage.spent:
            self._make_all()
            self._make_needed()
        if self._too_long:
            self._note_whether_hanging()
        missing = Answer(end=ChildEnd.NOT_REACHED if self._usage.spent else ChildEnd.NOT_ASKED)
        counted = self._few if self._is_over else self._answers
        return [self._answers.get(at, missing) if at in counted else missing for at in range(len(self._calls))]

    @functools.cached_property
    def _few(self) -> frozenset[int]:
        return frozenset(at for group in self._groups for at in self._fullest_first(group.calls)[:FEW])

    def _end_of_share(self) -> float:
        limit, left = self._probes.limits.submission_seconds, self._usage.left()
        share = left - GAMES_SHARE * limit if self._is_search else min(left, QUICK_SHARE * limit)
        return self._usage.charged_seconds + max(0.0, share)

    @property
    def _is_over(self) -> bool:
        return self._usage.charged_seconds >= self._until

    def _comes_back(self) -> bool:
        """Tell whether a check of answers has a call that hangs and another call that came back."""
        for group in self._groups:
            ends = {self._answers[at].end for at in group.calls if at in self._answers}
            if not group.only_cheap and not ends.isdisjoint(HANGS) and not ends.isdisjoint(CAME_BACK):
                return True
        return False

    def _first_pace(self, *, one_by_one: bool) -> Pace:
        return Pace(one_by_one=one_by_one, allow_overrun=one_by_one, within_budget=False, until=self._until)

    def _make_all(self) -> None:
        """Make all calls in one probe; if a call ends the probe, again in a fresh one, one call per frame."""
        order = range(len(self._calls))
        whole = self._run(order, self._first_pace(one_by_one=False))
        if not whole and not self._usage.spent:
            # A frame of many answers reports only their total time.
            self._answers.clear()
            self._expensive, self._endless, self._until = frozenset(), 0, self._end_of_share()
            self._run(order, self._first_pace(one_by_one=True))

    def _make_searches(self) -> None:
        """Make the first call and all short searches, then the long ones: all of them, or a selection."""
        if self._probes.hanging_functions:
            self._allowed = frozenset(at for at in self._all if self._free[at] <= NEARLY_FULL)
            self._run(sorted(self._allowed), self._first_pace(one_by_one=True))
            self._make_needed()
        if self._too_long:
            self._allowed = self._expensive = self._all
            self._make_needed()
            return
        self._allowed = (self._all - self._expensive) | {0}
        self._run(sorted(self._allowed), self._first_pace(one_by_one=True))
        self._make_needed()
        self._allowed = self._all
        if len(self._answers) < len(self._calls) and not self._usage.spent:
            seconds = expected_seconds(self._probes, self._calls)
            if seconds <= CHEAP_SECONDS and self._endless < MAX_ENDLESS:
                self._expensive = frozenset()
            if seconds > NEAR_LIMIT_SHARE * self._probes.limits.submission_seconds:
                self._allowed = selection(self._calls)
            self._make_needed(allow_overrun=True)

    def _make_needed(self, *, allow_overrun: bool = False) -> None:
        """Make calls until no check needs another call; `allow_overrun` holds until a call ends its probe."""
        while needed := self._needed():
            until = None if self._is_over else self._until
            pace = Pace(one_by_one=True, allow_overrun=allow_overrun, within_budget=False, until=until)
            allow_overrun = self._run(needed, pace, stop_early=True) and allow_overrun

    def _run(self, order: Sequence[int], pace: Pace, *, stop_early: bool = False) -> bool:
        """Make calls in a fresh probe, with `stop_early` up to an expensive wrong one; False if a call ended it."""

        def enough(place: int, answer: Answer) -> bool:
            at = order[place]
            self._answers[at] = answer
            self._probes.progress.answered(len(self._answers))
            if answer.is_endless:
                self._endless += 1
                if self._endless == MAX_ENDLESS:
                    self._expensive = self._all
                    return True
            return stop_early and at in self._expensive and self._is_wrong(at)

        # A list of all calls is packed once for all submissions.
        calls = self._calls if order == range(len(self._calls)) else [self._calls[at] for at in order]
        # Calls after one that used up the memory are made later, if a check needs them.
        run = run_calls(self._probes, calls, structs.replace(pace, until_out_of_memory=True), enough)
        made = order[: len(run.outcomes)]
        if run.end is not None:
            self._answers[made[-1]] = run.end
        late = [at for at in made if self._answers[at].end in HANGS]
        for at in late:
            seconds = self._answers[at].seconds or 0
            self._answers[at] = self._confirmed(self._calls[at], self._answers[at])
            self._note_overrun(self._calls[at].function, self._answers[at], seconds)
        if late:
            self._too_long += 1
            self._note_whether_hanging()
        return run.end is None

    def _note_overrun(self, function: str, answer: Answer, seconds: float) -> None:
        """Note that `function` took twice its limit, and no loop was found."""
        if (
            answer.end in HANGS
            and answer.loop_at is None
            and seconds >= OVERRUN * self._probes.limits.seconds_for(function)
        ):
            self._probes.overrunning.add(function)

    def _note_whether_hanging(self) -> None:
        """Note whether each call of the function hangs; a search needs one more call for this than other functions."""
        function, known = self._calls[0].function, self._probes.hanging_functions
        if self._comes_back():
            known.discard(function)
        elif self._too_long >= HANGING_AFTER - (bool(known) and not self._is_search):
            known.add(function)

    def _confirmed(self, call: Call, late: Answer) -> Answer:
        """Repeat `call` alone if a pause of the machine may have made it `late`; return the answer that counts."""
        limit = self._probes.limits.seconds_for(call.function)
        if limit >= LONGEST_PAUSE or self._usage.spent or late.loop_at is not None:
            return late
        with self._usage.uncharged():
            run = run_calls(self._probes, [call], ONE_BY_ONE)
        return late if run.end is not None else run.answers[0]

    def _is_wrong(self, at: int) -> bool:
        """Tell whether the answer decides a check that was still open."""
        return any(at in self._wanted_for[group] and self._fails(group, at) for group in self._groups)

    def _fails(self, group: CallGroup, at: int) -> bool:
        """Tell whether the answer fails a check; each answer is judged once."""
        key = (group, at, self._answers[at])
        if key not in self._judged:
            self._judged[key] = group.fails(at, self._answers[at])
        return self._judged[key]

    def _needed(self) -> list[int]:
        """Return the calls that some check still needs, fullest boards first."""
        if self._usage.spent or len(self._answers) == len(self._calls):
            return []
        self._wanted_for = {group: self._wanted(group) for group in self._groups}
        return self._fullest_first(frozenset().union(*self._wanted_for.values()))

    def _fullest_first(self, calls: Collection[int]) -> list[int]:
        return sorted(calls, key=lambda at: (self._free[at], at))

    def _wanted(self, group: CallGroup) -> frozenset[int]:
        made = [at for at in group.calls if at in self._answers]
        ends = sum(self._answers[at].end not in CAME_BACK for at in made)
        if ends >= self._max_ends + group.only_cheap:
            return frozenset()
        rest = (group.calls & self._allowed).difference(made)
        expensive = rest & self._expensive
        if expensive:
            # After a counterexample, boards with more free cells are not worth their price.
            failed = [self._free[at] for at in made if not group.only_cheap and self._fails(group, at)]
            worth = 0 if group.only_cheap else min(failed, default=MORE_THAN_ANY)
            rest -= {at for at in expensive if self._free[at] >= worth}
        return rest & self._few if self._is_over else rest


PATIENCE = 5
"""A call of a full proof, and all its calls together, may take so many times the submission's limit."""
PAIRS_SECONDS = 10.0
"""CPU seconds for all paired calls of a submission; public solutions take less than 0.1 s."""
PAIRED_CALL_SECONDS = 0.5
"""CPU seconds for each paired call, so that an endless call leaves time for other functions."""


class PlainRunner:
    """Makes lists of calls without the memo."""

    def __init__(self, probes: SubmissionProbes) -> None:
        self._probes = probes
        self.game_pace = ONE_BY_ONE
        """How games are played: patiently after a full proof."""
        self._pairs_seconds = PAIRS_SECONDS

    def sweep(self, calls: Sequence[Call], groups: Sequence[CallGroup]) -> list[Answer]:
        """Make the `calls` that the checks of `groups` need, beginning in a fresh probe; the others are not asked."""
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        return PlainSweep(self._probes, calls, groups).make()

    def sweep_everything(self, calls: Sequence[Call]) -> list[Answer]:
        """Make all `calls` of a search, as a memoized sweep would: uncharged, and only the first has a limit."""
        limits, usage = self._probes.limits, self._probes.usage
        patient = Pace(one_by_one=True, within_budget=False, limit=PATIENCE * limits.submission_seconds)
        self.game_pace = patient
        with usage.uncharged():
            first = run_calls(self._probes, calls[:1], Pace(one_by_one=True, allow_overrun=True, within_budget=False))
            patient = structs.replace(patient, until=usage.charged_seconds + PATIENCE * limits.submission_seconds)
            rest = run_calls(self._probes, calls[1:], patient)
        return _with_missing([*first.outcomes, *rest.outcomes], len(calls))

    def pairs(self, calls: Sequence[Call], pairing: Pairing) -> CallRun:
        """Make `calls`, in pairs that share a board, in one fresh probe, within a limit of their own."""
        usage = self._probes.usage
        if usage.spent or self._pairs_seconds <= 0:
            return CallRun([], None)
        charged, used = usage.charged_seconds, usage.cpu_seconds
        until = charged + self._pairs_seconds
        run = run_calls(
            self._probes, calls, Pace(within_budget=False, until=until, limit=PAIRED_CALL_SECONDS, pairing=pairing)
        )
        self._pairs_seconds -= usage.cpu_seconds - used
        usage.take_back(usage.charged_seconds - charged)
        return run

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one by one in one fresh probe; calls after its end are not reached."""
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        exhausted = self._probes.usage.exhausted
        return _with_missing([] if exhausted else run_calls(self._probes, calls, ONE_BY_ONE).outcomes, len(calls))


def _with_missing(answers: list[Answer], count: int) -> list[Answer]:
    """Return `count` answers: those given, then "not reached"."""
    return answers + [NOT_REACHED] * (count - len(answers))
