"""Starts one submission's probes, imports the module in them and counts their use; callers decide what to ask."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, NoReturn

from msgspec import structs

from grader.model.answer import Answer, LeftOut, Raised
from grader.model.rubric import Limits
from grader.model.source import short_location
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.isolation_check import Launcher
from grader.sandbox.launching.process import KernelLimits
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.usage import LONGEST_PAUSE, Progress, Usage, evidence_limits
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed
from grader.sandbox.wire.messages import read_exception, read_printed
from grader.sandbox.wire.module import EndlessStatement, Module, read_endless, read_module
from grader.sandbox.wire.source_text import SourceText
from grader.text.exception_hints import meant_in_module


@dataclass(frozen=True, kw_only=True)
class Job:
    """One submission and how a probe must load it."""

    submission: Submission
    module_spec: ModuleSpec
    allowed_imports: tuple[str, ...] = ()
    """Third-party modules to import for real."""
    package_folders: tuple[str, ...] = ()
    """The folders of these modules."""
    memoize: bool = False
    """Whether to memoize the search if that cannot change an answer."""
    skipped_lines: tuple[EndlessStatement, ...] = ()
    """Top-level statements to leave out, because they never stopped asking for input."""
    script_name: str = ""
    """The name under which the file runs as a script; empty if it is imported."""

    @cached_property
    def frame(self) -> bytes:
        """The frame of the ``job`` message, made once; `grader/sandbox/inside/agent.py` describes the fields."""
        spec, main = self.module_spec, self.submission.files[0]
        message = {
            "type": "job",
            "files": {file.path: file.text for file in self.submission.files},
            "main": self.submission.main,
            "beside": list(self.submission.beside),
            "notebook_cells": list(main.cells),
            "module": spec.module,
            "functions": [function.name for function in spec.functions],
            "search": spec.search,
            "slow_functions": [function.name for function in spec.functions if function.slow],
            "printing_functions": [function.name for function in spec.functions if function.prints],
            "dialogue_function": dialogue_function(spec),
            "board_printer": spec.board_printer,
            "by_statement": spec.statements,
            "cell_specs": [[cell.symbol, cell.attribute, cell.default] for cell in spec.cells],
            "allowed_imports": list(self.allowed_imports),
            "package_folders": list(self.package_folders),
            "memoize": self.memoize and not self.script_name,
            "skipped_lines": self.skipped_lines,
            "script_name": self.script_name,
        }
        return packed(message)


def dialogue_function(module_spec: ModuleSpec) -> str:
    """Return the name of the function that holds a dialogue with a person; an empty text if there is none."""
    return next((function.name for function in module_spec.functions if function.is_dialogue), "")


MAX_NOTES = 5
LACKING = re.compile(r"cannot import name '\w+' from '(\w+)[.']")
"""Python's message for a name that a module lacks: misspelt, or new in a later version."""


def explain_exception(end: ChildEnd, raised: Raised, python: tuple[int, int]) -> Raised:
    """Return the exception that ended an import by `python`, with advice for common types."""
    advice = ""
    if raised.type == "FileNotFoundError" and raised.refused is None:
        advice = " (no such file was handed in beside it)"
    elif raised.type == "TabError":
        advice = " (let your editor convert all tabs to spaces)"
    elif raised.message.startswith("unindent does not match"):
        advice = " (indent it like the other lines of its block, all with spaces)"
    if raised.type == "EOFError":
        advice = " (input() waits for a player: put the game under if __name__ == '__main__')"
    elif end is ChildEnd.EXITED:
        advice = " (the file ends itself while it is imported: put the game under if __name__ == '__main__')"
    elif meant := meant_in_module(raised.message):
        advice = f" ({meant})"
    elif (lacking := LACKING.match(raised.message)) and lacking[1] in sys.stdlib_module_names:
        advice = " (imported by Python {}.{}; a newer one may have it)".format(*python)
    return structs.replace(raised, message=(raised.message + advice).strip())


def import_ended(end: ChildEnd, limit: float) -> Answer:
    """Return the outcome of an import whose process ended, or did not finish within `limit` CPU seconds."""
    advice = "put the game under if __name__ == '__main__'"
    why = {
        ChildEnd.CPU_LIMIT: f"it was still running after {limit:g} s of CPU time: {advice}",
        ChildEnd.WALL_LIMIT: f"it waits for something that never comes: {advice}",
    }.get(end, f"the process ended ({end.value})")
    raised = Raised(type="ImportError", message=why, at=None)
    return Answer(end=ChildEnd.IMPORT_FAILED, raised=raised)


def left_out_notes(submission: Submission, module: str, left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a note for each of the first five statements, and one for all others; `module` is the main file's name."""
    for statement in left_out[:MAX_NOTES]:
        raised = str(statement.raised) + (" (it asks for input)" if statement.asked else "")
        yield f"{short_location(submission, module, statement.at) or 'a statement'} was left out: {raised}"
    more = len(left_out) - MAX_NOTES
    if more > 0:
        yield f"{more} more {'statement was' if more == 1 else 'statements were'} left out"


class ImportFailed(Exception):
    """The module could not be imported."""

    def __init__(self, answer: Answer, end: ChildEnd = ChildEnd.IMPORT_FAILED) -> None:
        """Carry the outcome of every call of the module, and how the process ended, if it ended."""
        super().__init__(str(answer.raised))
        self.answer, self.end = answer, end


class Begun(NamedTuple):
    """A probe that works on a request before its answer is awaited."""

    probe: Probe
    open: ExitStack
    """Ends the probe."""


class SubmissionProbes:
    """Opens probes for one submission, enforces its limits and counts its use."""

    def __init__(self, job: Job, limits: Limits, launcher: Launcher, progress: Progress | None = None) -> None:
        self.job = job
        self.limits = limits
        self.launcher = launcher
        self.progress = progress or Progress()
        self._evidence = Usage(evidence_limits(limits))
        # More CPU time than we ever allow: the kernel's limit only counts if the marker fails.
        seconds = int(10 * limits.submission_seconds) + 10
        self._kernel_limits = KernelLimits(memory_bytes=limits.memory_mib << 20, cpu_seconds=seconds)
        self.usage = Usage(limits, self._evidence)
        functions = [function.name for function in job.module_spec.functions]
        self.source = SourceText([file.text for file in job.submission.files], functions)
        self.failure: Answer | None = None
        """Why the module could not be imported; None if it could, or before the first import."""
        self.ready: Frame | None = None
        """The last frame in which a probe described the imported module."""
        self.read: Frame | None = None
        """The last frame sent before any of the submission's code ran; only if answers are kept."""
        self.imported: Module | None = None
        """The imported module, perhaps as other probes have read it; None before the first import."""
        self._endless: list[EndlessStatement] = []
        """Statements that never stopped asking for input; other probes of the submission share this list."""
        self.hanging_functions: set[str] = set()
        """Functions that reached their limit in each call; shared in the same way."""
        self.watched_in_vain: dict[tuple[str, int], int] = {}
        """How often long calls were watched in vain, by function and free cells; shared in the same way."""
        self.loops: set[str] = set()
        """Where endless loops were found; shared in the same way."""
        self.overrunning: set[str] = set()
        """Functions of which a call took far longer than its limit, without a loop that was found; shared too."""
        self.stays: set[str] = set()
        """Those in which calls of other functions stayed; shared too."""

    def for_evidence(self, *, memoize: bool = False) -> SubmissionProbes:
        """Return probes of the same submission for work on which no points depend; they share one small limit."""
        other = self._others(evidence_limits(self.limits), self.imported, memoize=memoize)
        other.usage = self._evidence
        return other

    def for_tracing(
        self, seconds: float, import_seconds: float | None = None, *, memoize: bool = False
    ) -> SubmissionProbes:
        """Return probes of the same submission with limits of their own (RuntimeError before an import)."""
        import_limit = min(self.limits.import_seconds, import_seconds or self.limits.import_seconds)
        limits = dataclasses.replace(self.limits, submission_seconds=seconds, import_seconds=import_limit)
        return self._others(limits, None if self.failure is not None else self.module, memoize=memoize)

    def _others(self, limits: Limits, module: Module | None, *, memoize: bool) -> SubmissionProbes:
        """Return probes of the same submission under other `limits`; they share the findings of these."""
        job = dataclasses.replace(self.job, memoize=memoize)
        other = SubmissionProbes(job, limits, self.launcher, self.progress)
        other.imported, other._endless, other.source = module, self._endless, self.source
        other.hanging_functions, other.watched_in_vain = self.hanging_functions, self.watched_in_vain
        other.loops, other.overrunning, other.stays = self.loops, self.overrunning, self.stays
        return other

    def import_once(self) -> None:
        """Import the module in a probe that does nothing else, unless the result of an import is known."""
        if self.imported is None and self.failure is None:
            with suppress(ImportFailed), self.opened():
                pass

    @property
    def module(self) -> Module:
        """What the imported module looks like (ImportFailed if the import failed, RuntimeError before it)."""
        if self.imported is None:
            if self.failure is None:
                raise RuntimeError("the module has not been imported")
            raise ImportFailed(self.failure)
        return self.imported

    def end_of(self, ended: ProbeEnded, *, within_budget: bool = True) -> Answer:
        """Return the outcome of the call that ended its probe ("not reached" without budget); take its time back."""
        used_up = self.usage.exhausted if within_budget else self.usage.spent
        if ended.end in (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT) and used_up:
            return Answer(end=ChildEnd.NOT_REACHED, seconds=ended.seconds)
        self.usage.take_back(ended.seconds)
        return Answer(end=ended.end, seconds=ended.seconds, loop_at=ended.loop_at)

    def begin(self, request: bytes) -> Begun:
        """Start a probe that imports the module and works on `request` by itself; hand it to `opened`, or end it."""
        with ExitStack() as stack:
            probe = stack.enter_context(self.started())
            probe.send_ahead(request)
            return Begun(probe, stack.pop_all())

    @contextmanager
    def opened(self, begun: Begun | None = None) -> Iterator[Probe]:
        """
        Start a probe and import the module in it (ImportFailed if that fails); close and count it at the end.

        One that was `begun` is used instead, and got its request already.
        """
        may_have_paused = self.limits.import_seconds < LONGEST_PAUSE
        while True:
            with ExitStack() if begun is None else begun.open as stack:
                probe = stack.enter_context(self.started()) if begun is None else begun.probe
                if self._is_imported(probe, may_have_paused=may_have_paused):
                    yield probe
                    return
            begun, may_have_paused = None, False

    @contextmanager
    def started(self, script_name: str = "") -> Iterator[Probe]:
        """Start a probe that imports the module, or runs the file as a script, and leave its first frame unread."""
        if len(self.job.skipped_lines) < len(self._endless):
            self.job = dataclasses.replace(self.job, skipped_lines=tuple(self._endless))
        job = dataclasses.replace(self.job, script_name=script_name) if script_name else self.job
        probe = Probe(self.launcher, job.frame, self._kernel_limits, self.usage.allowance(self.progress.waits))
        self.usage.begin_probe(probe)
        try:
            yield probe
        finally:
            probe.close()
            self.usage.end_probe(probe)

    def _is_imported(self, probe: Probe, *, may_have_paused: bool) -> bool:
        """Read the result of the import; False to try again, without an endless statement or after a pause."""
        limit = self.limits.import_seconds
        try:
            if self.job.memoize:
                self.read = probe.frame(limit, "read").frame
            frame, seconds = probe.frame(limit, "ready", "failed", "endless")
            self.usage.note_near_limit("import", seconds, limit)
            self.usage.add_output("import", read_printed(frame))
            if frame.message["type"] == "endless":
                self._endless.append(read_endless(frame, self._endless))
                return False
            if frame.message["type"] == "failed":
                end, raised = read_exception(frame.message.get("raised"), frame.message.get("column", 0))
                raised = explain_exception(end, raised, self.launcher.python.version)
                self._fail(Answer(end=ChildEnd.IMPORT_FAILED, raised=raised))
            if self.ready is None or frame.message != self.ready.message:
                # A submission that needs many processes describes itself in each, mostly in the same words.
                self.imported = read_module(frame, self.job.module_spec, self.source)
            self.ready = frame
        except MalformedFrame:
            self._fail(import_ended(ChildEnd.GARBLED, limit))
        except ProbeEnded as ended:
            if ended.end is ChildEnd.CPU_LIMIT and may_have_paused:
                self.usage.take_back(ended.seconds)
                return False
            self._fail(import_ended(ended.end, limit), ended.end)
        return True

    def _fail(self, answer: Answer, end: ChildEnd = ChildEnd.IMPORT_FAILED) -> NoReturn:
        if self.imported is None:
            self.failure = answer
        raise ImportFailed(answer, end)
