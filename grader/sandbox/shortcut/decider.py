"""
Decides whether a submission's answers are kept; no other module decides this.

If the inside's claim allows it, each sweep, game and walk of dialogues is asked with kept answers. The answers count
only if they pass every test. Everything else runs plainly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

from grader.model.answer import Answer, Call, CallGroup, Dialogue, Sweep, one_function
from grader.model.verdict import ENDED_ITSELF, ChildEnd
from grader.sandbox.running.answers import KNOWN_TO_END, CollectedAnswers, Game, all_returned, collect_answers
from grader.sandbox.running.dialogues import DialogueRunner, KnownAnswers, limit_between_questions
from grader.sandbox.running.plain_runs import MAX_ENDLESS, PlainRunner
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import Begun, ImportFailed, SubmissionProbes, dialogue_function
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.shortcut.claim import ShortcutClaim, inconsistency_of, read_claim
from grader.sandbox.shortcut.trial import (
    CallCost,
    ShortcutRejected,
    Trial,
    require_same_outcomes,
    same_outcome,
)
from grader.sandbox.wire.frames import MAX_INT, Frame, MalformedFrame, checked, packed_calls
from grader.sandbox.wire.messages import read_printed
from grader.sandbox.wire.source_text import SourceText

COST = Annotated[int, Meta(ge=0, lt=MAX_INT)]


class ShortcutDialogueRunner(DialogueRunner):
    """Runs dialogues until one ends its probe, contradicts the memo or would come near a limit in a plain run."""

    max_ends = 1

    def __init__(self, probes: SubmissionProbes, known: KnownAnswers, call_cost: CallCost) -> None:
        super().__init__(probes, known)
        self._call_cost = call_cost
        self._part_seconds = 0.0
        self.longest_part = 0.0
        """CPU seconds without the memo of the longest part between two questions that went over the wall."""
        self.inconsistent = False

    def read_cost(self, frame: Frame) -> None:
        """Add what a frame says that it would have cost, by the larger of two estimates."""
        self.inconsistent = self.inconsistent or inconsistency_of(frame, self._probes.source) is not None
        real, saved, calls = (checked(frame.message.get(name), COST) for name in ("real", "saved", "calls"))
        counted = real / 1000 + calls * self._call_cost.plain
        self._part_seconds += max(counted, (real + saved) / 1000 - calls * self._call_cost.overhead)
        if frame.message["type"] != "said":
            self.longest_part, self._part_seconds = max(self.longest_part, self._part_seconds), 0.0

    def _is_acceptable(self, dialogue: Dialogue, limit: float) -> bool:
        near = is_near_limit(self.longest_part, limit)
        return not (near or self.inconsistent) and dialogue.answer.end in ENDED_ITSELF


T = TypeVar("T")
Groups: TypeAlias = Callable[[], Sequence[CallGroup]]
"""Returns the calls of each check; called only for a plain sweep."""

SECOND_MOVE = 8
"""Free cells of the board after a person's first move."""

QUICK_IMPORT = 1.0
"""CPU seconds of an import; during a longer one nobody would read the calls of a sweep, which no pipe can hold."""
FAILURES = (ImportFailed, ProbeEnded, MalformedFrame)
"""Errors that end only the work with kept answers: the plain run that follows shows what is wrong."""


def require_consistent(sweep: CollectedAnswers, calls: int, source: SourceText) -> None:
    """Raise ShortcutRejected if something contradicted the claim, or if one of so many `calls` did not come back."""
    if why := inconsistency_of(sweep.closing, source):
        raise ShortcutRejected(why)
    if len(sweep.answers) < calls or not all_returned(sweep.answers):
        raise ShortcutRejected("a call did not come back")


def _endless_counter() -> Callable[[Sequence[Answer]], None]:
    """Return a function that raises ShortcutRejected after `MAX_ENDLESS` endless calls: plain sweeps skip the rest."""
    found = 0

    def look(answers: Sequence[Answer]) -> None:
        nonlocal found
        # Equal answers of a sweep are one object.
        endless = {answer for answer in set(answers) if answer.is_endless}
        found += sum(map(endless.__contains__, answers)) if endless else 0
        if found >= MAX_ENDLESS:
            raise ShortcutRejected("a function calls itself without end")

    return look


class Decider:
    """
    Asks one submission with kept answers where that changes nothing, else plainly.

    One probe serves the sweeps of the search and of all functions that claim to keep no state. Each game and each walk
    of dialogues has another probe. After a failed sweep, `claim` is empty, gives the reason, and no answers are kept.
    """

    def __init__(self, plain: SubmissionProbes, runner: PlainRunner, *, on: bool) -> None:
        """Keep answers in probes like `plain`, unless not `on`; `runner` gives all other answers."""
        self._plain, self._runner, self._on = plain, runner, on
        self._open = ExitStack()
        self._plain_outcomes: dict[Call, Answer] = {}
        """Calls that had these outcomes with kept answers, and then plainly."""
        self._probe: Probe | None = None
        """Serves sweeps; replaced after a sweep that may have left state in it."""
        self._trial = Trial(plain)
        self._imported = False
        self._begun: tuple[Sequence[Call], Begun] | None = None
        """A sweep on which another probe works before it is asked for."""
        self.claim = ShortcutClaim(reason="switched off")

    def import_module(self) -> None:
        """Import the submission, once; with the shortcut only in a memoized probe, unless that import fails."""
        if self._on and not self._imported:
            self.claim = ShortcutClaim()
            try:
                self._open_probe()
                read, ready = self._memoized.read, self._memoized.ready
                assert read is not None and ready is not None  # noqa: S101, PT018 - a probe is open
                self.claim = read_claim(read, ready, self._memoized.source)
                self._plain.imported = self._memoized.module
                self._plain.usage.copy_output(self._memoized.usage)
            except FAILURES as failed:
                self.close()
                if isinstance(failed, ImportFailed) and failed.end is ChildEnd.CPU_LIMIT:
                    self._plain.failure = failed.answer  # a loop is not waited for twice
                self._plain.import_once()
                if self._plain.failure is None:
                    self.claim = ShortcutClaim(reason="the file could not be imported with it")
        self._imported = True
        self._plain.import_once()

    def begin_sweep(self, calls: Sequence[Call]) -> None:
        """Let another probe begin with `calls` of the search, which will be swept, if their answers are kept."""
        is_quick = self._probe is not None and self._probe.cpu_used < QUICK_IMPORT
        if is_quick and calls[0].function in self.claim.memo_safe:
            begun = self._memoized.begin(packed_calls(calls, one_by_one=False))
            self._open.callback(begun.open.close)
            self._begun = calls, begun

    def sweep(self, calls: Sequence[Call], groups: Groups, *, is_proof: bool) -> Sweep:
        """Make `calls` with kept answers if the claim allows it; else plainly, as far as `groups` need them."""
        kept = self._kept_sweep(calls, is_proof=is_proof)
        if kept is not None:
            return Sweep(calls=calls, answers=kept, kept=True)
        if not self._on and self._would_accept(calls):
            return Sweep(calls=calls, answers=self._runner.sweep_everything(calls))
        return Sweep(calls=calls, answers=self._runner.sweep(calls, groups()))

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game; if a call ends the game, walk again on a plain one."""
        if self.claim.memoized:
            with Game(self._plain.for_evidence(memoize=True)) as game:
                result = walk(game)
            if not game.over:
                return result
        with Game(self._plain, self._runner.game_pace) as game:
            return walk(game)

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers, counts: Callable[[T], bool]) -> T:
        """Return the result of `walk` on a dialogue runner; a result with kept answers must pass `counts`."""
        if self._may_talk():
            probes = self._plain.for_evidence(memoize=True)
            with ShortcutDialogueRunner(probes, known, self._trial.call_cost) as runner:
                result = walk(runner)
            if not runner.over and counts(result):
                return result
        with DialogueRunner(self._plain, known) as runner:
            return walk(runner)

    def come_again(self, calls: Sequence[Call], answers: Sequence[Answer]) -> bool:
        """Tell whether `calls` have the same outcomes in a plain run; if not, no answers are kept any more."""
        known = self._plain_outcomes
        pairs = zip(calls, answers, strict=True)
        both = {call: one for call, one in pairs if call not in known or not same_outcome(known[call], one)}
        if not both:
            return True
        try:
            plain = self._plain.for_evidence()
            with plain.opened() as probe:
                again = collect_answers(plain, probe, [*both], pace=KNOWN_TO_END).answers
                require_same_outcomes([*both.values()], again)
        except (*FAILURES, ShortcutRejected):
            self._reject("a wrong answer does not come again when the file is run in full")
            return False
        self._plain_outcomes |= both
        return True

    def close(self) -> None:
        self._probe = self._begun = None
        self._open.close()

    def _would_accept(self, calls: Sequence[Call]) -> bool:
        """Tell whether the shortcut, if it were on, would answer `calls` of a search."""
        function = one_function(calls)
        if function is None or not self._is_search(function) or self._plain.failure is not None:
            return False
        other = Decider(self._plain, self._runner, on=True)
        try:
            other.import_module()
            return other._kept_sweep(calls, is_proof=True) is not None
        finally:
            other.close()

    def _kept_sweep(self, calls: Sequence[Call], *, is_proof: bool) -> list[Answer] | None:
        """Make `calls` with kept answers; None if the claim does not allow it, or if a test fails."""
        function = one_function(calls)
        if function is None or self._plain.failure is not None or not self._may_sweep(function):
            return None
        searches = self._is_search(function)
        try:
            with self._sweeping(calls) as probe:
                sweep = collect_answers(self._memoized, probe, calls, None if searches else _endless_counter())
            if function not in self.claim.stateless:
                self.close()  # it may have left state that other functions would see
            require_consistent(sweep, len(calls), self._plain.source)
            if not searches:
                return self._charged(sweep, function)
            return self._trial.tried(calls, sweep, is_proof=is_proof)
        except FAILURES:
            self._reject("with it a call came to no end")
        except ShortcutRejected as rejected:
            self._reject(str(rejected))
        return None

    @contextmanager
    def _sweeping(self, calls: Sequence[Call]) -> Iterator[Probe]:
        """Yield the probe that has begun with `calls`, else the one that serves sweeps."""
        if self._begun is not None and self._begun[0] is calls:
            (_calls, begun), self._begun = self._begun, None
            with self._memoized.opened(begun) as probe:
                yield probe
        else:
            yield self._probe or self._open_probe()

    def _may_sweep(self, function: str) -> bool:
        if self._is_search(function):
            return function in self.claim.memo_safe
        return function in self.claim.stateless and self._probe is not None

    def _is_search(self, function: str) -> bool:
        return self._plain.job.module_spec.function(function).slow

    def _charged(self, sweep: CollectedAnswers, function: str) -> list[Answer]:
        """Return the answers of a function without kept answers, charged as a plain sweep."""
        usage, prints = self._plain.usage, self._plain.job.module_spec.function(function).prints
        self._memoized.usage.charge_elsewhere(sweep.seconds, usage)
        usage.add_output(None if prints else function, read_printed(sweep.closing))
        return sweep.answers

    def _reject(self, reason: str) -> None:
        self.close()
        self.claim = ShortcutClaim(reason=reason)

    def _may_talk(self) -> bool:
        """Tell whether a dialogue may keep answers: not if a plain one may come near a limit."""
        if dialogue_function(self._plain.job.module_spec) not in self.claim.memo_safe:
            return False
        return not is_near_limit(self._trial.times.upper(SECOND_MOVE), limit_between_questions(self._plain))

    @cached_property
    def _memoized(self) -> SubmissionProbes:
        """The probes that keep answers; one of them serves sweeps."""
        return self._plain.for_evidence(memoize=True)

    def _open_probe(self) -> Probe:
        self._probe = self._open.enter_context(self._memoized.opened())
        return self._probe
