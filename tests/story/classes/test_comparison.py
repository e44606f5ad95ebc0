"""Two gradings of one class compared: who changed, and why."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from msgspec import structs

from grader.capabilities.by_hand.marks import with_manual, with_marks_to_confirm
from grader.capabilities.lateness.capability import LateRules
from grader.capabilities.registry import completed
from grader.marking.mark import fault_result
from grader.model.isolation import Level
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.render.markdown import markdown
from grader.story.classes.comparison import (
    GRADER,
    PERSON,
    RUBRIC,
    UNKNOWN,
    changed_text,
    compared,
    comparison_csv,
    comparison_json,
    tell_comparison,
)
from grader.text.number_text import decimal_text
from tests.batch.fakes import lossy, right, submission
from tests.marking.other_points import doubled

ADA, BOB = submission("ada"), submission("bob")


def marked(result: Result) -> Result:
    """Return `result` with 4 points that a person gave for code quality."""
    return with_manual(result, {"code_quality": ManualMark(points=Decimal(4), comment="clear", by="kim")})


def by_newer_grader(result: Result) -> Result:
    """Return `result` as if another version of the grader had made it."""
    return dataclasses.replace(result, grader=dataclasses.replace(result.grader, version="99"))


def in_weaker_sandbox(result: Result) -> Result:
    """Return `result` as if it had been made on a machine with less isolation."""
    isolation = result.grader.isolation
    assert isolation is not None
    weaker = dataclasses.replace(isolation, level=Level.PARTIAL)
    return dataclasses.replace(result, grader=dataclasses.replace(result.grader, isolation=weaker))


def by_other_rubric(result: Result) -> Result:
    """Return `result` as if another file with the same points had been the rubric."""
    return dataclasses.replace(result, rubric=dataclasses.replace(result.rubric, sha256="0" * 64))


def unchanged(result: Result) -> Result:
    """Return `result`."""
    return result


@pytest.mark.parametrize(
    ("also", "why"),
    [(by_newer_grader, GRADER), (in_weaker_sandbox, GRADER), (by_other_rubric, RUBRIC), (unchanged, UNKNOWN)],
)
def test_a_lost_check_has_the_reason_that_differs(
    also: Callable[[Result], Result], why: str, default_rubric: Rubric
) -> None:
    """The file is the same: grader, sandbox or rubric is another, or nobody knows."""
    (change,) = compared([lossy(ADA, default_rubric, ())], [also(lossy(ADA, default_rubric, {"winner.rows"}))])

    (item,) = change.items
    assert ((why,), "winner", ("winner.rows",)) == (change.because, item.id, item.checks)
    assert change.is_lower


def test_another_file_is_the_reason_whatever_else_differs(default_rubric: Rubric) -> None:
    """A file that was handed in again explains its checks."""
    before, after = right(ADA, default_rubric), right(submission("ada", "wrong"), default_rubric)

    (change,) = compared([before], [by_newer_grader(after)])

    assert ("file",) == change.because


def test_points_of_a_person_are_told_apart_from_those_of_the_grader(default_rubric: Rubric) -> None:
    """A person gave points, and beside that the file lost a check: each item has its own reason."""
    before = right(ADA, default_rubric)
    after = marked(right(submission("ada", "wrong"), default_rubric))

    (change,) = compared([before], [after])

    assert {"winner": ("file",), "code_quality": (PERSON,)} == {item.id: item.because for item in change.items}
    assert [None, Decimal(4)] == [getattr(change.items[-1], name) for name in ("before", "after")]


def test_an_item_that_is_worth_more_changed_by_the_rubric(default_rubric: Rubric) -> None:
    """The verdicts are the same; only points differ."""
    doubled = [
        dataclasses.replace(
            item,
            points=item.points * 2,
            shares=tuple(structs.replace(one, points=one.points * 2) for one in item.shares),
        )
        for item in default_rubric.criteria
    ]
    other = dataclasses.replace(default_rubric, criteria=tuple(doubled), sha256="1" * 64)

    (change,) = compared([right(ADA, default_rubric)], [right(ADA, other)])

    assert (RUBRIC,) == change.because
    assert not change.is_lower


def test_equal_marks_are_no_change_and_who_came_or_went_is_named(default_rubric: Rubric) -> None:
    """Only differences are told."""
    ada, bob = right(ADA, default_rubric), right(BOB, default_rubric)

    assert [] == compared([ada, bob], [bob, ada])
    assert [("new",)] == [change.because for change in compared([ada], [ada, bob])]
    (gone,) = compared([ada, bob], [ada])
    assert (("gone",), True) == (gone.because, gone.is_lower)


def test_an_item_of_only_one_of_the_results_is_new_or_gone(default_rubric: Rubric) -> None:
    """It is not open, as what waits for a person is."""
    ada = right(ADA, default_rubric)
    fewer = dataclasses.replace(ada, criteria=ada.criteria[1:])
    name, points = ada.criteria[0].id, decimal_text(ada.criteria[0].earned)

    (gone,), (new,) = compared([ada], [fewer]), compared([fewer], [ada])

    assert f"{name} gone, {points}" in markdown(tell_comparison([gone], 1))
    assert f"{name} new, {points}" in markdown(tell_comparison([new], 1))


def test_a_mark_that_is_missing_now_is_lower(default_rubric: Rubric) -> None:
    """An internal error takes a mark away."""
    (change,) = compared([right(ADA, default_rubric)], [fault_result(ADA, default_rubric, "broken")])

    assert change.is_lower
    assert "internal error" in markdown(tell_comparison([change], 1))


def test_every_format_says_the_same(default_rubric: Rubric) -> None:
    """Text, CSV and JSON name the student, both marks, the item, the check and the reason."""
    changes = compared([lossy(ADA, default_rubric, ())], [by_newer_grader(lossy(ADA, default_rubric, {"winner.rows"}))])

    text = markdown(tell_comparison(changes, 1))
    (row,) = csv.DictReader(io.StringIO(comparison_csv(changes)))
    (entry,) = json.loads(comparison_json(changes))

    assert "1 mark changed, 1 of them lower (1 grader)" == changed_text(changes)
    assert "winner 15 -\\> 11" in text
    assert ("ada", "winner", "15", "11", "winner.rows", "grader") == tuple(
        row[name] for name in ("id", "item", "item_before", "item_after", "checks", "because")
    )
    assert ("ada", "95", "91", True) == tuple(entry[name] for name in ("id", "before", "after", "lower"))
    assert ["winner.rows"] == entry["items"][0]["checks"]


def test_a_name_is_no_formula_and_no_markup(default_rubric: Rubric) -> None:
    """Students choose their names."""
    eve = dataclasses.replace(submission("eve"), student="=1+1 <b>")
    changes = compared([right(eve, default_rubric)], [])

    assert "'=1+1" in comparison_csv(changes)
    assert "<b>" not in markdown(tell_comparison(changes, 1))


LATE = LateRules(per_day=Decimal(5), due="2026-09-01T23:59+02:00")


def handed_in(when: str, rubric: Rubric) -> Result:
    """Return a right file that was handed in at `when`, with what late work costs."""
    return completed(lossy(dataclasses.replace(ADA, submitted_at=when), rubric, ()), rubric)


def test_points_for_late_work_change_by_the_time(default_rubric: Rubric) -> None:
    """Also where the item is new, or gone after an extension."""
    rubric = default_rubric.with_section(LateRules, LATE)
    times = ("2026-09-01T20:00+02:00", "2026-09-02T20:00+02:00", "2026-09-03T20:00+02:00")
    in_time, late, later = (handed_in(when, rubric) for when in times)

    for before, after in ((in_time, late), (late, later), (later, in_time)):
        (change,) = compared([before], [after])
        assert (("time",), "lateness") == (change.because, change.items[0].id)


def test_a_new_version_of_a_file_is_no_decision_of_a_person(default_rubric: Rubric) -> None:
    """The points of the version before are only proposed."""
    before = marked(right(ADA, default_rubric))
    fresh = right(submission("ada", "wrong"), default_rubric)
    after = with_marks_to_confirm(fresh, {"code_quality": ManualMark(points=Decimal(4), comment="clear", by="kim")})

    (change,) = compared([before], [after])

    assert ("file",) == change.because


def test_the_second_scale_decides_what_is_lower_where_there_is_one(default_rubric: Rubric) -> None:
    """Half of all points on the same scale is the same mark."""
    halved = dataclasses.replace(doubled(default_rubric), scale=default_rubric.scale)

    assert not any(one.is_lower for one in compared([right(ADA, halved)], [right(ADA, default_rubric)]))
