"""The student's module for the checks: functions to call, and answers that came back over the wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from grader.model.answer import Answer, Call, Dialogue, LeftOut, Pairing, Sweep, Value, one_function
from grader.model.counterexample import SourceLine
from grader.model.progress import Observer, Work
from grader.model.result import Shortcut
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.model.source import excerpt_around, find_location, readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.python_text import function_at, unchanged_in_loop
from grader.sandbox.launching.isolation_check import Launcher
from grader.sandbox.running.answers import CallRun, Game
from grader.sandbox.running.dialogues import NO_ANSWERS, ChooseLine, DialogueRunner, KnownAnswers, run_script
from grader.sandbox.running.plain_runs import PlainRunner
from grader.sandbox.running.submission_probes import Job, SubmissionProbes, left_out_notes
from grader.sandbox.running.usage import Progress, Usage
from grader.sandbox.shortcut.decider import Decider, Groups
from grader.sandbox.tracing.tracers import Tracer, lines_run
from grader.sandbox.wire.module import Module

__all__ = ["DialogueRunner", "Game", "Groups", "Student"]

T = TypeVar("T")


class Student:
    """
    One submission, called through probes; answers are plain data, and nothing here judges them.

    Call `import_module` first. The search is memoized if that changes no answer; one probe then serves the sweeps of
    all functions that keep no state. Without the memo each sweep, sequence or game starts from a fresh import in a new
    probe. `docs/trust.md` has a table of this.
    """

    def __init__(  # noqa: PLR0913 - all that grading depends on, collected in one place
        self,
        submission: Submission,
        module_spec: ModuleSpec,
        limits: Limits,
        launcher: Launcher,
        allow: Sequence[str] = (),
        *,
        shortcut: bool = True,
        only: frozenset[str] = frozenset(),
        observer: Observer | None = None,
    ) -> None:
        """Run `submission` with the real modules `allow`, and only with the functions `only` if it names any."""
        self.submission, self.module_spec, self.limits = submission, module_spec, limits
        job = Job(
            submission=submission,
            module_spec=module_spec,
            allowed_imports=tuple(allow),
            package_folders=launcher.python.package_folders if allow else (),
        )
        self.only = only
        self._shortcut = shortcut
        self.progress = Progress(observer)
        self._probes = SubmissionProbes(job, limits, launcher, self.progress)
        self._plain = PlainRunner(self._probes)
        self._decider = Decider(self._probes, self._plain, on=shortcut)
        self._tracer = Tracer(self._probes)
        self.trace = self._tracer.trace
        """Calls the search once and records it; ask after everything else, and about small boards first."""
        self._swept: Callable[[], Sequence[Call]] | None = None
        self._recorded: Callable[[], Sequence[Call]] = tuple
        self.lines_run = partial(lines_run, self._probes)
        """Makes calls again and yields the lines that each ran last; ask once, after everything else."""
        self._readable = partial(readable_location, submission, module_spec.module)
        self._imported = False
        self.is_proof = True
        """Whether points depend on the answers: then wrong answers must come again without the shortcut."""
        self._notes: dict[str, None] = {}
        self.observed: dict[str, str] = {}

    def work_ahead(self, swept: Callable[[], Sequence[Call]], recorded: Callable[[], Sequence[Call]]) -> None:
        """
        Let other processors do work before it is asked for, if answers of the search are kept; before the import.

        Both return calls of the search, if the work is begun: all, and those that are recorded in any case.
        """
        self._swept, self._recorded = swept, recorded

    def import_module(self) -> None:
        """Import the submission, once, before every call except `run_script`."""
        self.progress.begin(Work.IMPORT)
        self._decider.import_module()
        self._imported = True
        if self._swept is not None and self.keeps_answers and self.has(self.module_spec.search):
            self._decider.begin_sweep(self._swept())

    @property
    def failure(self) -> Answer | None:
        """Why the module could not be imported, None if it could (RuntimeError before `import_module`)."""
        self._require_import()
        return self._probes.failure

    @property
    def module(self) -> Module:
        """The imported module (ImportFailed if it could not be imported)."""
        return self._probes.module

    def place(self, answer: Answer) -> str | None:
        """Return where the exception of `answer` was raised, or where its loop begins; None if that is unknown."""
        return self._readable(answer.at) if answer.at else None

    def endless_function(self, call: Call, answer: Answer) -> str:
        """Return the function with the endless loop of `answer`, if it is not the function of `call`; else nothing."""
        found = find_location(self.submission, self.module_spec.module, answer.loop_at) if answer.loop_at else None
        name = function_at(found.file.text, found.line) if found is not None else ""
        return "" if name == call.function else name

    def unchanged_in_loop(self, answer: Answer) -> tuple[str, str]:
        """Return the variable that should end the loop of `answer` and may stay as it is, and the reason's code."""
        found = find_location(self.submission, self.module_spec.module, answer.loop_at) if answer.loop_at else None
        name, why = unchanged_in_loop(found.file.text, found.line) if found is not None else ("", "")
        return sanitize(name), why

    def never_ends(self, answer: Answer) -> bool:
        """Tell whether the call was in a loop that was shown to have no end."""
        return answer.loop_at in self._probes.loops

    def excerpt(self, answer: Answer) -> tuple[SourceLine, ...]:
        """Return the lines of the file around the place of `answer`."""
        column = answer.raised.column if answer.raised is not None else 0
        return excerpt_around(self.submission, self.module_spec.module, answer.at, column)

    @property
    def shortcut(self) -> Shortcut:
        claim = self._decider.claim
        return Shortcut(functions=claim.memoized, why=claim.reason)

    @property
    def usage(self) -> Usage:
        return self._probes.usage

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the submission, in the order in which it was found."""
        left_out = self.left_out if self.module_spec.statements else ()
        return (*left_out_notes(self.submission, self.module_spec.module, left_out), *self._notes)

    def note(self, text: str) -> None:
        self._notes[text] = None

    def has(self, function: str) -> bool:
        return self.module.functions[function] is not None and (not self.only or function in self.only)

    def keeps_no_state(self, function: str) -> bool:
        """Tell whether the answers of `function`, called alone, were shown to depend only on arguments."""
        return function in self._decider.claim.stateless

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Top-level statements that were left out of the import, in order, at most 20."""
        return () if self.failure is not None else self.module.left_out

    @property
    def talked_at_import(self) -> tuple[str, ...]:
        """The top-level statements, such as ``AI_game.py:73``, in which the dialogue function asked for input."""
        places = () if self.failure is not None else self.module.talked_at
        return tuple(filter(None, map(self._readable, places)))

    def cell_value(self, symbol: str) -> Value:
        """Return the module's value for the cell `symbol`: X, O or a dot."""
        return self.module.constants[symbol]

    def sweep(self, calls: Sequence[Call], groups: Groups = tuple) -> Sweep:
        """
        Make `calls`, of one function or mixed; after a failed import, the failure is the answer to each.

        Expensive calls that no check of `groups` needs are left out, but never because the shortcut is off.
        """
        self._require_import()
        if self.keeps_answers and one_function(calls) == self.module_spec.search:
            recorded, self._recorded = self._recorded, tuple
            self._tracer.begin(recorded())
        return self._decider.sweep(calls, groups, is_proof=self.is_proof)

    def sweep_plainly(self, calls: Sequence[Call], groups: Groups) -> Sequence[Answer]:
        """Make `calls` of one function without the shortcut; a search makes all, however long that takes."""
        if self.module_spec.function(calls[0].function).slow:
            return self._plain.sweep_everything(calls)
        return self._plain.sweep(calls, groups())

    def come_again(self, calls: Sequence[Call], answers: Sequence[Answer]) -> bool:
        """Tell whether `calls` have the same outcomes without the shortcut; if not, it is used no more."""
        return not self.is_proof or self._decider.come_again(calls, answers)

    @property
    def keeps_answers(self) -> bool:
        return bool(self._decider.claim.memoized)

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one after the other in one fresh probe, never memoized."""
        self._require_import()
        return self._plain.sequence(calls)

    def pairs(self, calls: Sequence[Call], pairing: Pairing) -> CallRun:
        """Make `calls`, in pairs as `pairing` says, in one fresh probe, as long as it lives and there is time."""
        self._require_import()
        self.progress.begin(Work.SIDE_EFFECTS)
        return self._plain.pairs(calls, pairing)

    def game(self) -> Game:
        """Return a game in one fresh probe, never memoized; it is a context manager."""
        self._require_import()
        return Game(self._probes)

    def play(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game; walk again on another game if the search cannot be memoized."""
        self.progress.begin(Work.GAMES)
        self._require_import()
        return self._decider.game(walk)

    def hold_dialogues(
        self,
        walk: Callable[[DialogueRunner], T],
        known: KnownAnswers = NO_ANSWERS,
        counts: Callable[[T], bool] = lambda _result: True,
    ) -> T:
        """
        Return the result of `walk`, as `play` does; calls with a `known` answer are not made again.

        A result with the shortcut is taken only if it `counts`; else the dialogues are held again without it.
        """
        self.progress.begin(Work.DIALOGUES)
        self._require_import()
        return self._decider.dialogue(walk, known, counts)

    def run_script(self, choose: ChooseLine, name: str = "__main__") -> Dialogue:
        """Run the file, importable or not, as a script called `name`; `choose` types the lines. Return the dialogue."""
        self.progress.begin(Work.SCRIPT)
        return run_script(self._probes, choose, name)

    def finish(self) -> None:
        """End what is still running, and count its use."""
        self._decider.close()
        self._tracer.close()

    def stop(self) -> None:
        """Let a running call without the memo end within a moment, and make no other; from any thread."""
        self.usage.stopped.set()

    def with_submission(self, submission: Submission, limits: Limits, module_spec: ModuleSpec | None) -> Student:
        """Return another student with `submission` under `limits`, in probes of its own; `stop` ends both."""
        allowed, spec = self._probes.job.allowed_imports, module_spec or self.module_spec
        other = Student(
            submission, spec, limits, self._probes.launcher, allowed, shortcut=self._shortcut, only=self.only
        )
        other.usage.stopped = self.usage.stopped
        other._probes.loops |= self._probes.loops
        return other

    def _require_import(self) -> None:
        if not self._imported:
            raise RuntimeError("import_module() comes first")
