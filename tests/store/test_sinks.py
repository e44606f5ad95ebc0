"""In `gradebook.csv` hostile text is a cell of text; in `result.json` it is read back unchanged."""

from __future__ import annotations

import csv
import io
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.sanitize import sanitize
from grader.store.result_json import from_json, to_json
from grader.text.spreadsheet_cell import MAX_CELL
from tests.render.payloads import PAYLOADS, classroom, commands, graded, unsafe
from tests.render.rendering import gradebook

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - spreadsheets take the wide ones too
MIXTURES = st.lists(st.sampled_from([*PAYLOADS.values(), *"=+-@,;'\"\n\r\t ", "\u200d"]), max_size=4).map("".join)
HASTY = settings(max_examples=60)


def cells(text: str) -> list[list[str]]:
    """Return the gradebook of a class whose texts are all `text`, as another program reads it."""
    return list(csv.reader(io.StringIO(gradebook(classroom(text)).decode("utf-8-sig"), newline=""), strict=True))


def refuse_what_acts(text: str, about: str = "") -> None:
    """Fail unless the gradebook has the same shape as for harmless words, and no cell that a spreadsheet runs."""
    rows = cells(text)
    assert [len(row) for row in rows] == [len(row) for row in cells("plain")], about
    every = [cell for row in rows for cell in row]
    # How a spreadsheet reads it where the comma is the decimal mark.
    every += [
        cell.strip('"')
        for line in gradebook(classroom(text)).decode("utf-8-sig").split("\n")
        for cell in line.split(";")
    ]
    assert [cell for cell in every if cell.strip().startswith(FORMULA)] == [], about
    assert (about, unsafe("".join(every)) | ({"\n"} & set("".join(every)))) == (about, set())
    assert commands(gradebook(classroom(text)).decode("utf-8-sig")) == [], about
    assert max(len(cell) for row in rows for cell in row) <= 2 * MAX_CELL, about


def test_no_text_is_more_than_a_cell() -> None:
    """As id, name, reason, note, fault and name of a line it adds no cell, no row and no formula."""
    for payload, text in PAYLOADS.items():
        refuse_what_acts(text, payload)


@HASTY
@given(MIXTURES)
def test_no_mixture_is_more_than_a_cell(text: str) -> None:
    """Quotes, separators and line ends in any order stay where they are."""
    refuse_what_acts(text)


def test_a_result_is_the_same_when_read_back() -> None:
    """Any text, even one that looks like our own keys, is read back in its places and nowhere else."""
    keys = list(json.loads(to_json(graded("plain"))))
    for payload, text in PAYLOADS.items():
        before = graded(sanitize(text, 2000, keep="\n\t"))
        data = to_json(before)

        assert from_json(data, "result.json") == before, payload
        assert list(json.loads(data)) == keys, payload
        assert unsafe(data.decode()) == set(), payload


def test_a_text_that_was_not_cleaned_does_not_break_the_file() -> None:
    """The text of an edited file: still UTF-8, one line per value, the same when read and written again."""
    lines = to_json(graded("plain")).count(b"\n")
    for payload, text in PAYLOADS.items():
        data = to_json(graded(text[:10_000]))

        assert to_json(from_json(data, "result.json")) == data, payload
        assert data.count(b"\n") == lines, payload
        assert unsafe(data.decode()) == set(), payload
        assert commands(data.decode()) == [], payload


@HASTY
@given(MIXTURES)
def test_what_was_cleaned_is_no_command_in_the_file_either(text: str) -> None:
    """`grader check --format json` writes it into the log of a job."""
    assert commands(to_json(graded(sanitize(text))).decode()) == []
