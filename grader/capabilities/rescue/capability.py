"""The second grading of a file that cannot be imported as a capability: its findings, and the rubric's terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.capabilities.capability import Capability, Graded
from grader.capabilities.rubric_draft import RubricKey, no_item_is_called, points_or_percent
from grader.model.assessment import Payload
from grader.model.reason import Said
from grader.model.result import ItemResult, Result
from grader.model.rubric import Rubric, Terms, points_of
from grader.text.exception_hints import IMPORTS
from grader.text.number_text import join_words

WHOLE = Decimal(1)
MENDED = {
    "elif": "`elif` for `else if` in {line}",
    "colon": "a colon at the end of {line}",
    "bracket": "a bracket closed at the end of {line}",
    "continued": "a backslash at the end of {line} to go on below",
    "increment": "`+= 1` for `++` in {line}",
    "equals": "== for = in {line}",
    "indentation": "{line} indented like the line above",
}
"""By code: the correction in a line that Python cannot read. An import that is added in an empty line has no code."""
MOST_PLACES = 4  # statements whose lines are named


@dataclass(frozen=True, slots=True, kw_only=True)
class RescueTerms(Terms):
    """Whether a file that cannot be imported is graded a second time, and what the second grading counts."""

    on: bool = True
    share: Decimal = Decimal(0)
    """The share of the rescued points that is given back, 0 to 1."""
    most: Decimal | None = None
    """The most points that are given back; None for all."""

    @property
    def question(self) -> str:
        """Nothing, unless the rescue is switched off: reports show it by default."""
        return "" if self.on else "no rescue"


class RemovedLines(Struct, frozen=True, kw_only=True):
    """One statement at the top level of a file with its indented lines; or one corrected line."""

    file: str
    """Sanitized; empty for the graded file."""
    first: int  # counted from 1
    last: int
    mended: str = ""
    """The code of the correction, a key of `MENDED`; an added import of `IMPORTS`; empty if the lines are left out."""

    @property
    def text(self) -> str:
        """Such as ``31``, ``4-9`` or ``7 of helper.py``."""
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{lines} of {self.file}" if self.file else lines


class RescuedMistake(Struct, frozen=True, kw_only=True):
    """A known mistake of a function that is still wrong in the second grading."""

    function: str
    """Empty for several, which `mistake` names."""
    mistake: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue(Payload):
    """The second grading of a file."""

    removed: tuple[RemovedLines, ...]
    """The fewest statements that were found to stop the import, in the order of the files."""
    passed: tuple[str, ...]
    """The ids of the checks that pass without them, in the order of the table."""
    left: tuple[RescuedMistake, ...] = ()
    """One mistake for each function that is still wrong, if it is known."""


def _lines_text(places: Sequence[str], file: str) -> str:
    """Return ``line 31`` or ``lines 31 and 33``, of a `file` beside the graded one; of many only the number."""
    of_file = f" of {file}" if file else ""
    if len(places) > MOST_PLACES:
        return f"{len(places)} lines{of_file} from line {places[0]} on"
    return f"line{'s' if len(places) > 1 else ''} {join_words(places)}{of_file}"


def without_text(removed: Sequence[RemovedLines]) -> str:
    """Return the lines in words: ``without line 31``, ``without lines 4-9 and 31``; of many only the number."""
    lines: dict[tuple[str, str], list[str]] = {}
    for one in removed:
        if one.mended in MENDED:
            lines.setdefault((MENDED[one.mended], one.file), []).append(f"{one.first}")
    corrected = [text.format(line=_lines_text(places, file)) for (text, file), places in lines.items()]
    imports: dict[str, list[str]] = {}
    for one in removed:
        if one.mended in IMPORTS.values():
            imports.setdefault(f" of {one.file}" if one.file else "", []).append(f"`{one.mended}`")
    mended = join_words([*corrected, *(f"{join_words(names)} at the top{of}" for of, names in imports.items())])
    removed = [one for one in removed if one.mended not in {*MENDED, *IMPORTS.values()}]
    if not removed:
        return f"with {mended}"
    if mended:
        return f"with {mended}, {without_text(removed)}"
    if len(removed) > MOST_PLACES:
        return f"without {len(removed)} statements, from line {removed[0].first} on"
    places = [one.text for one in removed]
    several = len(removed) > 1 or removed[0].first < removed[0].last
    return f"without line{'s' if several else ''} {join_words(places)}"


class RescueOfFile(Capability[Rescue]):
    """Grades a file that cannot be imported a second time, without the lines that stop the import."""

    name = section_key = "rescue"
    payload = Rescue

    def rubric_key(self) -> RubricKey:
        return RubricKey(
            points_or_percent("what is rescued", "report", "off"),
            "What becomes of a file that cannot be imported. report, as without the key: reports say what it would earn"
            " without the lines that are to blame. Points, or a part such as '50 %': so much of that is given, as an"
            " item of its own. off: nothing.",
            (no_item_is_called(self.name, self.section_key),),
        )

    def section(self, fields: Any, total: Decimal, folder: Path | None) -> RescueTerms:  # noqa: ANN401 - the value
        if fields in {"report", "off"}:
            return RescueTerms(on=fields != "off")
        is_points = isinstance(fields, Decimal)
        return RescueTerms(share=WHOLE if is_points else points_of(fields, WHOLE), most=fields if is_points else None)

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> Rescue | None:
        """Grade the file again if it could not be imported."""
        terms = graded.rubric.section(RescueTerms) or RescueTerms()
        if graded.student.failure is None or not terms.on:
            return None
        from grader.capabilities.changed_file import only_evidence
        from grader.capabilities.rescue.judge import rescued

        return only_evidence("rescue", lambda: rescued(graded), None)

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Give back the rubric's share of the rescued points."""
        terms, found = rubric.section(RescueTerms) or RescueTerms(), result.found_as(Rescue)
        if found is None and result.item_of(self.name) is None:
            return result
        from grader.capabilities.computed_item import given_back, lost_before_marks, with_item

        if found is None:
            return with_item(result, self.name, None)
        points = terms.share * lost_before_marks(result, found.passed)
        points = points if terms.most is None else min(points, terms.most)
        return with_item(result, self.name, given_back(self.name, self.name, "Rescued", points, "rescued_part"))

    def compact(self, found: Rescue) -> Rescue:
        return found
