"""Code quality as a capability: the findings by kind, and the cost of each kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from msgspec import Struct, structs

from grader.blocks import Block, Bullets, Fold, Place, Text
from grader.capabilities.capability import Asked, Capability, Graded, Remark
from grader.capabilities.rubric_draft import MODE, POINTS, Draft, RubricKey
from grader.model.assessment import Assessment, Payload
from grader.model.reason import Said
from grader.model.result import ItemResult
from grader.model.rubric import RubricItem, Terms
from grader.model.sanitize import did_you_mean, quoted
from grader.text.number_text import count_text, points_text
from grader.yaml_document import MappingKey, Problem, mapping, names_to, or_nothing

DIGEST_PLACES = 3  # places of each kind that a digest names


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityTerms(Terms):
    kind_costs: tuple[tuple[str, Decimal], ...] = ()
    """The costs of kinds; kinds that are left out have the default cost."""

    @property
    def question(self) -> str:
        """Nothing, because these are costs."""
        return ""


class QualityFinding(Struct, frozen=True, kw_only=True):
    """One place that could be written better."""

    at: str
    """The line in the student's editor, such as ``tictactoe.py:12``; empty for the whole file."""
    why: Said = ()
    """The code of a rule with a name: `rule_text` makes a sentence of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityKind:
    """All findings of one kind."""

    id: str  # one of the keys of `KIND_TITLES`
    cost: Decimal
    """The points that all of them cost together, because one habit costs once."""
    count: int  # number of all findings
    findings: tuple[QualityFinding, ...]  # first findings


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReport(Payload):
    """The findings in all files that count."""

    tool: str
    """The program with its version, such as ``ruff 0.17.6``."""
    files: tuple[str, ...]
    """The graded file and the helper modules that it imports."""
    functions: int
    written: int
    kinds: tuple[QualityKind, ...] = ()
    """The kinds with findings, in the order of `KIND_TITLES`."""


KIND_TITLES = {
    "unused": "Unused imports and names",
    "shadowing": "Names that hide a builtin",
    "naming": "Names that break the conventions",
    "comparisons": "Comparisons",
    "exceptions": "Exceptions caught blindly",
    "pitfalls": "Error-prone constructs",
    "dead_code": "Code without effect",
    "commented_code": "Commented-out code",
    "debug_prints": "Leftover debugging prints",
    "todo": "Leftover TODOs",
    "complexity": "Functions that are too long or too complex",
    "layout": "Layout of lines",
    "docstrings": "Missing docstrings",
    "comments": "Few or no comments",
}

LACK_OF_COMMENTS = "comments"


def default_cost(kind: str, points: Decimal) -> Decimal:
    return points / (5 if kind == LACK_OF_COMMENTS else 20)


class Quality(Capability[QualityReport]):
    """Gives an item's points for readable code. Findings in the source text cost points."""

    name = item_key = "quality"
    payload = QualityReport

    def rubric_key(self) -> RubricKey:
        return RubricKey(
            QUALITY, "The points are for readable code: findings in the source text cost some of them.", (_known_kinds,)
        )

    def asked(self, value: Mapping[str, Any]) -> Asked:
        costs = tuple((value["kinds"] or {}).items())
        return Asked(QualityTerms(kind_costs=costs), by_hand=value["mode"] == "suggest")

    def tell(self, found: QualityReport) -> Iterator[Block]:
        for kind in found.kinds:
            sentences = ((one.at, _sentence(one)) for one in kind.findings)
            told: list[Text] = [(Place(at), ": ", sentence) if at else sentence for at, sentence in sentences]
            if (more := kind.count - len(kind.findings)) > 0:
                told.append(f"and {more:,} more")
            heading = f"{_title(kind)}: {count_text(kind.count, 'finding')}, {_cost(kind)}"
            yield Fold(heading, (Bullets(tuple(told)),), open=True)

    def remarks(self, found: QualityReport) -> Iterator[Remark]:
        for kind in found.kinds:
            places = tuple((one.at, _sentence(one)) for one in kind.findings)
            yield Remark(_title(kind), _kind_digest(kind), places)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        from grader.capabilities.quality.assess import assess_quality

        return assess_quality(graded.submission, graded.assignment.module_spec, item)

    def assess_again(self, item: RubricItem, before: ItemResult) -> Assessment | None:
        from grader.capabilities.quality.assess import priced

        found = before.found_as(QualityReport)
        return super().assess_again(item, before) if found is None else priced(found, item)

    def programs(self) -> tuple[str, ...]:
        """Return ruff, because another version may find other faults."""
        from grader.capabilities.quality.ruff_process import ruff_version

        return (f"ruff {ruff_version()}",)

    def compact(self, found: QualityReport) -> QualityReport:
        kinds = (
            dataclasses.replace(
                kind, findings=tuple(structs.replace(one, why=()) for one in kind.findings[:DIGEST_PLACES])
            )
            for kind in found.kinds
        )
        return dataclasses.replace(found, kinds=tuple(kinds))


def _sentence(one: QualityFinding) -> str:
    from grader.capabilities.quality.rules import rule_text

    return rule_text(one.why)


def _title(kind: QualityKind) -> str:
    return KIND_TITLES.get(kind.id, kind.id)


def _cost(kind: QualityKind) -> str:
    return f"-{points_text(kind.cost)}" if kind.cost > Decimal(0) else "costs nothing"


def _kind_digest(kind: QualityKind) -> str:
    places = _short_places([one.at for one in kind.findings[:DIGEST_PLACES] if one.at])
    more = f" and {kind.count - DIGEST_PLACES:,} more" if places and kind.count > DIGEST_PLACES else ""
    return f"{_title(kind)}{f' ({places}{more})' if places else ''}, {_cost(kind)}"


def _short_places(places: Sequence[str]) -> str:
    """Return places such as ``tictactoe.py:12`` as one text with each file once: ``tictactoe.py:12, 31``."""
    shown: list[str] = []
    before = ""
    for place in places:
        file, _, line = place.rpartition(":")
        shown.append(line if shown and file == before else place)
        before = file
    return ", ".join(shown)


QUALITY = mapping(
    "Code quality",
    "How findings in the source text cost points.",
    (
        MappingKey("mode", MODE, "auto: the points count. suggest: a person confirms them.", "suggest"),
        MappingKey(
            "kinds",
            or_nothing(names_to(POINTS, "numbers", propertyNames={"enum": list(KIND_TITLES)})),
            "What the findings of each kind cost together, however many they are. A kind that is left out costs a"
            " twentieth of the item's points, and 'comments' a fifth.",
            None,
        ),
    ),
)


def _known_kinds(draft: Draft) -> Iterator[Problem]:
    """Report every unknown kind, and every kind that costs more than its item gives."""
    for item in draft.items:
        quality = item.fields.get("quality") or {}
        for kind, cost in (quality.get("kinds") or {}).items():
            address = (*item.address, "quality", "kinds", kind)
            if kind not in KIND_TITLES:
                remedy = did_you_mean(kind, KIND_TITLES, f"use one of {', '.join(KIND_TITLES)}")
                text = f"there is no kind of findings {quoted(kind)}; {remedy}"
                yield Problem(draft.document.key_position(address), text)
            elif item.points is not None and (cost or 0) > item.points:
                text = f"{quoted(kind)} costs {cost}, but {item.name} has {item.points} points; lower it"
                yield Problem(draft.document.position(address), text)
