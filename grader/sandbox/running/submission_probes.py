"""One submission's probes: started, imported, called, counted; what they are asked is the student proxy's business."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, NoReturn

from grader.model.answer import Answer, Call
from grader.model.call_batch import one_function
from grader.model.rubric import Limits
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.process import Launcher
from grader.sandbox.memoized.claim import TRIAL_SECONDS, Claim, Pace, claimed
from grader.sandbox.running.import_report import explained, import_ended
from grader.sandbox.running.job import job_of
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.usage import NEAR, Usage
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed_calls
from grader.sandbox.wire.messages import Decoder, Module, decoded_exception, described_module, endless, printed


class ImportFailed(Exception):
    """The module could not be loaded."""

    def __init__(self, answer: Answer) -> None:
        """Carry the outcome that every call of the module gets."""
        super().__init__(str(answer.raised))
        self.answer = answer


class SubmissionProbes:
    """Opens probes for one submission and makes calls in them, under its limits."""

    def __init__(
        self, submission: Submission, module_spec: ModuleSpec, limits: Limits, launcher: Launcher, allow: Sequence[str]
    ) -> None:
        """Run `submission` under `limits`; `allow` names third-party modules to import for real."""
        self.short = False
        """Whether the search of the submission is memoized where it may be."""
        self.claim = Claim()
        self.submission = submission
        self.module_spec = module_spec
        self.limits = limits
        self.plain_seconds = limits.submission_seconds
        """What the whole submission may take where nothing is memoized."""
        self.pace: Pace | None = None
        """What a call of a memoized function takes, where that was measured."""
        self.usage = Usage(limits)
        self.launcher = launcher
        self._allow = tuple(allow)
        self._skip: list[tuple[int, bool]] = []
        """Lines of statements that ask for input for ever, and whether the function that talks does: never run."""
        self._module: Module | None = None
        self._failure: Answer | None = None

    def apart(self, *, short: bool) -> SubmissionProbes:
        """Return sessions of the same submission whose use of time counts for itself, its search memoized or not."""
        limits = self.limits
        if short:
            limits = dataclasses.replace(limits, submission_seconds=min(TRIAL_SECONDS, limits.submission_seconds))
        other = SubmissionProbes(self.submission, self.module_spec, limits, self.launcher, self._allow)
        other.plain_seconds = self.plain_seconds
        other.short, other._module, other._skip = short, self._module, self._skip
        return other

    def know(self, module: Module) -> None:
        """Take over what `apart` sessions found the module to look like."""
        self._module = module

    @property
    def failure(self) -> Answer | None:
        """Why the module could not be imported, or None when it could."""
        self._inspect()
        return self._failure

    @property
    def module(self) -> Module:
        """What the imported module looks like (ImportFailed when it could not be imported)."""
        self._inspect()
        if self._module is None:
            assert self._failure is not None  # noqa: S101 - one of the two is known after a look
            raise ImportFailed(self._failure)
        return self._module

    def run(self, calls: Sequence[Call], *, single: bool, look_on: bool) -> tuple[list[Answer], Answer | None]:
        """
        Make calls in one probe until all are answered or one ends it.

        Returns the answers and, when it ended early, the outcome of the call that was running. With `look_on` a call
        that overruns its limit may go on to twice of it, to tell "too slow here" from "never".
        """
        answers: list[Answer] = []
        if self.usage.exhausted:
            return answers, Answer(end=ChildEnd.NOT_REACHED)
        try:
            with self.opened() as probe:
                for answer in self.answered(probe, calls, single=single, look_on=look_on):
                    answers.append(answer)  # noqa: PERF402 - what came before an end counts
        except ImportFailed as failed:
            # It could be imported before: what it does depends on something we do not control.
            return answers, failed.answer
        except ProbeEnded as ended:
            # What ended it after the last answer concerns no call.
            return answers, self.end_of(ended) if len(answers) < len(calls) else None
        return answers, None

    def end_of(self, ended: ProbeEnded) -> Answer:
        """Return the outcome of the call that ended its probe, once that is counted."""
        over = ended.end in (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT) and self.usage.exhausted
        return Answer(end=ChildEnd.NOT_REACHED if over else ended.end, seconds=ended.seconds)

    @contextmanager
    def opened(self) -> Iterator[Probe]:
        """Start a probe and import the module in it (ImportFailed when that fails)."""
        while True:
            with self.started() as probe:
                if self._imported(probe):
                    yield probe
                    return

    @contextmanager
    def started(self, *, script: bool = False) -> Iterator[Probe]:
        """Start a probe that imports the module, or runs the file as a `script`; what it says has not been read."""
        job = {**self._job, "shortcut": self.short and not script, "skip": self._skip, "script": script}
        probe = Probe(self.launcher, job, self._kernel_limits, self.usage.patience())
        try:
            yield probe
        finally:
            probe.close()
            self.usage.spent(probe)

    def answered(self, probe: Probe, calls: Sequence[Call], *, single: bool, look_on: bool) -> Iterator[Answer]:
        """Yield the answers to `calls` as they come (Ended when the probe does not give them all)."""
        decoder = Decoder(self.module.constants, self.usage.quota)
        probe.send(packed_calls(calls, single=single))
        done = 0
        try:
            while done < len(calls):
                asked = calls[done].function
                limit = self.limits.seconds_for(asked)
                allowed = self.usage.allowed(limit * (2 if look_on else 1), probe)
                frame, seconds = self.frame(probe, allowed, "answers")
                got = decoder.answers(frame, 1 if single else len(calls) - done)
                if len(got) == 1:
                    got = [self.usage.judged(asked, got[0], seconds, limit)]
                elif seconds > NEAR * limit:
                    # One of them was slow, and only a call of its own shows which, and how slow.
                    raise probe.ended(ChildEnd.CPU_LIMIT)
                yield from got
                done += len(got)
            frame, _seconds = self.frame(probe, self.limits.call_seconds, "done")
            function = one_function(calls)
            if function is not None:  # of several nobody knows which of them printed
                self.usage.printed(None if self.module_spec.function(function).prints else function, printed(frame))
        except MalformedFrame as error:
            raise probe.ended(ChildEnd.GARBLED) from error

    def frame(self, probe: Probe, limit: float, *types: str) -> tuple[Frame, float]:
        """Return the probe's next frame, which must be of one of these types, with the CPU seconds it took."""
        frame, seconds = probe.frame(limit)
        self.usage.quota.take(received=frame.size + len(frame.numbers))
        if frame.message["type"] not in types:
            raise MalformedFrame(f"a frame out of order, instead of {types[0]}")
        return frame, seconds

    def _inspect(self) -> None:
        if self._module is None and self._failure is None:
            with suppress(ImportFailed), self.opened():
                pass

    def _imported(self, probe: Probe) -> bool:
        """Hear what came of the import; False where it is to be tried again without one more of its statements."""
        limit = self.limits.import_seconds
        try:
            frame, seconds = self.frame(probe, limit, "ready", "failed", "endless")
            self.usage.timed("import", seconds, limit)
            self.usage.printed("import", printed(frame))
            if frame.message["type"] == "endless":
                self._skip.append(endless(frame, [line for line, _talked in self._skip]))
                return False
            if frame.message["type"] == "failed":
                end, raised = decoded_exception(frame.message.get("raised"))
                self._fail(Answer(end=ChildEnd.IMPORT_FAILED, raised=explained(end, raised)))
            symbols = [mark.symbol for mark in self.module_spec.marks]
            if self.short:
                self.claim = claimed(frame)
            self._module = described_module(frame, symbols, [shape.name for shape in self.module_spec.functions])
        except MalformedFrame:
            self._fail(import_ended(ChildEnd.GARBLED, limit))
        except ProbeEnded as ended:
            self._fail(import_ended(ended.end, limit))
        return True

    def _fail(self, answer: Answer) -> NoReturn:
        if self._module is None:
            self._failure = answer
        raise ImportFailed(answer)

    @cached_property
    def _job(self) -> dict[str, Any]:
        return job_of(self.submission, self.module_spec, self._allow)

    @property
    def _kernel_limits(self) -> tuple[int, int]:
        """Bytes of memory, seconds of CPU; the latter backs our own watch and is never reached while we are there."""
        return self.limits.memory_mib << 20, int(2 * self.limits.submission_seconds) + 10
