"""A text with its label: the form in which facts travel from what knows them to the formats that show them."""

from __future__ import annotations

from typing import NamedTuple


class LabelledText(NamedTuple):
    """A fact to show: in a list, a table or a sentence."""

    label: str
    text: str
