"""A notebook becomes the text of its code cells, or one line that says what to do about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.code_file import ReadCode, read_code
from grader.intake.notebook import code_cells, join_cells
from tests.intake.module_specs import AI_GAME
from tests.intake.notebooks import cell, document, notebook

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN = "ada/AI_game.ipynb"
MIB = 1024 * 1024
KEYS = ("cell_type", "cells", "kernelspec", "language", "language_info", "metadata", "nbformat", "source")
"""Those of a notebook that are read."""


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], ReadCode]:
    """Return a function that hands in a notebook of these bytes and reads it."""

    def handed_in(data: str | bytes) -> ReadCode:
        path = tmp_path / "AI_game.ipynb"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return read_code(path, SHOWN, AI_GAME, 256)

    return handed_in


def cells_of(*cells: dict[str, object], **more: object) -> list[str]:
    """Return the code cells of a notebook of format 4."""
    return code_cells(json.dumps(document(*cells, **more)).encode(), SHOWN)  # type: ignore[arg-type]


def refusal(data: str | bytes) -> str:
    """Return why the notebook is refused."""
    with pytest.raises(UserError) as caught:
        code_cells(data if isinstance(data, bytes) else data.encode(), SHOWN)
    return str(caught.value).removeprefix(f"{SHOWN}: ")


def test_code_cells_are_taken_in_order_and_begin_on_lines_of_their_own(read: Callable[[str], ReadCode]) -> None:
    """Text cells are passed over and not counted; a cell ends with one line feed at least, an empty one is a line."""
    code = read(
        json.dumps(document(cell("# Lab", "markdown"), cell("a = 1\nb = 2"), cell(""), cell("c\n\n"), cell("d\n")))
    )

    assert code.text == "a = 1\nb = 2\n\nc\n\nd\n"
    assert code.cells == (1, 3, 4, 6)
    assert code.notes == ()


def test_a_cell_may_be_written_as_lines_or_as_one_text() -> None:
    """Both spellings are in the format."""
    cells = [cell(source) for source in (["x = 1\n", "y = 2"], "x = 1\ny = 2", [])]

    assert cells_of(*cells) == ["x = 1\ny = 2", "x = 1\ny = 2", ""]


def test_what_is_not_graded_is_not_looked_at() -> None:
    """Outputs, pictures, attachments, identifiers given twice or missing: all are ignored without a message."""
    odd = {"output_type": 7, "data": {"text/plain": 5, "application/json": "["}}

    assert cells_of(
        cell("x = 1", outputs=[odd, {}, None], id="same", metadata={"trusted": 3}),
        cell("y = 2", id="same", attachments={"a.png": {"image/png": "x" * 100}}),
        cell("![](a.png)", "markdown", attachments=5),
        {"cell_type": "code", "source": "z = 3"},
        {"cell_type": 5},
        {},
        nbformat_minor="?",
    ) == ["x = 1", "y = 2", "z = 3"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_all_line_ends_become_line_feeds(end: str, read: Callable[[str], ReadCode]) -> None:
    """Lines are counted as Python counts them; other separators end none."""
    code = read(notebook(f"x = 1{end}y = '\u2028\x0b\x0c'{end}", "z"))

    assert code.text == "x = 1\ny = '\u2028\x0b\x0c'\nz\n"
    assert code.cells == (1, 3)


def test_a_byte_order_mark_is_dropped() -> None:
    """Windows editors write one."""
    assert code_cells(b"\xef\xbb\xbf" + notebook("x = 1").encode(), SHOWN) == ["x = 1"]


@pytest.mark.parametrize("language", ["python", "Python", "ipython", "python3", None])
def test_a_notebook_in_python_is_read(language: str | None) -> None:
    """A notebook that names no language is taken for one."""
    assert cells_of(cell("x = 1"), language=language) == ["x = 1"]


@pytest.mark.parametrize(
    "metadata", [None, [], {"kernelspec": None, "language_info": 5}, {"kernelspec": {"language": ["R"]}}]
)
def test_metadata_of_any_shape_stops_nothing(metadata: object) -> None:
    """Metadata is not trusted either."""
    assert cells_of(cell("x = 1"), metadata=metadata) == ["x = 1"]


GOOD = json.loads(notebook("x = 1"))
WITHOUT = "; open it in Jupyter or Colab and save it again"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "empty; save the notebook before handing it in"),
        (" \n", "empty; save the notebook before handing it in"),
        ("def f():\n    pass\n", f"broken, line 1 is no JSON{WITHOUT}"),
        (notebook("x = 1")[:-5], f"broken, line 1 is no JSON{WITHOUT}"),
        ('{\n"nbformat": 4,\n<<<<<<< HEAD\n}', f"broken, line 3 is no JSON{WITHOUT}"),
        ("[" * 100_000, f"nested too deeply for a notebook{WITHOUT}"),
        ('{"a":' * 100_000, f"nested too deeply for a notebook{WITHOUT}"),
        ("[{}," * 250_001, "holds too much to look through; clear its outputs and save it again"),
        ("[]", f"JSON but no notebook{WITHOUT}"),
        ("7", f"JSON but no notebook{WITHOUT}"),
        ("{}", f"JSON but no notebook{WITHOUT}"),
        ({**GOOD, "nbformat": "4"}, f"JSON but no notebook{WITHOUT}"),
        ({**GOOD, "nbformat": True}, f"JSON but no notebook{WITHOUT}"),
        ({**GOOD, "nbformat": 5}, "written in notebook format 5; save it in format 4"),
        ({**GOOD, "nbformat": 0}, "written in notebook format 0; save it in format 4"),
        ({**GOOD, "cells": {}}, f"a notebook without its cells{WITHOUT}"),
        ({**GOOD, "cells": [7]}, f"a notebook without its cells{WITHOUT}"),
        ({**GOOD, "nbformat": 3}, "written in notebook format 3; save it in format 4"),
        (document(cell("# Lab", "markdown")), "no code in it; write the functions in its code cells and save it"),
        (document(cell(""), cell([" \n"])), "no code in it; write the functions in its code cells and save it"),
        (document(cell("x = 1"), language="R"), "a notebook in R; hand in one in Python"),
        (document(cell("x = 1"), language="\x1b[2J"), "a notebook in \\x1b[2J; hand in one in Python"),
        (document(cell("x"), {**cell("x"), "source": 7}), f"code cell 2 holds no text{WITHOUT}"),
        (document({**cell("x"), "source": ["x", 7]}), f"code cell 1 holds no text{WITHOUT}"),
        (document({**cell("x"), "source": None}), f"code cell 1 holds no text{WITHOUT}"),
        (document(cell("\ud800")), "code cell 1 holds a character that no text has; delete it"),
        (document(cell("x"), cell(["a\0"])), "code cell 2 holds a character that no text has; delete it"),
        (document(*[cell("x")] * 2001), "more than 2,000 code cells; join them"),
        (b"{}\n\xff", f"broken, line 2 is no JSON{WITHOUT}"),
        (notebook("x").encode("utf-16"), "saved as UTF-16; save it as UTF-8"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_line(data: str | bytes | dict[str, object], reason: str) -> None:
    """The line says what is wrong and what to do."""
    assert refusal(json.dumps(data) if isinstance(data, dict) else data) == reason


def test_entries_given_twice_elsewhere_are_nothing_to_us() -> None:
    """Programs that write outputs may do so."""
    text = notebook("x = 1").replace('"outputs": []', '"outputs": [{"1": 2, "1": 3}]')

    assert code_cells(text.encode(), SHOWN) == ["x = 1"]


def test_code_has_the_limit_of_any_source_and_the_file_one_of_its_own(read: Callable[[str], ReadCode]) -> None:
    """Pictures in outputs cost no code; a file beyond eight MiB is not read to its end."""
    pictures = document(cell("x = 1", outputs=[{"data": {"image/png": "A" * 7 * MIB}}]))
    assert read(json.dumps(pictures)).text == "x = 1\n"

    assert read(notebook("#" * (256 * 1024 - 1))).cells == (1,)
    with pytest.raises(UserError, match="holds more than 256 KiB of code; shorten it, or raise the rubric's limit"):
        read(notebook("#" * (256 * 1024)))
    with pytest.raises(UserError, match="larger than 8 MiB; clear its outputs and save it again"):
        read(" " * 8 * MIB + "{}")


def test_bytes_that_are_not_utf8_count_only_outside_of_comments(read: Callable[[bytes], ReadCode]) -> None:
    """As in a Python file; what is no code cell is not looked at."""

    def saved(second: str) -> bytes:
        whole = document(cell("x = 1"), cell("Café", "markdown"), cell(second.splitlines(keepends=True)))
        return json.dumps(whole, ensure_ascii=False).encode("latin-1")

    code = read(saved("y = 1\n# 90°"))

    assert code.text == "x = 1\ny = 1\n# 90°\n"
    assert [note.partition(":")[0] for note in code.notes] == ["Cell 2, line 2 is not UTF-8 (it looks like cp1252)"]
    with pytest.raises(UserError, match=r"code cell 2: line 1 is not UTF-8 \(it looks like cp1252\); save the file"):
        read(saved("y = '90°'"))


def test_an_encoding_declared_in_the_first_cell_is_a_comment(read: Callable[[str], ReadCode]) -> None:
    """As in Jupyter: the notebook itself is UTF-8."""
    assert read(notebook("# coding: latin-1\nx = 1")).text == "# coding: latin-1\nx = 1\n"
    assert read(notebook("%x coding: latin-1\nx = 1")).text == "\nx = 1\n"


def test_numbers_of_any_length_are_read_at_once() -> None:
    """Converting millions of digits would take minutes on some versions of Python."""
    text = notebook("x = 1").replace('"outputs": []', f'"outputs": [{"9" * 3_000_000}, 1e999, NaN]')

    assert code_cells(text.encode(), SHOWN) == ["x = 1"]


def _filled(piece: str, size: int = 8 * MIB) -> bytes:
    head, tail = notebook("x = 1").split('"outputs": []')
    return f'{head}"outputs": [{piece * ((size - 1000) // len(piece))}0]{tail}'.encode()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("piece", ["1,", "1.5,", '"",', "[],", '{"":{}},', '"\\u0041",', "null,"])
def test_a_hostile_file_of_full_size_takes_no_long_time(piece: str) -> None:
    """It is read or refused; the time limit only catches hangs."""
    try:
        assert code_cells(_filled(piece), SHOWN) == ["x = 1"]
    except UserError as error:
        assert "holds too much to look through" in str(error)  # noqa: PT017 - either is right


# Words, so that no cell begins with what is left out, and no character that JSON or UTF-8 cannot carry.
lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n%!?=\\\"'#"), max_size=8)
sources = st.lists(lines.map(lambda line: f"x{line}"), max_size=4).map("\n".join)


@settings(max_examples=60)
@given(st.lists(sources, min_size=1, max_size=6))
def test_the_cells_can_be_told_apart_again(texts: list[str]) -> None:
    """Cutting the text where the cells begin gives every cell as it was, ended by a line feed."""
    made = document(*map(cell, texts))
    if not any(map(str.strip, texts)):
        assert "no code in it" in refusal(json.dumps(made))
        return
    code = join_cells(code_cells(json.dumps(made).encode(), SHOWN), AI_GAME)
    rows = code.text.split("\n")
    ends = [*code.cells[1:], len(rows)]

    assert ["\n".join(rows[start - 1 : end - 1]) for start, end in zip(code.cells, ends, strict=True)] == texts
    assert code.text.endswith("\n")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)


@settings(max_examples=200)
@given(
    st.binary(max_size=60)
    | st.builds(
        lambda value, major: json.dumps({"nbformat": major, "cells": value}).encode(), json_values, st.integers(0, 5)
    )
    | json_values.map(lambda value: json.dumps(document({**cell("x"), "source": value, "outputs": value})).encode())
)
def test_any_bytes_become_cells_or_one_printable_line(data: bytes) -> None:
    """No other exception, for JSON of any shape."""
    said = ""
    try:
        assert all(isinstance(text, str) for text in code_cells(data, SHOWN))
    except UserError as error:
        said = str(error)

    assert not said or (said.startswith(f"{SHOWN}: ") and said.isprintable())
