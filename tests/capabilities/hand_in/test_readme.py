"""A README counts if the student wrote something; what it must say is found by the instructor's expressions."""

from __future__ import annotations

import pytest

from grader.capabilities.hand_in import readme
from grader.capabilities.hand_in.capability import FileRules, WantedText, is_readme
from tests.capabilities.hand_in.handing_in import handed_in, told
from tests.fixture_folders import SLOW

SKELETON = "# Tic-Tac-Toe\n\nName:\nStudent ID:\n\n## Approach\n(Describe it.)"
WANTED = FileRules(readme=True, readme_skeleton=SKELETON)
ID = WantedText(name="your student ID", pattern=r"\b\d{6}\b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Tic-Tac-Toe\n\nI wrote a minimax.\n", "pass"),
        (SKELETON.replace("Name:", "Name: Ada"), "pass"),
        ("![the AI plays](picture.png)", "pass"),
        ("\u0627\u0633\u0645\u064a \u0639\u0644\u064a", "pass"),
        ("", "fail: README.md is empty"),
        (" \n\t\n", "fail: README.md is empty"),
        ("# cs3081-tictactoe", "fail: README.md has a title and nothing else"),
        ("Tic-Tac-Toe\n===========\n\n---\n", "fail: README.md has a title and nothing else"),
        (SKELETON, "fail: README.md is the one that was handed out, with nothing added"),
        (
            SKELETON.replace("\n", "\r\n") + "  \r\n",
            "fail: README.md is the one that was handed out, with nothing added",
        ),
        ("Student ID:\nName:\n", "fail: README.md is the one that was handed out, with nothing added"),
        ("PK\x03\x04\0\0", "fail: README.md is no text; hand in README.md"),
    ],
)
def test_a_readme_has_something_of_the_students_own(text: str, expected: str) -> None:
    """Neither nothing, nor a title that GitHub made, nor what was handed out, in another order or with fewer lines."""
    assert expected == told(handed_in({"README.md": text}), WANTED)


def test_no_readme_is_missing() -> None:
    """It is not wrong but not there."""
    assert "missing: there is no README; hand in README.md" == told(handed_in({"notes.md": "text"}), WANTED)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        *((name, True) for name in ("README.md", "readme.txt", "ReadMe", "Read me.md", "README_ada.rst", "_README.md")),
        *((name, True) for name in ("README.md.txt", "doc/README.md", "README (1).md")),
        *((name, False) for name in ("READMES/", "README/", "notes.md", "._README.md", "read.md", "tictactoe.py")),
    ],
)
def test_a_readme_is_known_in_every_spelling(path: str, expected: bool) -> None:  # noqa: FBT001 - a table
    """Windows hides endings, browsers add numbers, and macOS adds files of its own."""
    assert expected is is_readme(path)


def test_of_two_readmes_a_text_counts_and_then_the_one_beside_the_graded_file() -> None:
    """A document that nobody can search does not hide the text."""
    files = {"README.docx": "PK\0", "docs/README.md": "# title", "README.txt": "My approach."}

    assert "pass" == told(handed_in(files), WANTED)


def test_what_the_readme_must_say_is_named_in_the_instructors_words() -> None:
    """The student reads no regular expression."""
    rules = FileRules(readme_says=(ID, WantedText(name="your approach", pattern="(?i)approach")))

    assert "pass" == told(handed_in({"README.md": "ID 202600\nMy APPROACH"}), rules)
    assert "fail: not found in README.md: your student ID, your approach" == told(handed_in({"README.md": "-"}), rules)
    assert "fail: not found in README.md: your student ID" == told(handed_in({"README.md": "approach 1"}), rules)
    assert "missing: there is no README; hand in README.md" == told(handed_in({}), rules)


def test_the_ends_of_lines_count() -> None:
    r"""``^Name:`` may stand on any line, and the text may come from Windows."""
    rules = FileRules(readme_says=(WantedText(name="your name", pattern=r"^Name: \w+\s*$"),))

    assert "pass" == told(handed_in({"README.md": "# Title\r\nName: Ada\r\n"}), rules)


@SLOW
def test_an_expression_that_never_ends_costs_no_point_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped; what was found before is known, and a person decides about the rest."""
    monkeypatch.setattr(readme, "CPU_SECONDS", 1)
    monkeypatch.setattr(readme, "WALL_SECONDS", 3)
    rules = FileRules(readme_says=(ID, WantedText(name="your name", pattern="(a|aa)+$"), ID))

    assert "pending: not known whether README.md says: your name, your student ID; the search took too long" == told(
        handed_in({"README.md": f"202600 {'a' * 60}b"}), rules
    )
