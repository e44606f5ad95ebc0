"""The result of grading one submission: the only record that reports are rendered from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from grader.model.answer import Answer, Call
from grader.model.assessment import Payload
from grader.model.counterexample import Counterexample, DifferingLine, SourceLine
from grader.model.identity import Identity, identity_fields
from grader.model.isolation import Isolation
from grader.model.reason import Said
from grader.model.source import LinesRun, SourceCopy
from grader.model.verdict import Verdict


class Output(Struct, frozen=True, kw_only=True):
    """The end of what the submission printed."""

    where: str
    """``import`` or the function that was running."""
    tail: str
    characters: int


class Observed(Struct, frozen=True, kw_only=True):
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
    """Of the machine that graded; empty in a result of an older grader, or of a submission that was graded alone."""
    calibration_seconds: float | None = None
    """CPU seconds of a fixed small workload on the machine."""


class Shortcut(Struct, frozen=True, kw_only=True):
    """How the search was made faster without changing an answer: `docs/shortcut.md`."""

    functions: tuple[str, ...] = ()
    """The functions whose answers were kept instead of computed again."""
    why: str = ""
    """A phrase that says why no answer was kept; empty if answers were kept."""


CANNOT_BE_IMPORTED = "cannot_be_imported"
"""The reason of every check if the file cannot be imported."""
P = TypeVar("P", bound=Payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionInfo(Identity):
    """The student and the files that were graded."""

    sha256: str
    code_sha256: str = ""
    """The hash without comments, blanks and ends of lines; empty in a result of an older grader."""
    main: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInfo:
    """The rubric that was used."""

    title: str
    assignment: str
    sha256: str
    question: str = ""
    """The hash of the rubric's questions to a submission; empty in a result of an older grader."""
    scale_decimals: int | None = None
    scale_cap: bool = False
    """Whether the second scale ends at its full marks, even with a bonus."""
    zero_missing: bool = False
    """Whether an export enters 0 for students who handed in nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderInfo:
    """The grader that was used."""

    version: str
    python: str
    """Minor version, such as ``3.11``; a mark may depend on it."""
    isolation: Isolation | None
    """None only if no code of the submission was run, as after a fault of the grader before the first probe."""
    key: str
    """Hash of everything that a mark depends on: equal keys mean equal results."""


class ShownCall(NamedTuple):
    """The call of a counterexample, and its answer."""

    call: Call
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """The verdict of one check and its evidence; the rubric adds the points."""

    check: str
    """``function.check``."""
    verdict: Verdict
    reasons: Said = ()
    wrong: int | None = None
    """How many boards (moves, games) were not right."""
    of: int | None = None
    """How many boards there are."""
    asked: int | None = None
    """How many boards were asked, None for all. If some were not asked, `wrong` is a lower limit."""
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    """One command to paste beside the student's file."""
    pattern: Said = ()
    """The common feature of the wrong answers; empty if none is known."""
    behaviour: str | None = None
    """A hash of all wrong answers and their boards: equal for equal mistakes."""
    excerpt: tuple[SourceLine, ...] = ()
    """The student's lines around the line that raised an exception."""
    difference: tuple[DifferingLine, ...] = ()
    """Where a file that was handed out came back changed: the first lines that differ, those handed out first."""
    shown: ShownCall | None = field(default=None, compare=False)
    """The call and the answer of the counterexample, to call it again; no part of the result."""
    keeps_state: bool = field(default=False, compare=False)
    """Whether the counterexample's call, made alone, has another answer; no part of the result."""
    lines_run: tuple[LinesRun, ...] = ()
    """The lines that the counterexample's call ran last, in order: a claim of the inside."""

    @property
    def function(self) -> str:
        return self.check.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualMark:
    """Points that a person gave, in that person's words."""

    points: Decimal
    comment: str = ""
    by: str = ""
    """The person who gave the points; may be empty."""
    when: str = ""
    """When the points were given; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A check's outcome with its points."""

    id: str
    title: str
    points: Decimal
    earned: Decimal
    verdict: Verdict
    sheet: str = ""
    """The sentence of the assignment sheet behind the check."""
    wrong: int | None = None
    of: int | None = None
    asked: int | None = None
    reasons: Said = ()
    """The reasons for the verdict; none in a file of the first version."""
    counterexample: Counterexample | None = None
    reproduce: str | None = None
    pattern: Said = ()
    """The common feature of the wrong answers; empty if none is known."""
    behaviour: str | None = None
    excerpt: tuple[SourceLine, ...] = ()
    difference: tuple[DifferingLine, ...] = ()
    lines_run: tuple[LinesRun, ...] = ()
    manual: ManualMark | None = None
    """The points that a person gave instead; `verdict` stays what the grader saw."""
    was: Decimal | None = None
    """The grader's points, if a person has changed them; otherwise None."""
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
    reasons: Said = ()
    """Why an item without checks has its points; or which checks could not be made, so that a person decides."""
    capability: str = ""
    """The capability that gives or proposes the points; empty if checks give them."""
    found: Payload | None = None
    deduction: Decimal | None = None
    """
    The points that the item takes off, if the other items earn as many; None for an item that gives points.

    An item that takes off has 0 points, and `earned` is at most 0.
    """
    manual: ManualMark | None = None
    was: Decimal | None = None
    """The grader's points, if a person has changed the item or one of its checks; otherwise None."""
    earlier: ManualMark | None = None
    """A person's points for an earlier version of the file; they count only after a person confirms or changes them."""
    checks: tuple[CheckResult, ...] = ()

    def found_as(self, kind: type[P]) -> P | None:
        """Return the payload if its class is `kind`, the class of one capability; else None."""
        return self.found if isinstance(self.found, kind) else None

    @property
    def gives_back(self) -> bool:
        """Whether the item, which has no points of its own, gives back points that other items lost."""
        return self.earned > self.points

    @property
    def markables(self) -> tuple[Markable, ...]:
        """The item itself and its checks: a person can give points to each."""
        return (self, *self.checks)


class FileVersion(Struct, frozen=True, kw_only=True):
    """The points of a version of the file, kept for the report on the next version."""

    earned: Decimal
    """Automatic points."""
    lost: tuple[str, ...]
    imported: bool = True


Status: TypeAlias = Literal["graded", "harness_fault", "needs_newer_python"]
"""Only a graded submission has a score; the other two are not the student's fault."""
GRADED: Final = "graded"
INTERNAL_ERROR: Final = "harness_fault"
NEWER_PYTHON: Final = "needs_newer_python"
NO_MARK = {INTERNAL_ERROR: "internal error", NEWER_PYTHON: "needs a newer Python"}
"""The names of the other two in reports."""

Markable: TypeAlias = ItemResult | CheckResult
"""A person can give points to either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Totals. Marks are exact decimals; only `scaled` is rounded."""

    earned: Decimal
    """Without the bonus."""
    possible: Decimal
    """The rubric's total, with the items still to be marked by hand."""
    automatic_earned: Decimal
    """The grader's points; points that a person changed do not change them."""
    automatic_possible: Decimal
    pending: Decimal
    """Points of the items still to be marked by hand, without the bonus."""
    bonus: Decimal
    bonus_possible: Decimal
    bonus_pending: Decimal
    scaled: Decimal | None = None
    """`earned` plus `bonus` on the rubric's second scale."""
    scaled_possible: Decimal | None = None
    scaled_pending: Decimal | None = None
    """The most that items still to be marked by hand, with the bonus, can add to `scaled`."""


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
    """Points by hand that no longer fit; a person must look at each."""
    before: FileVersion | None = None
    """The version of the file before this one, if it was graded by the same rubric."""
    fault: str = ""
    """Why there is no score: what went wrong in the grader, or which Python the code needs."""
    found: dict[str, Payload] = field(default_factory=dict, hash=False)
    """Findings on the whole submission, beside its items, by capability."""
    observed: Observed
    shortcut: Shortcut = field(default_factory=Shortcut)
    source: tuple[SourceCopy, ...] = ()
    """The code that was graded, the main file first; empty in a result of an older grader."""
    timing: Timing

    def found_as(self, kind: type[P]) -> P | None:
        """Return the payload of class `kind`, the class of one capability; None if there is none."""
        return next((one for one in self.found.values() if isinstance(one, kind)), None)

    def item_of(self, capability: str) -> ItemResult | None:
        """Return the item that `capability` gives points to; None if there is none."""
        return next((one for one in self.criteria if one.capability == capability), None)

    @property
    def checks(self) -> Iterator[CheckResult]:
        """The checks of all items."""
        return (check for item in self.criteria for check in item.checks)

    @property
    def no_mark(self) -> str:
        """Why there is no score, in the words of reports; empty if there is one."""
        return NO_MARK.get(self.status, "")


def with_identity(result: Result, who: Identity) -> Result:
    return replace(result, submission=replace(result.submission, **identity_fields(who)))


def import_failure(result: Result) -> Said:
    """Return why the file of `result` cannot be imported, by its checks; nothing if it can."""
    failed = (one.reasons for one in result.checks if one.verdict is Verdict.ERROR)
    return next((reasons for reasons in failed if reasons and reasons[0].code == CANNOT_BE_IMPORTED), ())
