"""What is wrong with other files is a note, if it costs no points; what costs points stands in its line."""

from __future__ import annotations

from unittest.mock import patch

from grader.capabilities import registry
from grader.model.submission import Submission
from grader.rubric_file import load_rubric
from tests.capabilities.hand_in.handing_in import handed_in
from tests.rubric_file.toy import SMALL, TOY

NO_README = "there is no README; hand in README.md"


def notes(
    submission: Submission, *, line: str = "", section: str = "{readme: true, repository_link: true}"
) -> list[str]:
    """Return the notes under the small rubric with a section `files`, and perhaps one more line."""
    rubric = load_rubric(
        SMALL.replace("criteria:\n", f"files: {section}\ncriteria:\n{line}").encode(), "r.yaml", {"toy": TOY}
    )
    return list(registry.notes(submission, rubric, registry.brought_outcomes(submission, rubric)))


def test_a_check_that_no_line_names_is_a_note_if_it_fails() -> None:
    """A passed one is none; the link is there for whoever wants to follow it."""
    link = {"README.md": "see https://github.com/ada/ttt"}

    assert [NO_README, "no link to a GitHub repository in README.md or any other text"] == notes(handed_in({}))
    assert ["the repository: https://github.com/ada/ttt"] == notes(handed_in(link))


def test_what_a_line_names_is_told_there_and_not_again() -> None:
    """Also if it counts no points."""
    line = "  - {id: files, title: Files, points: 0, checks: {readme: 0}}\n"

    assert [] == notes(handed_in({}), line=line, section="{readme: true}")


def test_one_file_alone_gets_no_note() -> None:
    """Students who hand in what was asked for, a file named after them, are not told that nothing was looked at."""
    assert [] == notes(handed_in(None))


def test_a_link_that_could_not_be_judged_gets_no_note() -> None:
    """A fault of ours in reading it is told by its check, and brings nothing else down."""
    with patch("grader.capabilities.hand_in.readme._links", side_effect=IndexError):
        assert [] == notes(handed_in({}), section="{repository_link: true}")
