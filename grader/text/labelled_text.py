"""A text with its label: a fact that each format shows in its way."""

from __future__ import annotations

from typing import NamedTuple


class LabelledText(NamedTuple):
    """A fact to show: in a list, a table or a sentence."""

    label: str
    text: str
