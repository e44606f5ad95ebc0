"""The student's module as the checks see it: functions to call, answers that came back over the wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from grader.model.answer import Answer, Call, Sweep, Value
from grader.model.counterexample import SourceLine
from grader.model.dialogue import Dialogue, LeftOut
from grader.model.excerpt import excerpt_around
from grader.model.result import Output, Shortcut
from grader.model.rubric import Limits
from grader.model.source_location import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.sandbox.dialogue.exchange import ChooseLine
from grader.sandbox.dialogue.runner import NO_ANSWERS, DialogueRunner, KnownAnswers
from grader.sandbox.launching.process import Launcher
from grader.sandbox.memoized.runner import MemoizedRunner
from grader.sandbox.memoized.sweep import ShortcutRejected
from grader.sandbox.plain_runner import PlainRunner, Runner
from grader.sandbox.running.game import Game
from grader.sandbox.running.import_report import left_out_notes
from grader.sandbox.running.job import Job
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.running.usage import Usage
from grader.sandbox.wire.module_description import Module

__all__ = ["DialogueRunner", "Game", "Student"]

T = TypeVar("T")


class Student:
    """
    One submission, called through probes; answers are plain data, and nothing here judges them.

    `import_module` comes first. What is asked then is run with the search memoized where that changes nothing, else
    plainly. A plain sweep, sequence or game has a probe of its own and starts from a pristine import. With the shortcut
    one probe serves the sweeps of all functions that were shown to answer from their arguments alone; what they find
    there is the state of a module that such functions have been called in. `docs/trust.md` has a table of this.
    """

    def __init__(  # noqa: PLR0913 - what a grading depends on, gathered here once
        self,
        submission: Submission,
        module_spec: ModuleSpec,
        limits: Limits,
        launcher: Launcher,
        allow: Sequence[str] = (),
        *,
        shortcut: bool = True,
    ) -> None:
        """
        Prepare `submission` to be run under `limits`; no process is started yet.

        `allow` names third-party modules to import for real. Without `shortcut` every call is made plainly.
        """
        self.module_spec = module_spec
        self.limits = limits
        self._submission = submission
        job = Job(submission=submission, module_spec=module_spec, allow=tuple(allow))
        self._probes = SubmissionProbes(job, limits, launcher)
        self._plain = PlainRunner(self._probes)
        self._shortcut = shortcut
        self._memoized: MemoizedRunner | None = None
        self._imported = False
        self._notes: dict[str, None] = {}
        self.observed: dict[str, str] = {}

    def import_module(self) -> None:
        """Import the submission, once; it comes before all that is asked of the module but `run_script`."""
        if self._shortcut and self._memoized is None:
            self._memoized = MemoizedRunner(self._probes)
        self._probes.import_once()
        self._imported = True

    @property
    def failure(self) -> Answer | None:
        """Why the module could not be imported, or None when it could (RuntimeError before `import_module`)."""
        self._require_import()
        return self._probes.failure

    @property
    def module(self) -> Module:
        """What the imported module looks like (ImportFailed when it could not be imported)."""
        return self._probes.module

    @property
    def in_notebook(self) -> bool:
        """Whether the file is a notebook."""
        return bool(self._submission.files[0].cells)

    def place(self, answer: Answer) -> str | None:
        """Return the place at which `answer` was raised, in words for people."""
        at = answer.raised.at if answer.raised else None
        return readable_location(self._submission, self.module_spec.module, at) if at else None

    def excerpt(self, answer: Answer) -> tuple[SourceLine, ...]:
        """Return the lines of the file around the place at which `answer` was raised."""
        return excerpt_around(self._submission, self.module_spec.module, answer.raised.at if answer.raised else None)

    @property
    def shortcut(self) -> Shortcut:
        """What was memoized of the search, or why nothing was."""
        if self._memoized is None:
            return Shortcut(why="switched off")
        claim = self._memoized.claim
        return Shortcut(functions=claim.memoized, why=claim.reason)

    @property
    def usage(self) -> Usage:
        """What the submission has used so far."""
        return self._probes.usage

    @property
    def output(self) -> tuple[Output, ...]:
        """The end of what the submission printed, by what was running."""
        return self.usage.output

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the submission, in the order it was seen."""
        left_out = self.left_out if self.module_spec.statements else ()
        return (*left_out_notes(self._submission, self.module_spec.module, left_out), *self._notes)

    def note(self, text: str) -> None:
        """Add a note, once."""
        self._notes[text] = None

    def record(self, key: str, text: str) -> None:
        """Keep a fact about the submission that no check owns."""
        self.observed[key] = text

    def has(self, function: str) -> bool:
        """Tell whether the module defines `function`."""
        return self.module.functions[function] is not None

    def keeps_no_state(self, function: str) -> bool:
        """Tell whether `function`, as long as it alone is called, was shown to answer from its arguments alone."""
        return self._memoized is not None and function in self._memoized.claim.stateless

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Top-level statements that were left out of the import, in order, at most 20."""
        return () if self.failure is not None else self.module.left_out

    @property
    def talked_at_import(self) -> tuple[str, ...]:
        """The top-level statements, such as ``AI_game.py:73``, in which the dialogue function asked for input."""
        return () if self.failure is not None else self.module.talked_at

    def cell_value(self, symbol: str) -> Value:
        """Return how this module writes the cell `symbol`: X, O or a dot."""
        return self.module.constants[symbol]

    def sweep(self, calls: Sequence[Call]) -> Sweep:
        """Make all `calls`, of one function or mixed; where the import failed, each has that as its answer."""
        return Sweep(calls=calls, answers=self._first_that_accepts(lambda runner: runner.sweep(calls)))

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one after the other in one fresh probe, never memoized."""
        self._require_import()
        return self._plain.sequence(calls)

    def game(self) -> Game:
        """Return a game in one fresh probe, never memoized; it is a context manager."""
        self._require_import()
        return Game(self._probes)

    def play(self, walk: Callable[[Game], T]) -> T:
        """Return what `walk` makes of a game; it is called again, with another, where the search cannot be memoized."""
        return self._first_that_accepts(lambda runner: runner.game(walk))

    def hold_dialogues(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers = NO_ANSWERS) -> T:
        """
        Return what `walk` makes of a dialogue runner; it is called again, with another, where the memo does not hold.

        `known` are answers by function and board: these calls are not made again.
        """
        return self._first_that_accepts(lambda runner: runner.dialogue(walk, known))

    def run_script(self, choose: ChooseLine) -> Dialogue:
        """Return what happens when somebody runs the file, which need not be importable; `choose` types the lines."""
        return self._plain.script(choose)

    def finish(self) -> None:
        """End what is still running, and count it."""
        if self._memoized is not None:
            self._memoized.close()

    def close(self) -> None:
        """Give the launcher back, for a student who is the only one to use it."""
        self._probes.launcher.close()

    def _first_that_accepts(self, ask: Callable[[Runner], T]) -> T:
        self._require_import()
        if self._memoized is not None:
            with suppress(ShortcutRejected):
                return ask(self._memoized)
        return ask(self._plain)

    def _require_import(self) -> None:
        if not self._imported:
            raise RuntimeError("import_module() comes first")
