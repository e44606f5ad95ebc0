"""Rows are found by ids, logins and addresses; where these disagree, nothing is entered."""

from __future__ import annotations

import pytest

from grader.model.identity import UNKNOWN_IDS, FileRow, Identity, IdKind, match, person_key, row_keys
from grader.platforms.registry import ids_of

ROWS = (
    FileRow(
        row=1,
        shown="Ada",
        keys=row_keys([(IdKind.CANVAS_USER, "4711"), (IdKind.STUDENT_NUMBER, "0031"), (IdKind.LOGIN, "ada")]),
    ),
    FileRow(
        row=2,
        shown="Bo",
        keys=row_keys([(IdKind.CANVAS_USER, "31"), (IdKind.STUDENT_NUMBER, ""), (IdKind.LOGIN, "bo@x.edu")]),
    ),
    FileRow(row=3, shown="Cy", keys=row_keys([(IdKind.CANVAS_USER, "4713"), (IdKind.LOGIN, "cy")])),
    FileRow(row=4, shown="Cy", keys=row_keys([(IdKind.CANVAS_USER, "4714"), (IdKind.LOGIN, "CY")])),
)


def found(layout: str = "", **identity: str) -> int | str:
    """Return the row of the student with these ids; or whether several fit or none."""
    who = Identity(id="x", student="Ada", **identity)  # type: ignore[arg-type]
    matches = match([who], ROWS, ids_of(layout))
    return matches.rows["x"].row if matches.rows else "unclear" if matches.fits["x"] else "none"


@pytest.mark.parametrize(
    ("layout", "identity", "expected"),
    [
        ("canvas", {"source_id": "4711"}, 1),
        ("canvas", {"source_id": "31"}, 2),
        ("gradescope", {"source_id": "31"}, 1),
        ("", {"source_id": "31"}, "unclear"),
        ("moodle", {"source_id": "4711"}, "none"),
        ("", {"login": "ADA "}, 1),
        ("", {"email": "Bo@X.edu"}, 2),
        ("", {"login": "cy"}, "unclear"),
        ("canvas", {"source_id": "4713", "login": "cy"}, 3),
        ("canvas", {"source_id": "4711", "email": "bo@x.edu"}, "unclear"),
        ("canvas", {"source_id": "4711", "login": "other", "email": "ada@x.edu"}, 1),
        ("", {}, "none"),
        ("plain", {}, 1),
        ("plain", {"login": "cy"}, "unclear"),
    ],
)
def test_a_row_is_found_by_all_that_is_known(layout: str, identity: dict[str, str], expected: int | str) -> None:
    """An id counts as what it is in the class's download; a name counts for nothing."""
    assert expected == found(layout, **identity)


def test_two_students_with_one_row_get_nothing() -> None:
    """Nobody can tell whose mark belongs there."""
    people = [Identity(id=name, student=name, login="ada") for name in ("one", "two")]
    matches = match(people, ROWS, UNKNOWN_IDS)

    assert not matches.rows
    assert [(1,), (1,)] == [tuple(row.row for row in matches.fits[who.id]) for who in people]
    assert [2, 3, 4] == [row.row for row in matches.rows_left]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada@Uni.EDU", "ada@uni.edu "),
        ("004711", "4711"),
        ("\N{FULLWIDTH DIGIT FOUR}2", "42"),
        ("STRASSE", "Straße"),
        ("000", "0"),
        ("e\N{COMBINING ACUTE ACCENT}va", "Éva"),
    ],
)
def test_two_spellings_of_one_id_are_equal(one: str, other: str) -> None:
    """Spreadsheets and platforms change case, width and leading zeros."""
    assert person_key(one) == person_key(other)


@pytest.mark.parametrize(("one", "other"), [("0a1", "a1"), ("4711", "47110"), ("ada", "ada-l"), ("", "0")])
def test_zeros_count_in_what_is_no_number(one: str, other: str) -> None:
    """Two ids must never become one."""
    assert person_key(one) != person_key(other)
