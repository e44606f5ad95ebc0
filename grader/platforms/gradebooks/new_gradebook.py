"""A new file with the marks of a class, as another program writes or imports it: nobody's file is filled in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.class_row import ClassRow, student_of
from grader.model.identity import UNKNOWN_IDS, ClassIds, Identity
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.platforms.gradebooks.mark_choice import Exported, MarkChoice, no_mark
from grader.text.spreadsheet_cell import FORMULA


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A student with a mark."""

    result: Result
    score: Score
    mark: Decimal

    @property
    def who(self) -> Identity:
        return self.result.submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a table is made of."""

    title: str
    """What the column of marks, or the assignment, is called."""
    choice: MarkChoice
    ids: ClassIds = UNKNOWN_IDS
    """What the ids of the class are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """The rows of a new file, with its header, and why some students are in none of them."""

    rows: Iterable[Sequence[str]]
    lost: tuple[str, ...] = ()
    """Sentences, each about a student."""


def grade_list(
    rows: Sequence[ClassRow], write: Callable[[Sequence[Marked], Content], NewTable], content: Content, *, so_far: bool
) -> Exported:
    """Return the marks as `write` has them; those that some points are missing from only if marks `so_far` count."""
    marked: list[Marked] = []
    without_mark = []
    for row in sorted(rows, key=lambda one: student_of(one).id):
        if reason := no_mark(row, so_far=so_far):
            without_mark.append(f"{sanitize(student_of(row).label)}: {reason}")
        elif isinstance(row, Result) and row.score is not None:
            marked.append(Marked(result=row, score=row.score, mark=content.choice.of(row.score)))
    table = write(marked, content)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table.rows)
    return Exported(
        data=text.getvalue().encode(),
        entered=len(marked) - len(table.lost),
        lost=table.lost,
        without_mark=tuple(without_mark),
    )


def id_cell(text: str) -> str:
    """Return an id, which must stand there as the platform has it; empty if a spreadsheet would run it."""
    return "" if text.startswith(FORMULA) else text
