"""Notebooks for the tests, written without the library that reads them."""

from __future__ import annotations

import json

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
