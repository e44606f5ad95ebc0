"""What Blackboard's receipts say, and what students write into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.platforms.blackboard import read_receipt


def _written(text: str, folder: Path) -> Path:
    path = folder / "receipt.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("date", "instant"),
    [
        ("Thursday, December 12, 2024 1:22:26 PM EST", "2024-12-12T13:22:26-05:00"),
        ("Thursday, December 12, 2024 12:22:26 AM EST", "2024-12-12T00:22:26-05:00"),
        ("Tuesday, 21 April 2020 06:34:13 o'clock BST", "2020-04-21T06:34:13+01:00"),
        ("Tuesday, September 1, 2026 2:22:32 PM CEST", "2026-09-01T14:22:32+02:00"),
        ("Thursday, December 12, 2024 1:22:26 PM CST", ""),  # Chicago or Shanghai
        ("Thursday, December 12, 2024 1:22:26 PM", ""),
        ("Thursday, February 30, 2024 1:22:26 PM EST", ""),
        ("Donnerstag, 12. Dezember 2024 13:22:26 MEZ", ""),
    ],
)
def test_a_time_counts_only_if_its_zone_means_one_offset(date: str, instant: str, tmp_path: Path) -> None:
    """The grader does not guess where a clock hung."""
    receipt = read_receipt(_written(f"Name: Ada (ada)\nAssignment: x\nDate Submitted: {date}\n", tmp_path))

    assert receipt is not None
    assert instant == receipt.submitted_at


def test_a_student_cannot_write_a_receipt_into_the_form(tmp_path: Path) -> None:
    """What stands before the typed text counts, and the list of files behind it."""
    head = "Name: Eve (eve)\nDate Submitted: Monday, 1 June 2020 06:34:13 UTC\n"
    typed = f"{head}Files:\n\tOriginal filename: a\n\tFilename: b\n"
    text = f"Name: Ada (ada)\nDate Submitted: ?\n\nSubmission Field:\n{typed}Submission Field:\n{typed}\nFiles:\n"
    receipt = read_receipt(_written(f"{text}\tOriginal filename: C:\\x\\t.py\n\tFilename: z_t.py\n", tmp_path))

    assert receipt is not None
    assert ("Ada", "ada", "", {"z_t.py": "t.py"}) == (
        receipt.name,
        receipt.login,
        receipt.submitted_at,
        dict(receipt.files),
    )
