"""Numbers in a platform's file, with a point or a comma before the decimals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from grader.model.rounding import half_up
from grader.text.number_text import decimal_text

NUMBER = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,9})?", re.ASCII)
COMMA_NUMBER = re.compile(r"-?[0-9]{1,9},[0-9]{1,9}", re.ASCII)
POINT_NUMBER = re.compile(r"-?[0-9]{1,9}\.[0-9]{1,9}", re.ASCII)
DECIMALS = 2
"""As many as Canvas compares and Moodle shows."""
ROUNDING = f"rounded half up to {DECIMALS} decimals"


def read_number(text: str) -> Decimal | None:
    """Return the number that a cell holds; None if it holds none."""
    return Decimal(text.replace(",", ".")) if NUMBER.fullmatch(text) else None


def has_decimal_comma(cells: Iterable[str]) -> bool:
    """Return whether the numbers in `cells` have a comma before their decimals."""
    texts = list(cells)
    return any(map(COMMA_NUMBER.fullmatch, texts)) and not any(map(POINT_NUMBER.fullmatch, texts))


def rounded(exact: Fraction) -> Decimal:
    """Return `exact`, which is not negative, rounded half up once."""
    return half_up(exact, DECIMALS)


def number_cell(value: Decimal, *, comma: bool) -> str:
    """Return `value` as it is written into a cell."""
    text = decimal_text(half_up(value, DECIMALS))
    return text.replace(".", ",") if comma else text
