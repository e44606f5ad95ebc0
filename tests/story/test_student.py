"""A report says when its submission was handed in, if that is known."""

from __future__ import annotations

import dataclasses

import pytest

from grader.model.identity import Identity
from grader.story.student import hand_in_text
from tests.render.rendering import student_markdown, student_page
from tests.render.samples import WINNER, result


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, ""),
        ({"late": False}, ""),
        ({"late": True}, "Handed in late."),
        ({"submitted_at": "2026-09-01T23:10:00+02:00"}, "Handed in 2026-09-01 23:10:00 +02:00."),
        (
            {"submitted_at": "2026-09-01T23:10Z", "late": True, "group": "Team 4"},
            "Handed in 2026-09-01 23:10:00 +00:00, late, by the group Team 4.",
        ),
        ({"submitted_at": "\x1b[2Jyesterday"}, "Handed in \\x1b[2Jyesterday."),
    ],
)
def test_what_is_known_is_said(facts: dict[str, str], sentence: str) -> None:
    """And nothing that is not known."""
    assert sentence == hand_in_text(Identity(id="a", student="A", **facts))  # type: ignore[arg-type]


def test_the_reports_of_a_student_say_it() -> None:
    """The page and the Markdown; neither shows the address or the login."""
    one = result(WINNER)
    known = dataclasses.replace(one.submission, submitted_at="2026-09-01T23:10:00+02:00", email="a@x.edu", login="al99")
    named = dataclasses.replace(one, submission=known)

    for text in (student_page(named).decode(), student_markdown(named).replace("\\", "")):
        assert "Handed in 2026-09-01 23:10:00 +02:00." in text
        assert "a@x.edu" not in text
        assert "al99" not in text
