"""
Reads a notebook's bytes and returns the text of its code cells.

nbformat gets a new notebook with the code alone: outputs, pictures and metadata take seconds to process and could hold
anything.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator

from grader.errors import UserError
from grader.intake.safe_read import SURROGATES, decoded_text
from grader.model.sanitize import sanitize

FORMAT = 4
WORKSHEET_FORMATS = (2, 3)
"""Formats with worksheets, whose cells name their own language."""
MAX_CELLS = 2000
MAX_BRACKETS = 500_000
"""With more, a file of megabytes takes many seconds to read; a notebook has some hundreds."""
MAX_DIGITS = 9
"""Digits of an integer: the ones read here have fewer, and converting millions of digits takes minutes."""
SOURCE_KEYS = {1: "code", 2: "input", 3: "input", FORMAT: "source"}
"""The key of a code cell's text, by the format."""
READ_KEYS = frozenset(
    {"cell_type", "cells", "kernelspec", "language", "language_info", "metadata", "nbformat", "worksheets"}
    | set(SOURCE_KEYS.values())
)
FORBIDDEN_CHARACTER = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
SAVE_AGAIN = "open it in Jupyter or Colab and save it again"


def code_cells(data: bytes, shown: str) -> list[str]:
    """
    Return the text of the code cells in order, lines ended by ``\\n``; UserError calls the file `shown`.

    Bytes that are not UTF-8 are left in it by `SURROGATES`.
    """
    text = decoded_text(data, shown, errors=SURROGATES)
    if not text.strip():
        raise UserError(f"{shown}: empty; save the notebook before handing it in")
    document = _parsed(text, shown)
    major = document.get("nbformat")
    if type(major) is not int:
        raise UserError(f"{shown}: JSON but no notebook; {SAVE_AGAIN}")
    if major not in SOURCE_KEYS:
        raise UserError(f"{shown}: written in notebook format {major}; save it in format {FORMAT}")
    cells = [cell for cell in _cells(document, major, shown) if cell.get("cell_type") == "code"]
    _refuse_other_languages(document, cells if major in WORKSHEET_FORMATS else [], shown)
    if len(cells) > MAX_CELLS:
        raise UserError(f"{shown}: more than {MAX_CELLS:,} code cells; join them")
    sources = [_source(cell.get(SOURCE_KEYS[major], ""), number, shown) for number, cell in enumerate(cells, 1)]
    if not any("".join(source).strip() for source in sources):
        raise UserError(f"{shown}: no code in it; write the functions in its code cells and save it")
    return [source.replace("\r\n", "\n").replace("\r", "\n") for source in _converted(sources, major)]


def _parsed(text: str, shown: str) -> dict[str, object]:
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        raise UserError(f"{shown}: holds too much to look through; clear its outputs and save it again")
    try:
        document = json.loads(text, object_pairs_hook=_without_duplicates, parse_int=_short_integer)
    except json.JSONDecodeError as error:
        raise UserError(f"{shown}: broken, line {error.lineno} is no JSON; {SAVE_AGAIN}") from None
    except RecursionError:
        raise UserError(f"{shown}: nested too deeply for a notebook; {SAVE_AGAIN}") from None
    except _DuplicateKey as error:
        raise UserError(f'{shown}: one of its parts has two entries "{error}"; {SAVE_AGAIN}') from None
    if not isinstance(document, dict):
        raise UserError(f"{shown}: JSON but no notebook; {SAVE_AGAIN}")
    return document


class _DuplicateKey(Exception):
    """Two entries with the same key: one program would read the first, another the second."""


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        for key in sorted(READ_KEYS & made.keys()):
            if keys.count(key) > 1:
                raise _DuplicateKey(key)
    return made


def _short_integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_DIGITS else None


def _cells(document: dict[str, object], major: int, shown: str) -> list[dict[str, object]]:
    if major in WORKSHEET_FORMATS:
        sheets = document.get("worksheets")
        lists = [sheet.get("cells") if isinstance(sheet, dict) else None for sheet in _as_list(sheets)]
    else:
        lists = [document.get("cells")]
    found = [cell for part in lists for cell in _as_list(part)]
    cells = [cell for cell in found if isinstance(cell, dict)]
    if not lists or len(cells) < len(found) or not all(isinstance(part, list) for part in lists):
        raise UserError(f"{shown}: a notebook without its cells; {SAVE_AGAIN}")
    return cells


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _source(value: object, number: int, shown: str) -> str | list[str]:
    """Return a cell's text as it is stored: as one text or as a list of lines."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        text = "".join(value)
    elif isinstance(value, str):
        text = value
    else:
        raise UserError(f"{shown}: code cell {number} holds no text; {SAVE_AGAIN}")
    if FORBIDDEN_CHARACTER.search(text):
        raise UserError(f"{shown}: code cell {number} holds a character that no text has; delete it")
    return value


def _refuse_other_languages(document: dict[str, object], cells: list[dict[str, object]], shown: str) -> None:
    for language in _languages(document, cells):
        if isinstance(language, str) and not language.casefold().startswith(("python", "ipython")):
            raise UserError(f"{shown}: a notebook in {sanitize(language, 40)}; hand in one in Python")


def _languages(document: dict[str, object], cells: list[dict[str, object]]) -> Iterator[object]:
    metadata = document.get("metadata")
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        about = metadata.get(part) if isinstance(metadata, dict) else None
        yield about.get(key) if isinstance(about, dict) else None
    yield from (cell.get("language") for cell in cells)


def _converted(sources: list[str | list[str]], major: int) -> list[str]:
    """Return each cell's text as one text, converted by nbformat from the format `major`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about ids, which these cells do not have
        import nbformat

        made = nbformat.versions[major].to_notebook_json(_new_notebook(sources, major))
        return [cell["source"] for cell in nbformat.convert(made, FORMAT)["cells"]]  # type: ignore[no-untyped-call]


def _new_notebook(sources: list[str | list[str]], major: int) -> dict[str, object]:
    # Format 1 has no lists of lines.
    if major == 1:
        old = [
            {"cell_type": "code", "code": source if isinstance(source, str) else "".join(source)} for source in sources
        ]
        return {"nbformat": 1, "cells": old}
    shared = {"cell_type": "code", "metadata": {}, "outputs": []}
    if major == FORMAT:
        cells = [{**shared, "execution_count": None, "source": source} for source in sources]
        return {"nbformat": FORMAT, "nbformat_minor": 0, "metadata": {}, "cells": cells}
    cells = [{**shared, "language": "python", "input": source} for source in sources]
    return {"nbformat": major, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells, "metadata": {}}]}
