"""Which number is a student's mark: the points, those on the rubric's second scale, or in proportion to full marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from grader.capabilities.by_hand.capability import open_items
from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result, Score
from grader.platforms.gradebooks.grade_file import rounded
from grader.text.number_text import decimal_text

CHOICES = {
    "earned": "the points, with the bonus",
    "scaled": "the points on the scale of the rubric",
    "column": "in proportion, so that full marks are those of the column",
    "percent": "in percent of full marks",
}
PERCENT = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullMarks:
    """What the marks of a class are out of."""

    points: Decimal
    scaled: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChoice:
    """How marks are computed from scores."""

    points: str
    """One of `CHOICES`."""
    full: Decimal
    """Full marks."""

    def of(self, score: Score) -> Decimal:
        """Return the mark; ValueError for a score without the second scale, if that was chosen."""
        total = max(score.earned + score.bonus, Decimal(0))
        if self.points == "scaled":
            if score.scaled is None:
                raise ValueError("a result has no points on a second scale; grade the class again")
            return rounded(Fraction(max(score.scaled, Decimal(0))))
        if self.points == "earned":
            return rounded(Fraction(total))
        return rounded(Fraction(total) * Fraction(self.full) / Fraction(score.possible)) if score.possible else total

    @property
    def text(self) -> str:
        return f"{CHOICES[self.points]}, out of {decimal_text(self.full)}"


def full_marks(results: Iterable[Result]) -> FullMarks:
    """Return what all of `results` are out of; ValueError if there are none, or they are out of different points."""
    found = {(one.score.possible, one.score.scaled_possible) for one in results if one.score is not None}
    if not found:
        raise ValueError("nobody has a mark yet; grade the class first")
    if len(found) > 1:
        shown = " and ".join(sorted(decimal_text(points) for points, _ in found))
        raise ValueError(f"some results are out of {shown} points, as by two rubrics; grade the class again")
    points, scaled = found.pop()
    return FullMarks(points=points, scaled=scaled)


def choose_marks(full: FullMarks, possible: Decimal | None, wanted: str) -> MarkChoice:
    """
    Return the marks for a column with `possible` points, None if it does not say: those `wanted`, one of `CHOICES`.

    ValueError if the points of the rubric are not those of the column and nothing says which marks are wanted.
    """
    known = {"earned": full.points, "scaled": full.scaled, "column": possible, "percent": PERCENT}
    if wanted:
        out_of = known[wanted]
        if out_of is None:
            missing = "the rubric has no second scale" if wanted == "scaled" else "the column does not say its points"
            raise ValueError(f"--points {wanted}: {missing}; choose another")
        return MarkChoice(points=wanted, full=out_of)
    if possible is None and full.scaled is None:
        return MarkChoice(points="earned", full=full.points)
    fitting = [name for name in ("scaled", "earned") if possible is not None and known[name] == possible]
    if fitting:
        return MarkChoice(points=fitting[0], full=known[fitting[0]] or full.points)
    column = "does not say its points" if possible is None else f"has {decimal_text(possible)} points"
    scaled = "" if full.scaled is None else f", or {decimal_text(full.scaled)} on its scale"
    options = [f"--points {name} ({text})" for name, text in CHOICES.items() if known[name] is not None]
    raise ValueError(
        f"the column {column}, the rubric {decimal_text(full.points)} points{scaled}; say which marks are meant:"
        f" {', '.join(options)}"
    )


def no_mark(row: ClassRow, *, so_far: bool) -> str:
    """Return why a student has no mark to hand on; empty if there is one, which may be open if marks `so_far` count."""
    if isinstance(row, NotGraded):
        return f"no mark ({row.reason})"
    if row.score is None:
        return f"no mark ({row.no_mark}; grade it again)"
    return "some points are still to be marked by hand" if any(open_items(row)) and not so_far else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file with the marks or pages of a class, and what is not in it: sentences, each about one student."""

    data: bytes
    entered: int
    """Students whose mark or page is in the file."""
    lost: tuple[str, ...]
    """Marks that are not in it."""
    without_mark: tuple[str, ...]
    """Students who have no mark; nothing is entered for them."""
    replaced: int = 0
    """Students for whom another mark was there before."""
    strangers: tuple[str, ...] = ()
    """Rows of the platform's file that are nobody's in the class, but for those of students whom it made up."""
    kept_texts: tuple[str, ...] = ()
    """Students whose cell has a text by a person, which stays as it is."""
    note: str = ""
    """What the user should know before the file is imported; empty if nothing."""
