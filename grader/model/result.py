"""What grading a submission showed: the one record all reports are rendered from."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from grader.model.isolation import Isolation
from grader.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptPart:
    """One part of a dialogue."""

    who: str
    """``program`` or ``you``."""
    text: str
    """Cleaned; line feeds stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """The smallest board that shows what is wrong."""

    function: str
    board: str
    """Nine characters `X`, `O` or `.`, row by row."""
    call: str
    """The call as a person would write it, the board left to the drawing: ``result(board, (3, 1))``."""
    got: str
    """What came back, or how the call ended, as cleaned text."""
    expected: str
    """What the sheet asks for on this board."""
    at: str | None = None
    """``tictactoe.py:41``: the student's line where an exception was raised."""
    after: str | None = None
    """The board as the call left it, nine characters, where that is what is wrong."""
    action: tuple[int, int] | None = None
    """The action that was passed in, or the move that was played."""
    moves: tuple[int, ...] = ()
    """A whole game as cell numbers 0 to 8 in the order played, where the failure is a lost game."""
    transcript: tuple[TranscriptPart, ...] = ()
    """What the program and the person at the keyboard wrote in turn, where the failure is a dialogue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """A line of the student's own file."""

    number: int
    text: str
    """Cleaned, without what ends the line."""
    raised: bool = False
    """Whether this is the line where the exception came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """What one check showed, before any points are known."""

    check: str
    """``function.check``."""
    verdict: Verdict
    message: str = ""
    wrong: int | None = None
    """How many boards (moves, games) were not right."""
    of: int | None = None
    """How many were judged."""
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    """One command to paste beside the student's file."""
    pattern: str = ""
    """What the wrong answers have in common, where that can be said: ``misses the anti-diagonal``."""
    behaviour: str | None = None
    """A hash of everything that was wrong, boards and answers: equal for equal mistakes."""
    excerpt: tuple[SourceLine, ...] = ()
    """The student's lines around the one where an exception was raised."""

    @property
    def full_message(self) -> str:
        """The message with what the wrong answers have in common."""
        return _said(self.message, self.pattern)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A check's outcome with its points."""

    id: str
    title: str
    points: Decimal
    earned: Decimal
    verdict: Verdict
    message: str = ""
    sheet: str = ""
    """The line of the sheet the check rests on."""
    wrong: int | None = None
    of: int | None = None
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    pattern: str = ""
    behaviour: str | None = None
    excerpt: tuple[SourceLine, ...] = ()

    @property
    def full_message(self) -> str:
        """The message with what the wrong answers have in common."""
        return _said(self.message, self.pattern)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualMark:
    """Points a person gave."""

    points: Decimal
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionResult:
    """A rubric line with its points."""

    id: str
    title: str
    points: Decimal
    earned: Decimal
    verdict: Verdict
    by_hand: bool = False
    bonus: bool = False
    manual: ManualMark | None = None
    checks: tuple[CheckResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Totals. Marks are exact decimals; only `scaled` is rounded."""

    earned: Decimal
    """Without the bonus."""
    possible: Decimal
    """The rubric's total, pending lines included."""
    automatic_earned: Decimal
    automatic_possible: Decimal
    pending: Decimal
    """Points of the lines a person has not filled in yet, bonus left out."""
    bonus: Decimal
    bonus_possible: Decimal
    bonus_pending: Decimal
    scaled: Decimal | None = None
    """`earned` plus `bonus` on the rubric's second scale."""
    scaled_possible: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionInfo:
    """Who and what was graded."""

    id: str
    student: str
    sha256: str
    main: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInfo:
    """What it was graded against."""

    title: str
    assignment: str
    sha256: str
    scale_decimals: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderInfo:
    """What graded it."""

    version: str
    python: str
    """Minor version, such as ``3.11``: what a mark may depend on."""
    isolation: Isolation | None
    """None only where none of the submission's code was run, such as a fault of ours before it could begin."""
    key: str
    """Hash of everything that bears on the mark; an unchanged key means an unchanged result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The end of what the submission printed."""

    where: str
    """``import`` or the function that was running."""
    tail: str
    characters: int
    """How many it printed in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Facts about the submission that no check owns."""

    policy: str = ""
    """
    One character per open board in canonical order: the cell 0 to 8 that was played, ``-`` for no legal move, ``.``
    where the sheet asks for none. Empty when the function that plays was not swept.
    """
    output: tuple[Output, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """The only part of a result that may differ between two runs."""

    cpu_seconds: float
    wall_seconds: float
    first_move_seconds: float | None = None
    """CPU time of the first move as a plain run takes it: measured, or predicted where the search was memoized."""
    near_limit: tuple[str, ...] = ()
    """Calls that took 0.5 to 2 times their limit, for a person to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """How the search was made faster, which changes no answer: `docs/shortcut.md`."""

    functions: tuple[str, ...] = ()
    """The functions whose answers were kept instead of computed again."""
    why: str = ""
    """Where there are none: why the search was run plainly, in a phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One graded submission."""

    submission: SubmissionInfo
    rubric: RubricInfo
    grader: GraderInfo
    status: str
    """``graded``, or ``harness_fault``: then there is no score."""
    score: Score | None
    criteria: tuple[CriterionResult, ...]
    notes: tuple[str, ...] = ()
    fault: str = ""
    """What went wrong on our side, when `status` is ``harness_fault``."""
    observed: Observed
    shortcut: Shortcut = Shortcut()
    timing: Timing


def _said(message: str, pattern: str) -> str:
    return f"{message}: {pattern}" if message and pattern else message or pattern
