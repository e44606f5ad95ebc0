"""Repositories of students and teams, with the table that lies beside them."""

from __future__ import annotations

from pathlib import Path

from grader.intake.safe_read import Entry
from grader.intake.upload import Person
from grader.platforms.downloads import Member, repository_uploads


def test_a_team_handed_in_when_its_last_member_did(tmp_path: Path) -> None:
    """Whatever the offsets of the times that the platform's table has."""
    (tmp_path / "hw-team").mkdir()
    times = ("2026-09-02T01:00:00+02:00", "2026-09-01T23:00:00-05:00")
    members = [Member(person=Person(login=time), repository="hw-team", submitted_at=time) for time in times]

    (upload,) = repository_uploads(tmp_path, [Entry("hw-team", is_folder=True)], members, "hw-")

    assert times[1] == upload.submitted_at
