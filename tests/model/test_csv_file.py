"""A platform's file comes back byte for byte, but for the cells that were changed."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.csv_file import GUESSES, CellPlace, CsvFile, read_csv

TEXTS = st.text(st.sampled_from('ab7,;\t" \r\n'), max_size=6)
WRITTEN = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp1251", "shift_jis")


def read(text: str, encoding: str = "utf-8") -> CsvFile:
    """Return the file with this text."""
    found = read_csv(text.encode(encoding), lambda header: header[:1] == ["id"])
    assert found is not None
    return found


@settings(max_examples=60)
@given(st.lists(st.lists(TEXTS, min_size=2, max_size=4), min_size=1, max_size=4), st.sampled_from(",;\t"), st.data())
def test_only_the_changed_cell_changes(rows: list[list[str]], delimiter: str, data: st.DataObject) -> None:
    """Whatever is in the others; a reader that knows nothing of the grader finds the new text and all old ones."""
    table = io.StringIO()
    csv.writer(table, delimiter=delimiter, lineterminator="\r\n").writerows([["id", "mark"], *rows])
    file = read(table.getvalue())
    number = data.draw(st.integers(1, len(file.rows)), "row") - 1
    column = data.draw(st.integers(0, len(file.rows[number].cells) - 1), "column")
    text = data.draw(TEXTS, "text")
    cell = file.rows[number].cells[column]

    changed = file.with_cells({CellPlace(number, column): text}).decode()

    assert changed.startswith(file.file.text[: cell.start])
    assert changed.endswith(file.file.text[cell.end :])
    before, after = (
        [row for row in csv.reader(io.StringIO(one, newline=""), delimiter=delimiter) if any(map(str.strip, row))]
        for one in (file.file.text, changed)
    )
    expected = [list(row) for row in before]
    expected[number][column] = text
    assert after == [row for row in expected if any(map(str.strip, row))]


@settings(max_examples=100)
@given(st.binary(max_size=40))
def test_any_bytes_come_back(data: bytes) -> None:
    """A file that can be read is written again as it was; any other is refused."""
    try:
        file = read_csv(data, bool)
    except ValueError:
        return
    assert file is None or data == file.with_cells({})


@pytest.mark.parametrize("encoding", WRITTEN)
def test_every_encoding_that_spreadsheets_write_comes_back(encoding: str) -> None:
    """What is added is written in the same one; unknown code pages are not read as another text than they are."""
    name = {"cp1251": "Жанна", "shift_jis": "表 能"}.get(encoding, "Éva")
    data = f'id;name;mark\r\n7;"{name}";\r\n'.encode(encoding)
    file = read_csv(data, lambda header: "id" in header)

    assert file is not None
    assert data == file.with_cells({})
    assert f'id;name;mark\r\n7;"{name}";17,5\r\n'.encode(encoding) == file.with_cells({CellPlace(1, 2): "17,5"})


def test_what_a_code_page_lacks_becomes_a_question_mark() -> None:
    """A file is written whole or not at all; a letter in a comment is not worth losing a mark."""
    assert GUESSES[-1] == "latin-1"
    assert read("id,mark\né,", "cp1252").with_cells({CellPlace(1, 1): "李"}).endswith(b",?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,a,b\n7\n", "id,a,b\n7,,X\n"),
        ("id,a,b\n7,1,", "id,a,b\n7,1,X"),
        ("id,a,b\r7,1,2\r\r", "id,a,b\r7,1,X\r\r"),
        ('id,a,b\n\n"7","x\ny",""\n', 'id,a,b\n\n"7","x\ny","X"\n'),
        ("sep=;\nid;a;b\n7;1;2", "sep=;\nid;a;b\n7;1;X"),
        ('id,"a, b",b\n7,1,"2"x,9', 'id,"a, b",b\n7,1,"X",9'),
    ],
)
def test_short_rows_blank_lines_and_odd_line_ends_stay(text: str, expected: str) -> None:
    """The third cell of the second row becomes X."""
    assert expected == read(text).with_cells({CellPlace(1, 2): "X"}).decode()


@pytest.mark.parametrize(
    ("text", "expected"), [("a,b", '"a,b"'), ("a;b", '"a;b"'), ('"', '""""'), ("a", "a"), (" a", '" a"')]
)
def test_a_text_is_quoted_where_it_must_be(text: str, expected: str) -> None:
    """At a semicolon as well: some spreadsheets split every file there."""
    assert f"id,mark\n7,{expected}" == read("id,mark\n7,").with_cells({CellPlace(1, 1): text}).decode()


def test_a_quotation_mark_that_is_not_closed_is_named_with_its_line() -> None:
    """Else the rest of the file would be one cell."""
    with pytest.raises(ValueError, match="line 3: a quotation mark is not closed"):
        read('id,mark\n7,1\n"c,2\n')


def test_of_several_delimiters_that_counts_by_which_most_is_known() -> None:
    """A name of the header may have a comma in it."""
    found = read_csv(b"id;Lovelace, Ada;login\n", lambda header: sum(name in {"id", "login"} for name in header))

    assert found is not None
    assert ";" == found.delimiter


def test_a_row_of_far_too_many_cells_is_refused() -> None:
    """Each would take memory, and no table has so many columns."""
    with pytest.raises(ValueError, match="line 2: more than 2,000 cells"):
        read("id,mark\n" + "," * 3000)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x14\x00\x00", b"\xd0\xcf\x11\xe0\x00\x00\x00", b"\xff\xfeabc", b"id\n\x00"]
)
def test_a_workbook_is_no_text(data: bytes) -> None:
    """Excel's own files are refused, with the remedy."""
    with pytest.raises(ValueError, match="download"):
        read_csv(data, lambda _: True)
