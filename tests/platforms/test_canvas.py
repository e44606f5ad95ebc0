"""Whose a file of a Canvas download is, where its name can be read in two ways, and what the student called it."""

from __future__ import annotations

import pytest

from grader.platforms.canvas import CanvasName, newest_files, own_name, read_names

SURE = ["lovelaceada_4711_59876_tictactoe.py", "hoppergrace_LATE_4712_59881_tictactoe.py"]


@pytest.mark.parametrize(
    ("written", "user", "file", "doubted"),
    [
        ("team_5_4722_59918_tictactoe.py", "4722", "tictactoe.py", True),
        ("ada_4722_59918_3_tictactoe.py", "4722", "3_tictactoe.py", False),
        ("ada_4722_59918_2026_tictactoe.py", "4722", "2026_tictactoe.py", False),
        ("ada_4722_59918_59000_tictactoe.py", "4722", "59000_tictactoe.py", True),
        ("hopper_4712_4722_59918_tictactoe.py", "4722", "tictactoe.py", True),  # one who would be taken for Hopper
        ("hopper_4712_59000_59918_tictactoe.py", "59000", "tictactoe.py", True),
        ("ada_4722_59918_01_tictactoe.py", "4722", "01_tictactoe.py", False),
        ("ada_LATE_4722_59918_59919_tictactoe.py", "4722", "59919_tictactoe.py", False),
        ("team_5_LATE_4722_59918_tictactoe.py", "4722", "tictactoe.py", False),
        ("team_5_4722_text.html", "4722", "", True),
        ("ada_4722_59918_text.html", "4722", "text.html", True),
    ],
)
def test_other_ids_tell_a_name_with_a_number_from_a_file_with_a_number(
    written: str, user: str, file: str, *, doubted: bool
) -> None:
    """A number that is far from all other ids is none; a note says where the first number was not taken for the id."""
    found = read_names([*SURE, written])[written]

    assert (user, file, doubted) == (found.user, found.file, bool(found.doubt))


def test_typed_texts_of_groups_with_numbers_have_no_attachment_in_common() -> None:
    """They have none at all."""
    names = [*SURE, *(f"team_{number}_472{number}_text.html" for number in (5, 6))]

    assert {"4711", "4712", "4725", "4726"} == {found.user for found in read_names(names).values()}


def test_a_single_name_with_numbers_is_read_from_the_left_and_doubted() -> None:
    """Nothing else is known of the ids."""
    name = "team_5_4722_59918_tictactoe.py"
    found = read_names([name])[name]

    assert ("team", "5", True) == (found.name, found.user, "5 or 4722" in found.doubt)


def test_a_number_that_all_students_put_before_a_files_name_is_no_id() -> None:
    """Attachments have ids of their own."""
    names = [f"{name}_471{number}_5988{number}_2026_tictactoe.py" for number, name in enumerate(("ada", "grace"))]

    assert ["", ""] == [found.doubt for found in read_names(names).values()]


@pytest.mark.parametrize(
    ("renamed", "name"),
    [
        ("tictactoe-1.py", "tictactoe.py"),
        ("tictactoe (1).py", "tictactoe.py"),
        ("tictactoe(12).py", "tictactoe.py"),
        ("tictactoe (2)-3.py", "tictactoe.py"),
        ("my-tool-2.py", "my-tool.py"),
        ("board.tar-1.gz", "board.tar-1.gz"),
        ("project-1.tar.gz", "project.tar.gz"),
        ("tictactoe-100.py", "tictactoe-100.py"),
        ("tictactoe-01.py", "tictactoe-01.py"),
        ("2026-09-01.txt", "2026-09-01.txt"),
        ("-1.py", "-1.py"),
        ("tictactoe-1", "tictactoe-1"),
    ],
)
def test_a_renamed_file_gets_the_students_own_name_back(renamed: str, name: str) -> None:
    """What else ends in a number keeps it."""
    assert name == own_name(renamed)


def handed_in(file: str, attachment: int) -> CanvasName:
    """Return what is known of a file of one student."""
    return CanvasName(name="ada", user="4711", late=False, attachment=str(attachment), file=file)


def test_the_copy_that_was_handed_in_last_counts_whatever_its_name() -> None:
    """Its number is the highest, though its name is not the longest."""
    found = newest_files(
        {
            "c": handed_in("tictactoe-2.py", 7),
            "a": handed_in("tictactoe.py", 9),
            "b": handed_in("tictactoe-1.py", 8),
        }
    )

    assert {"a": "tictactoe.py"} == found.kept
    assert {"b": "older than a", "c": "older than a"} == found.older
    assert ["tictactoe.py was handed in 3 times; the newest one is graded."] == found.notes


def test_texts_with_numbers_are_not_copies_of_each_other() -> None:
    """They may be a student's data."""
    files = {str(number): handed_in(f"board-{number}.txt", number) for number in (1, 2)}

    assert {"1": "board-1.txt", "2": "board-2.txt"} == newest_files(files).kept
