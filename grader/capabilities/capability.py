"""What a capability is: one thing that a rubric can ask for beside checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from grader.blocks import Block, Widget
from grader.model.assessment import Assessment, Payload

if TYPE_CHECKING:
    from decimal import Decimal
    from pathlib import Path

    from grader.assignments.exhaustive.checks import GradingSpec
    from grader.capabilities.rubric_draft import RubricKey
    from grader.model.result import CheckOutcome, ItemResult, Result
    from grader.model.rubric import Rubric, RubricItem, Terms
    from grader.model.spec import CheckEntry
    from grader.model.submission import Submission
    from grader.sandbox.student import Student

P = TypeVar("P", bound=Payload)


class Graded(NamedTuple):
    """A submission that has been asked everything, with the outcomes of the checks."""

    submission: Submission
    rubric: Rubric
    student: Student
    assignment: GradingSpec
    outcomes: Mapping[str, CheckOutcome]


class Asked(NamedTuple):
    """What an item of the rubric that asks for a capability says about it."""

    terms: Terms | None = None
    by_hand: bool = False
    """Whether the points are only proposed, and a person decides."""


class Remark(NamedTuple):
    """Something that is said about one or more lines of the code."""

    title: str
    digest: str
    """The same with the first lines and what it costs, short enough to stand beside points."""
    places: tuple[tuple[str, str], ...]
    """Lines such as ``tictactoe.py:12``, empty for the whole file; and what is said about each."""


class Capability(Generic[P]):
    """
    One thing that a rubric can ask for. A capability overrides what it does; all else stays as it is here.

    What takes long to import is imported in the method that needs it: most rubrics ask for few capabilities.
    """

    name: ClassVar[str]
    """Its name in results, and of its folder."""
    item_key: ClassVar[str] = ""
    """The key of an item of the rubric that asks for it; empty if none does."""
    section_key: ClassVar[str] = ""
    """The key of its section in the rubric; empty if there is none."""
    checks: ClassVar[tuple[CheckEntry, ...]] = ()
    """The checks that it brings, which items of the rubric may name."""
    payload: type[P] | None = None
    """The class of what it finds, about an item or in the whole submission; `result.json` is read by it."""

    def rubric_key(self) -> RubricKey:
        """Return the kind of value of its key, and the rules for it."""
        raise NotImplementedError

    def asked(self, value: Any) -> Asked:  # noqa: ANN401 - the kind of value tells the type
        """Return what the value of `item_key` says; it is known to be right."""
        raise NotImplementedError

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> Terms:
        """Return what the section says in `fields`, which are known to be right; `folder` is that of the rubric."""
        raise NotImplementedError

    def outcomes(self, submission: Submission, rubric: Rubric) -> Mapping[str, CheckOutcome]:
        """Return the outcomes of the checks that it brings, by their ids."""
        return {}

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Return the points of `item`, which asks for this capability, and why."""
        raise NotImplementedError

    def assess_again(self, item: RubricItem, before: ItemResult) -> Assessment | None:
        """
        Return what `assess` would for `item`, an item like `before` with other points; None if it has to be asked.

        No points, and points that are not known, are the same in every rubric.
        """
        points = before.proposed if before.by_hand else before.earned if before.was is None else before.was
        if points:
            return None
        return Assessment(points=points, settled=not before.by_hand, reasons=before.reasons, found=before.found)

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> P | None:
        """Return what it finds in the whole submission beside its items; `items` are all, with their points."""
        return None

    def notes(self, submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterable[str]:
        """Return notes for the person who reads the result; `outcomes` are those of its checks."""
        return ()

    def programs(self) -> tuple[str, ...]:
        """Return the programs, with their versions, that decide about points of its items."""
        return ()

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Return `result` with what follows from it and from its student's identity: no code is run for it."""
        return result

    def tell_item(self, item: ItemResult) -> Iterator[Block]:
        """Yield what every report shows below `item` and its sentence."""
        if item.capability == self.name and item.found is not None:
            yield from self.tell(cast("P", item.found))

    def widgets(self, item: ItemResult) -> Iterator[Widget]:
        """Yield what only some formats show beside `item`."""
        yield from ()

    def remarks(self, found: P) -> Iterator[Remark]:
        """Yield what `found` says about lines of the code, for reports that show it at these lines."""
        yield from ()

    def tell(self, found: P) -> Iterator[Block]:
        """Yield what every report shows of `found`, below the item and its sentence."""
        yield from ()

    def compact(self, found: P) -> P | None:
        """Return the part of `found` that reports on a class need; all results of a class are in memory."""
        return None
