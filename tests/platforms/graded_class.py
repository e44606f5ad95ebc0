"""A class with marks that is exported: a student for each trap."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result, Score
from tests.render.samples import QUALITY, WINNER, result


def marked(name: str, earned: str, possible: str = "20", bonus: str = "0", **identity: str) -> Result:
    """Return a result with these points; what is known about the student are the fields of `Identity`."""
    plain = result(WINNER, student=name)
    info = dataclasses.replace(plain.submission, **identity)  # type: ignore[arg-type]
    return dataclasses.replace(plain, submission=info, score=points(earned, possible, bonus))


def points(earned: str, possible: str, bonus: str = "0") -> Score:
    """Return a score without a second scale."""
    return Score(
        earned=Decimal(earned),
        possible=Decimal(possible),
        automatic_earned=Decimal(earned),
        automatic_possible=Decimal(possible),
        pending=Decimal(0),
        bonus=Decimal(bonus),
        bonus_possible=Decimal(bonus),
        bonus_pending=Decimal(0),
    )


def waiting(student: str, earned: str, **identity: str) -> Result:
    """Return a result with points that are still to be marked by hand."""
    plain = marked(student, earned, "20", **identity)
    return dataclasses.replace(plain, criteria=(*plain.criteria, QUALITY))


def failed(student: str, **identity: str) -> Result:
    """Return what is left of a grading that the grader failed at."""
    return dataclasses.replace(marked(student, "0", "20", **identity), status="harness_fault", score=None, fault="lost")


def missing(student: str, **identity: object) -> NotGraded:
    """Return a student without a submission."""
    return NotGraded(id=student, student=student, reason="nothing handed in", missing=True, **identity)  # type: ignore[arg-type]


CANVAS: tuple[ClassRow, ...] = (
    marked("4711", "17.125", source_id="4711"),
    marked("zaneta", "12", email="zaneta@x.edu"),
    marked("4713", "20", source_id="4713"),
    marked("sam", "0", login="SAM"),
    failed("jsb", login="jsb"),
    missing("4716", source_id="4716"),
    marked("evil", "3", login="evil"),
    marked("stranger", "5", login="nobody", email="n@x.edu"),
)
"""In the order of the file, with somebody who is not in it."""
MOODLE: tuple[ClassRow, ...] = (
    marked("301", "17.5", source_id="301"),
    marked("302", "20", bonus="2", source_id="302"),
    marked("303", "5", source_id="303"),
    marked("304", "1.5", source_id="304"),
    waiting("305", "4", source_id="305"),
)
BY_ADDRESS: tuple[ClassRow, ...] = (
    marked("ada", "17.5", email="Ada@X.edu"),
    marked("zaneta", "3", login="zaneta", source_id="3032"),
)
