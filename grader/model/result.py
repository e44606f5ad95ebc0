"""The result of grading one submission: the only record that reports are rendered from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from grader.model.answer import Answer, Call
from grader.model.assessment import Payload
from grader.model.counterexample import Counterexample, DifferingLine, SourceLine
from grader.model.identity import Identity, identity_fields
from grader.model.isolation import Isolation
from grader.model.reason import Said
from grader.model.source import LinesRun, SourceCopy
from grader.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The end of what the submission printed."""

    where: str
    """``import`` or the function that was running."""
    tail: str
    characters: int
    """How many it printed in total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Facts about the submission that belong to no single check."""

    policy: str = ""
    """
    One character per open board in canonical order: the cell 0 to 8 that was played, ``-`` for no legal move, ``.``
    for a board on which the sheet asks for no move, ``?`` for one that was not asked. Empty without a function that
    plays.
    """
    output: tuple[Output, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """The only part of a result that may differ between two runs."""

    cpu_seconds: float
    wall_seconds: float
    first_move_seconds: float | None = None
    """CPU time of the first move in a plain run: measured, or predicted if the search was memoized."""
    near_limit: tuple[str, ...] = ()
    """Calls that took half their limit or more, for a person to look at."""
    processor: str = ""
    """Of the machine that graded; empty in a result of an older grader, or of one that was graded alone."""
    calibration_seconds: float | None = None
    """CPU seconds that a fixed small workload took there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """How the search was made faster without changing an answer: `docs/shortcut.md`."""

    functions: tuple[str, ...] = ()
    """The functions whose answers were kept instead of computed again."""
    why: str = ""
    """If there are none: a phrase that says why no answer was kept."""


CANNOT_BE_IMPORTED = "cannot_be_imported"
"""The code of the reason that every check has if the file cannot be imported."""
P = TypeVar("P", bound=Payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionInfo(Identity):
    """The student and the files that were graded."""

    sha256: str
    code_sha256: str = ""
    """The same without comments, blanks and ends of lines; empty in a result of an older grader."""
    main: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInfo:
    """The rubric that was used."""

    title: str
    assignment: str
    sha256: str
    question: str = ""
    """The hash of what it has a submission asked; empty in a result of an older grader."""
    scale_decimals: int | None = None
    scale_cap: bool = False
    """Whether the second scale ends at its full marks, also with a bonus."""
    zero_missing: bool = False
    """Whether an export enters 0 for who handed in nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderInfo:
    """The grader that was used."""

    version: str
    python: str
    """Minor version, such as ``3.11``: what a mark may depend on."""
    isolation: Isolation | None
    """None only if no code of the submission was run, as after a fault of the grader before the first probe."""
    key: str
    """Hash of everything that a mark depends on: equal keys mean equal results."""
    compared: tuple[str, ...] = ()
    """The keys of other attempts of the student, of which this is the best."""


class ShownCall(NamedTuple):
    """The call of a counterexample, and its answer."""

    call: Call
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """The verdict of one check and what it rests on; points are added by the rubric."""

    check: str
    """``function.check``."""
    verdict: Verdict
    reasons: Said = ()
    wrong: int | None = None
    """How many boards (moves, games) were not right."""
    of: int | None = None
    """How many there are."""
    asked: int | None = None
    """How many of them were asked, None for all. If some were not asked, `wrong` is a lower limit."""
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    """One command to paste beside the student's file."""
    pattern: Said = ()
    """What the wrong answers have in common; empty if nothing is known."""
    behaviour: str | None = None
    """A hash of all wrong answers and their boards: equal for equal mistakes."""
    excerpt: tuple[SourceLine, ...] = ()
    """The student's lines around the one where an exception was raised."""
    difference: tuple[DifferingLine, ...] = ()
    """Where a file that was handed out came back changed: the first lines that differ, those handed out first."""
    shown: ShownCall | None = field(default=None, compare=False)
    """What the counterexample shows, so that it can be called again; no part of the result."""
    keeps_state: bool = field(default=False, compare=False)
    """Whether the call of the counterexample, made alone, has another answer; no part of the result."""
    lines_run: tuple[LinesRun, ...] = ()
    """The lines that the call of the counterexample ran last, in order: a claim of the inside."""

    @property
    def function(self) -> str:
        return self.check.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualMark:
    """Points a person gave; all of it is as that person wrote it."""

    points: Decimal
    comment: str = ""
    by: str = ""
    """Who gave them; empty if the person did not say."""
    when: str = ""
    """When they were given; empty if the person did not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A check's outcome with its points."""

    id: str
    title: str
    points: Decimal
    earned: Decimal
    verdict: Verdict
    sheet: str = ""
    """The sentence of the assignment sheet that the check rests on."""
    wrong: int | None = None
    of: int | None = None
    asked: int | None = None
    reasons: Said = ()
    """Why it has its verdict; none in a file of the first version."""
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    pattern: Said = ()
    """What the wrong answers have in common; empty if nothing is known."""
    behaviour: str | None = None
    excerpt: tuple[SourceLine, ...] = ()
    difference: tuple[DifferingLine, ...] = ()
    lines_run: tuple[LinesRun, ...] = ()
    manual: ManualMark | None = None
    """The points that a person gave instead; `verdict` stays what the grader saw."""
    was: Decimal | None = None
    """The points that the grader gave; None if `earned` still is that number."""
    earlier: ManualMark | None = None
    """As `ItemResult.earlier`."""

    @property
    def function(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """A rubric item with its points."""

    id: str
    title: str
    points: Decimal
    earned: Decimal
    verdict: Verdict
    by_hand: bool = False
    """Whether a person decides about the points."""
    bonus: bool = False
    proposed: Decimal | None = None
    """The points that the grader proposes to that person."""
    reasons: Said = ()
    """Why these points, in an item without checks; or which checks could not be made, so that a person decides."""
    capability: str = ""
    """The name of the capability that gives or proposes the points; empty if checks give them."""
    found: Payload | None = None
    """What the capability found."""
    deduction: Decimal | None = None
    """
    The points that the item takes off, if the other items earn as many; None for an item that gives points.

    An item that takes off has 0 points, and `earned` is at most 0.
    """
    manual: ManualMark | None = None
    was: Decimal | None = None
    """The points that the grader gave, if a person has changed the item or one of its checks; otherwise None."""
    earlier: ManualMark | None = None
    """What a person gave to an earlier version of the file; it does not count until a person confirms or changes it."""
    checks: tuple[CheckResult, ...] = ()

    def found_as(self, kind: type[P]) -> P | None:
        """Return the payload if it is of class `kind`, that is of one capability; else None."""
        return self.found if isinstance(self.found, kind) else None

    @property
    def gives_back(self) -> bool:
        """Whether it gives back points that other items lost: it has none of its own."""
        return self.earned > self.points

    @property
    def markables(self) -> tuple[Markable, ...]:
        """The item itself and its checks: all that a person can give points to."""
        return (self, *self.checks)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVersion:
    """What a version of the file got, kept for the report on the next one."""

    earned: Decimal
    """Automatic points."""
    lost: tuple[str, ...]
    """The checks that lost points."""
    imported: bool = True
    """Whether the file could be imported."""


Status: TypeAlias = Literal["graded", "harness_fault", "needs_newer_python"]
"""Only what is graded has a score: neither of the others is the student's fault."""
GRADED: Final = "graded"
INTERNAL_ERROR: Final = "harness_fault"
NEWER_PYTHON: Final = "needs_newer_python"
NO_MARK = {INTERNAL_ERROR: "internal error", NEWER_PYTHON: "needs a newer Python"}
"""How reports name the others."""

Markable: TypeAlias = ItemResult | CheckResult
"""What a person can give points to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Totals. Marks are exact decimals; only `scaled` is rounded."""

    earned: Decimal
    """Without the bonus."""
    possible: Decimal
    """The rubric's total, items still to be marked by hand included."""
    automatic_earned: Decimal
    """What the grader gave. Points that a person changed do not change it."""
    automatic_possible: Decimal
    pending: Decimal
    """Points of the items still to be marked by hand, bonus left out."""
    bonus: Decimal
    bonus_possible: Decimal
    bonus_pending: Decimal
    scaled: Decimal | None = None
    """`earned` plus `bonus` on the rubric's second scale."""
    scaled_possible: Decimal | None = None
    scaled_pending: Decimal | None = None
    """What the items still to be marked by hand, bonus included, can add to `scaled`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One graded submission."""

    submission: SubmissionInfo
    rubric: RubricInfo
    grader: GraderInfo
    status: Status
    """`GRADED`, or why there is no score: `INTERNAL_ERROR` or `NEWER_PYTHON`."""
    score: Score | None
    criteria: tuple[ItemResult, ...]
    notes: tuple[str, ...] = ()
    marks_to_check: Said = ()
    """Points by hand that do not fit any more; each is for a person to look at."""
    before: FileVersion | None = None
    """The version of the file before this one, if it was graded by the same rubric."""
    fault: str = ""
    """Why there is no score: what went wrong in the grader, or which Python the code needs."""
    found: dict[str, Payload] = field(default_factory=dict, hash=False)
    """By capability: what it found in the whole submission, beside its items."""
    observed: Observed
    shortcut: Shortcut = field(default_factory=Shortcut)
    source: tuple[SourceCopy, ...] = ()
    """The code that was graded, the main file first; empty in a result of an older grader."""
    timing: Timing

    def found_as(self, kind: type[P]) -> P | None:
        """Return the payload of class `kind`, that is of one capability; None if there is none."""
        return next((one for one in self.found.values() if isinstance(one, kind)), None)

    def item_of(self, capability: str) -> ItemResult | None:
        """Return the item that `capability` gives points to; None if there is none."""
        return next((one for one in self.criteria if one.capability == capability), None)

    @property
    def no_mark(self) -> str:
        """What reports call the reason why there is no score; empty if there is one."""
        return NO_MARK.get(self.status, "")


def with_identity(result: Result, who: Identity) -> Result:
    return replace(result, submission=replace(result.submission, **identity_fields(who)))


def import_failure(result: Result) -> Said:
    """Return why the file of `result` cannot be imported, as its checks say it; nothing if it can."""
    failed = (one.reasons for item in result.criteria for one in item.checks if one.verdict is Verdict.ERROR)
    return next((reasons for reasons in failed if reasons and reasons[0].code == CANNOT_BE_IMPORTED), ())
