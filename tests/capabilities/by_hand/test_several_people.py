"""Several tables of marks, and groups that hand in together."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.capabilities.by_hand.capability import MarkChange, change_text
from grader.capabilities.by_hand.journal import Journal, Source
from grader.capabilities.by_hand.marks import marks_given, with_manual
from grader.capabilities.by_hand.marks_file import parse_manual
from grader.capabilities.by_hand.several_people import JointMarks, agreements, joined
from grader.model.result import ManualMark, Result
from tests.render.samples import SAMPLES

NO_CONFLICTS: Mapping[tuple[str, str], tuple[MarkChange, ...]] = {}
HEADER = "student,item,points,comment,by\n"


@pytest.fixture
def results() -> dict[str, Result]:
    """Return a class of three, two of them a group."""
    pending = SAMPLES["pending"]()
    groups = {"ada": "Team 4", "bob": "Team 4", "cy": ""}
    return {
        key: dataclasses.replace(
            pending, submission=dataclasses.replace(pending.submission, id=key, student=key, group=group)
        )
        for key, group in groups.items()
    }


def joint(
    results: dict[str, Result],
    *tables: str,
    known: Mapping[tuple[str, str], tuple[MarkChange, ...]] = NO_CONFLICTS,
    replace: bool = False,
) -> JointMarks:
    """Return what tables say together."""
    read = [parse_manual((HEADER + table).encode(), f"{at}.csv", results) for at, table in enumerate(tables, 1)]
    return joined(read, results, known, replace=replace)


def points(found: JointMarks) -> dict[str, dict[str, int | None]]:
    """Return the points that are taken over."""
    return {
        student: {item: None if mark is None else int(mark.points) for item, mark in marks.items()}
        for student, marks in found.marks.items()
    }


def test_the_tables_of_two_people_count_together(results: dict[str, Result]) -> None:
    """The first is not dropped; the same points twice are no conflict."""
    found = joint(results, "cy,quality,4,,Kim\n", "cy,quality,4,,Lee\ncy,alpha_beta,3,late cut,Lee\n")

    assert (points(found), found.conflicts) == ({"cy": {"quality": 4, "alpha_beta": 3}}, [])
    assert found.sources["cy"]["quality"] == Source("1.csv:2", "Kim")


def test_what_two_people_say_differently_is_decided_by_neither(results: dict[str, Result]) -> None:
    """Both are named; all else is taken over."""
    found = joint(results, "cy,quality,4,two names,Kim\n", "cy,quality,5,,Lee\ncy,alpha_beta,3,late cut,Lee\n")

    assert points(found) == {"cy": {"alpha_beta": 3}}
    assert found.conflicts == ["cy: quality: 4 (Kim, 1.csv:2: two names) or 5 (Lee, 2.csv:2)"]


def test_who_agrees_is_on_record_and_no_comment_is_lost(results: dict[str, Result]) -> None:
    """The mark stays that of the first person; the journal says once who gave the same."""
    results["cy"] = with_manual(results["cy"], {"quality": ManualMark(points=Decimal(4), comment="short", by="Kim")})
    found = joint(results, "cy,quality,4,two names,Lee\ncy,alpha_beta,3,,Lee\n", "cy,quality,4,names,May\n")

    assert found.conflicts == []
    mark = found.marks["cy"]["quality"]
    assert mark == ManualMark(points=Decimal(4), comment="short; two names; names", by="Kim")
    lines = list(agreements(found, results, []))
    assert [("Lee", "1.csv:2", "quality"), ("May", "2.csv:2", "quality")] == [
        (one.who, one.reason, one.item) for one in lines
    ]
    assert [f"{who}: quality still 4 of 5, short; two names; names" for who in ("Lee", "May")] == [
        change_text(one).partition(" (")[0] for one in lines
    ]
    assert not list(agreements(found, results, lines))


def test_a_mark_of_another_person_is_not_replaced_by_accident(results: dict[str, Result]) -> None:
    """The person who gave it may change it; another one must say so."""
    results["cy"] = with_manual(results["cy"], {"quality": ManualMark(points=Decimal(4), by="Kim")})

    assert joint(results, "cy,quality,5,,Lee\n").conflicts == ["cy: quality: 4 (Kim, until now) or 5 (Lee, 1.csv:2)"]
    assert points(joint(results, "cy,quality,5,,Kim\n")) == {"cy": {"quality": 5}}
    assert points(joint(results, "cy,quality,5,,Lee\n", replace=True)) == {"cy": {"quality": 5}}


def test_a_conflict_is_open_until_all_agree(results: dict[str, Result]) -> None:
    """Who repeats what was said does not end it; somebody else, `replace` and a row without a name do."""
    kim, lee = "cy,quality,4,two names,Kim\n", "cy,quality,5,,Lee\n"
    said = joint(results, kim, lee).disputed
    assert [(one.action, one.who, str(one.new.points)) for one in said if one.new] == [
        ("conflict", "Kim", "4"),
        ("conflict", "Lee", "5"),
    ]
    known = Journal(said).conflicts
    for table in (kim, lee):
        again = joint(results, table, known=known)
        assert (len(again.conflicts), again.disputed, points(again)) == (1, [], {})
    for ending in ("cy,quality,4,two names,Lee\n", "cy,quality,3,,\n", "cy,quality,3,,May\n"):
        assert joint(results, ending, known=known).conflicts == []
    assert points(joint(results, lee, known=known, replace=True)) == {"cy": {"quality": 5}}


def test_a_conflict_ends_when_both_have_come_to_say_the_same(results: dict[str, Result]) -> None:
    """What one of them says meanwhile is kept, though it does not end the conflict."""
    said = joint(results, "cy,quality,2,,Kim\n", "cy,quality,5,,Lee\n").disputed
    nearer = joint(results, "cy,quality,4,,Kim\n", known=Journal(said).conflicts)
    assert [(one.who, one.new and int(one.new.points)) for one in nearer.disputed] == [("Kim", 4)]

    known = Journal([*said, *nearer.disputed]).conflicts
    assert [one.who for one in known["cy", "quality"]] == ["Lee", "Kim"]
    agreed = joint(results, "cy,quality,4,,Lee\n", known=known)
    assert (agreed.conflicts, points(agreed)) == ([], {"cy": {"quality": 4}})


def test_an_item_and_its_check_by_two_people_are_a_conflict(results: dict[str, Result]) -> None:
    """Those of the item would hide those of the check."""
    item = next(item for item in results["cy"].criteria if item.checks)
    check = item.checks[0]
    found = joint(results, f"cy,{item.id},0,hm,Kim\n", f"cy,{check.id},0,hm,Lee\n")

    assert points(found) == {"cy": {}}
    assert [f"cy: item {item.id} and its check {check.id}: 0 (Kim, 1.csv:2: hm) or 0 (Lee, 2.csv:2: hm)"] == (
        found.conflicts
    )


def test_a_group_is_marked_once(results: dict[str, Result]) -> None:
    """A mark for one member is every member's, unless a row says otherwise, now or before."""
    assert points(joint(results, "ada,quality,4,,Kim\n")) == {"ada": {"quality": 4}, "bob": {"quality": 4}}
    assert points(joint(results, "ada,quality,4,,Kim\nbob,quality,2,slept,Kim\n")) == {
        "ada": {"quality": 4},
        "bob": {"quality": 2},
    }
    results["bob"] = with_manual(results["bob"], {"quality": ManualMark(points=Decimal(2))})
    assert points(joint(results, "ada,quality,5,,Kim\n")) == {"ada": {"quality": 5}}
    assert marks_given(results["bob"])["quality"].points == 2
