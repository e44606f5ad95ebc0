"""Every sentence that reports quote stands in its sheet; the sheets themselves are not part of the repository."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from grader.assignments import ASSIGNMENTS
from grader.capabilities.hand_in.capability import FILE_CHECKS
from grader.model.spec import NO_SHEET
from tests.fixture_folders import ROOT

FOLDER = Path(os.environ.get("GRADER_SHEETS", ROOT.parent / "shared" / "assignments"))
FILES = [
    ("cs3081", "cs3081-assignment-1.txt"),
    ("cs50", "cs50-ai-fall-2020.txt"),
    ("cs50", "cs50-ai-project-page.txt"),
    ("elearning", "assignment-1-elearning.txt"),
    ("lab4", "lab-session-4.txt"),
]
SHEETS = {sheet.id: sheet for assignment in ASSIGNMENTS.values() for sheet in assignment.sheets}
CHECKS = {sheet.id: assignment for assignment in ASSIGNMENTS.values() for sheet in assignment.sheets}
BOARDS_AND_TIME = {
    *(f"{name}.board_unchanged" for name in ("player", "actions", "winner", "terminal", "utility", "minimax")),
    "minimax.in_time",
}
SILENT: dict[str, set[str]] = {
    "cs3081": set(),
    "lab4": set(),
    # About a board that was passed in, only what these sheets say of `result`; about time, nothing.
    "cs50": BOARDS_AND_TIME,
    "elearning": BOARDS_AND_TIME,
}
MARKUP = re.compile(r"[*`\\_]|</?\w+>")


def plain(text: str) -> str:
    """Return a text in one line and without markup; the PDF that one sheet was made from shows O as 0."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace(
        "Return 0 if O has three", "Return O if O has three"
    )
    return " ".join(MARKUP.sub("", text).split())


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"the sheets are not in {FOLDER}; GRADER_SHEETS names their folder")
@pytest.mark.parametrize(("sheet", "file"), FILES, ids=str)
def test_every_quotation_stands_in_its_sheet(sheet: str, file: str) -> None:
    """Word for word, apart from spaces and markup."""
    text = plain((FOLDER / file).read_text(encoding="utf-8"))

    assert [] == [quote for quote in SHEETS[sheet].quotes.values() if plain(quote) not in text]


@pytest.mark.parametrize("name", SHEETS)
def test_every_check_quotes_its_sheet_or_the_sheet_is_known_to_be_silent(name: str) -> None:
    """No check is forgotten, and none is quoted that does not exist."""
    checks = {entry.id for entry in CHECKS[name].checks}

    assert checks - SHEETS[name].quotes.keys() == SILENT[name]
    assert set(SHEETS[name].quotes) <= {*checks, *(entry.id for entry in FILE_CHECKS)}


def test_every_sheet_is_compared_with_its_text() -> None:
    """A sheet that is added needs its row in `FILES`."""
    assert {sheet for sheet, _file in FILES} == set(SHEETS)


def test_the_default_sheet_and_none_need_no_name() -> None:
    """A rubric that names no sheet quotes the assignment's first one; `none` quotes nothing."""
    tictactoe = ASSIGNMENTS["tictactoe"]

    assert tictactoe.quotes("") == SHEETS["cs3081"].quotes
    assert {} == tictactoe.quotes(NO_SHEET)
    assert "You'll likely want to make a deep copy" in tictactoe.quotes("elearning")["result.no_shared_rows"]
