"""Single values of a rubric file that are numbers: exact, in plain digits, within what makes sense."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.rubric_file.document import shown
from grader.rubric_file.fields import Field, refusal

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Which numbers make sense."""

    least: str
    most: int
    places: int = 2
    unit: str = ""

    def fault(self, value: Decimal) -> str | None:
        """Return what is wrong with a number, or None."""
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and -exponent > self.places:
            most = f"at most {self.places} decimals" if self.places else "no decimals"
            return f"must have {most}; {shown(value)} has {-exponent}"
        if value < Decimal(self.least):
            return f"must be {self.least}{self.unit} or more; change {shown(value)}"
        if value > self.most:
            return f"must be {self.most}{self.unit} or less; change {shown(value)}"
        return None

    def check(self, value: object) -> Decimal:
        """Return the number, exactly as written."""
        if not isinstance(value, Decimal):
            wanted = "a number in plain digits, such as 2 or 0.5" if self.places else "a whole number, such as 2"
            raise refusal(f"must be {wanted}, not {shown(value)}")
        fault = self.fault(value)
        if fault is not None:
            raise refusal(fault)
        return value or Decimal(0)  # "-0" is no mark to print


def number(allowed: Range, kind: Callable[[Decimal], object]) -> Field:
    """Return a number in `allowed`, handed on as `kind`."""
    json: dict[str, object] = {"type": "number" if allowed.places else "integer"}
    # A whole number as an int and not as 0.0, for the sake of the people who read the schema.
    least = float(allowed.least)
    json |= {"minimum": int(least) if least.is_integer() else least, "maximum": allowed.most}
    return Field(lambda value: kind(allowed.check(value)), json)
