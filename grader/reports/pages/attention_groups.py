"""Who needs a person, as the class's page shows it: a part for each reason, with what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.reports.classes.attention import ADVICE, URGENT, AttentionCase, by_reason
from grader.reports.pages.student_links import StudentLink, Truncated, short_text, student_link, truncate

NAMED = 5
"""Students who are named beside a reason, whose cases are folded: the table of students is in sight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionRow:
    """A case."""

    students: tuple[StudentLink, ...]
    text: str
    """What happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionGroup:
    """All cases with one reason."""

    title: str
    count: str
    kind: str
    """``fail`` or ``wait``."""
    to_do: str
    filter_value: str
    """The value of the roster's filter that shows these students."""
    names: str
    """The first of these students."""
    rows: Truncated
    """An `AttentionRow` each."""


def attention_groups(cases: Sequence[AttentionCase]) -> list[AttentionGroup]:
    """Return the parts of the section, the most urgent first."""
    return [
        AttentionGroup(
            title=ADVICE[reason].title,
            count=f"{len(own):,}",
            kind="fail" if reason in URGENT else "wait",
            to_do=ADVICE[reason].to_do,
            filter_value=reason.value,
            names=_names(own),
            rows=truncate([_row(case) for case in own]),
        )
        for reason, own in by_reason(cases).items()
    ]


def _names(cases: Sequence[AttentionCase]) -> str:
    students = list(dict.fromkeys(student_link(student).name for case in cases for student in case.students))
    more = f" and {len(students) - NAMED:,} more" if len(students) > NAMED else ""
    # Not commas: an export may write the family name first, with a comma behind it.
    return f"{'; '.join(students[:NAMED])}{more}"


def _row(case: AttentionCase) -> AttentionRow:
    return AttentionRow(students=tuple(map(student_link, case.students)), text=short_text(case.text))
