"""A capability: one extra that a rubric can ask for beside checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from grader.blocks import Block, Widget
from grader.model.assessment import Assessment, Payload

if TYPE_CHECKING:
    from decimal import Decimal
    from pathlib import Path

    from grader.assignments.exhaustive.checks import GradingSpec
    from grader.capabilities.rubric_draft import RubricKey
    from grader.model.answer import Call
    from grader.model.result import CheckOutcome, ItemResult, Result
    from grader.model.rubric import Rubric, RubricItem, Terms
    from grader.model.spec import CheckEntry
    from grader.model.submission import Submission
    from grader.sandbox.student import Student

P = TypeVar("P", bound=Payload)


class Graded(NamedTuple):
    """A submission with all its answers and the outcomes of the checks."""

    submission: Submission
    rubric: Rubric
    student: Student
    assignment: GradingSpec
    outcomes: Mapping[str, CheckOutcome]


class Asked(NamedTuple):
    """The terms of an item that asks for a capability."""

    terms: Terms | None = None
    by_hand: bool = False
    """Whether the points are only proposed, and a person decides."""


class Remark(NamedTuple):
    title: str
    digest: str
    """The title with the first lines and the cost, short enough to stand beside points."""
    places: tuple[tuple[str, str], ...]
    """Lines such as ``tictactoe.py:12``, empty for the whole file, each with a sentence."""


class Capability(Generic[P]):
    """
    One extra that a rubric can ask for. A capability overrides the methods that it needs.

    A method imports slow modules itself, because most rubrics ask for few capabilities.
    """

    name: ClassVar[str]
    """The name in results, and of the folder."""
    item_key: ClassVar[str] = ""
    """The key of an item that asks for the capability; empty without one."""
    section_key: ClassVar[str] = ""
    """The key of the capability's section in the rubric; empty without one."""
    checks: ClassVar[tuple[CheckEntry, ...]] = ()
    """Further checks, which items of the rubric may name."""
    payload: type[P] | None = None
    """The class of the capability's findings, for an item or the whole submission, in `result.json`."""

    def rubric_key(self) -> RubricKey:
        """Return the kind of value of the key, and its rules."""
        raise NotImplementedError

    def asked(self, value: Any) -> Asked:  # noqa: ANN401 - the kind of value tells the type
        """Return the terms in the valid value of `item_key`."""
        raise NotImplementedError

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> Terms:
        """Return the terms in the valid `fields` of the section; `folder` is that of the rubric."""
        raise NotImplementedError

    def outcomes(self, submission: Submission, rubric: Rubric) -> Mapping[str, CheckOutcome]:
        """Return the outcomes of the capability's own checks, by their ids."""
        return {}

    def recorded(self, assignment: GradingSpec) -> Sequence[Call]:
        """Return the calls of the search that `assess` records in any case."""
        return ()

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Return the points of `item`, which asks for this capability, and the reasons."""
        raise NotImplementedError

    def assess_again(self, item: RubricItem, before: ItemResult) -> Assessment | None:
        """
        Return what `assess` would for `item`, which differs from `before` in its points; None if code must run.

        Zero points and unknown points are the same in every rubric.
        """
        points = before.proposed if before.by_hand else before.earned if before.was is None else before.was
        if points:
            return None
        return Assessment(points=points, settled=not before.by_hand, reasons=before.reasons, found=before.found)

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> P | None:
        """Return the findings in the whole submission; `items` are all items with their points."""
        return None

    def notes(self, submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterable[str]:
        """Return notes for the reader of the result; `outcomes` are those of the capability's checks."""
        return ()

    def programs(self) -> tuple[str, ...]:
        """Return the programs, with their versions, that decide about points of items."""
        return ()

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Return `result` with additions that follow from the result and its student. No code runs."""
        return result

    def tell_item(self, item: ItemResult) -> Iterator[Block]:
        """Yield the blocks of every report below `item` and its sentence."""
        if item.capability == self.name and item.found is not None:
            yield from self.tell(cast("P", item.found))

    def widgets(self, item: ItemResult) -> Iterator[Widget]:
        """Yield the blocks beside `item` that only some formats show."""
        yield from ()

    def remarks(self, found: P) -> Iterator[Remark]:
        """Yield the remarks in `found`, for reports that show them at the lines of the code."""
        yield from ()

    def tell(self, found: P) -> Iterator[Block]:
        """Yield the blocks of every report about `found`, below the item and its sentence."""
        yield from ()

    def compact(self, found: P) -> P | None:
        """Return the part of `found` for reports on a class, because all results of a class are in memory."""
        return None
