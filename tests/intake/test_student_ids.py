"""Ids are safe on every system and the same in every run; names stay as people write them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.intake.student_ids import (
    MAX_BYTES,
    MAX_LENGTH,
    ClaimedName,
    display_name,
    distinct_ids,
    folded,
    is_safe_id,
    submission_id,
)

ANY_NAME = st.text(st.characters(codec=None), min_size=1, max_size=300)
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


PLAIN = ["student-01", "ada", "Ada.Lovelace", "j_doe", "_x", "a", "x" * 64, "1815", "ada-"]
LETTERS = ["José", "李雷", "Ольга", "نور", "ส้มโอ", "Nguyễn", "Łukasz", "Þórdís", "Ωμέγα", "さくらアキ山", "김민준"]

ALTERED = {
    "José García": "José-García-",
    "Ada Lovelace": "Ada-Lovelace-",
    "山田\u3000太郎": "山田-太郎-",
    "नेहा शर्मा": "नेहा-शर्मा-",
    "رضا\u200cنور": "رضا-نور-",
    "аdа": "аdа-",  # noqa: RUF001 - Cyrillic letters beside a Latin one
    "ﬁnn": "finn-",
    "com¹": "student-com1-",
    "i\u034fda": "i-da-",
    "\u3164": "student-",
    "a" + "\u0300" * 30: "à-",
    "李" * 65: "李" * 40 + "-",
    "..": "student-",
    "-rf": "rf-",
    ".hidden": "hidden-",
    "ada.": "ada-",
    "a/b": "a-b-",
    "con": "student-con-",
    "NUL.txt": "student-NUL.txt-",
    "com1": "student-com1-",
    "gradebook.csv": "gradebook.csv-",
    "x" * 65: "x" * 57 + "-",
    "ada\x1b[31m\n": "ada-31m-",
    "ada\u202ecod": "ada-cod-",
    "caf\udce9": "caf-",
}
"""Names that are altered, and what the beginning of their ids is."""


def test_a_safe_name_stands_for_itself() -> None:
    """No hash, so that the folder of the reports is the one people know."""
    assert [submission_id(name) for name in (*PLAIN, *LETTERS)] == [*PLAIN, *LETTERS]


def test_an_altered_name_keeps_what_is_safe_and_gets_a_hash() -> None:
    """Six hexadecimal digits of the whole name follow."""
    found = {name: submission_id(name) for name in ALTERED}

    assert {name: one[:-6] for name, one in found.items()} == ALTERED
    assert [one for one in found.values() if not re.search("[0-9a-f]{6}$", one)] == []


@given(ANY_NAME | st.sampled_from(sorted(DEVICES)).map(lambda device: f"{device}.x y"))
@example("..")
@example("con. ")
@example("\udcff" * 300)
def test_every_id_is_safe_as_a_folder_on_every_system(name: str) -> None:
    """Few characters, short, no option, not hidden, no device of Windows, no dot that Windows would drop."""
    found = submission_id(name)

    assert not set(found) & set('<>:"/\\|?* ')
    assert len(found) <= MAX_LENGTH
    assert len(found.encode()) <= MAX_BYTES
    assert found[0] not in ".-"
    assert found[-1] != "."
    assert found == display_name(found) == unicodedata.normalize("NFC", found)
    assert is_safe_id(found)
    assert found.split(".")[0].lower() not in DEVICES


@given(st.sets(ANY_NAME.map(lambda name: unicodedata.normalize("NFC", name).casefold()), min_size=2, max_size=20))
def test_different_names_have_different_ids(names: set[str]) -> None:
    """They differ even on file systems that ignore the case of letters."""
    ids = distinct_ids([ClaimedName(name, name) for name in names])

    assert len(set(map(folded, ids))) == len(names)


@given(ANY_NAME)
def test_the_way_accents_are_stored_does_not_matter(name: str) -> None:
    """Some systems decompose names; both forms are the same student."""
    composed, decomposed = unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)

    assert submission_id(composed) == submission_id(decomposed)
    assert display_name(composed) == display_name(decomposed)


@given(ANY_NAME)
def test_every_display_name_can_be_shown_and_written(name: str) -> None:
    """Not empty, encodable, without control characters."""
    shown = display_name(name)

    assert shown
    shown.encode()
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in shown)


@pytest.mark.parametrize(
    "text", ["", ".", "..", "a/b", "a\\b", "a:b", "a b", "a.", "-a", "\udcff", "a\n", "x" * 65, "\u0301a"]
)
def test_no_other_text_is_an_id(text: str) -> None:
    """A record that somebody edited may name any folder."""
    assert not is_safe_id(text)


def test_the_display_name_keeps_its_script() -> None:
    """Only what could do harm is escaped."""
    assert display_name("李雷") == "李雷"
    assert display_name("Jose\u0301") == "José"
    assert display_name("ada\x1b[31m") == "ada\\x1b[31m"
    assert display_name("山田\u3000 太郎") == "山田 太郎"
    assert display_name("   ") == submission_id("   ")
