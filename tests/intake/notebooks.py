"""Notebooks for the tests, written without the library that reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence

Source = str | list[str]


def cell(source: Source, kind: str = "code", **more: object) -> dict[str, object]:
    """Return a cell of format 4."""
    own: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **own, **more}


def document(*cells: dict[str, object], language: str | None = "python", **more: object) -> dict[str, object]:
    """Return a notebook of format 4.5, whose kernel speaks `language`."""
    metadata: dict[str, object] = {}
    if language is not None:
        metadata = {"kernelspec": {"name": "k", "language": language}, "language_info": {"name": language}}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells), **more}


def notebook(*sources: Source) -> str:
    """Return the text of a notebook with these code cells."""
    return json.dumps(document(*map(cell, sources)))


def old(major: int, sources: Sequence[Source], language: str = "python") -> dict[str, object]:
    """Return a notebook of an older format, 1 to 3, with these code cells."""
    if major == 1:
        return {"nbformat": 1, "cells": [{"cell_type": "code", "code": source} for source in sources]}
    cells = [
        {"cell_type": "code", "language": language, "input": source, "outputs": [], "collapsed": False}
        for source in sources
    ]
    return {"nbformat": major, "nbformat_minor": 0, "metadata": {"name": "x"}, "worksheets": [{"cells": cells}]}
