"""What the rules say of a place in a function, and what is done about it so that answers can be kept all the same."""

from __future__ import annotations

import ast
import enum
from typing import NamedTuple

from .reasons import Reason
from .scopes import Function


class Treatment(enum.Enum):
    """What is written into our copy of the code because of a doubt."""

    TRIPWIRE = "the expression or statement rejects the memo before it does anything else"
    AT_ENTRY = "the function rejects the memo as soon as it runs"
    CAUGHT = "a handler or `finally` first rejects the memo if the exception is a limit of Python or our own signal"
    ATOMS = "the comparison rejects the memo if an operand is not the only object of its value"


SELF_TESTING = {Treatment.CAUGHT, Treatment.ATOMS}
"""Treatments that reject the memo only if the doubt turns out to be right."""


class Doubt(NamedTuple):
    """A place in a function where its answer may depend on more than its arguments, or where it may keep state."""

    function: Function
    node: ast.AST
    why: Reason
    """Without the function, its first parameter."""
    treatment: Treatment

    @property
    def reason(self) -> Reason:
        """The whole reason."""
        return Reason(self.why.code, (self.function.qualified, *self.why.parameters))
