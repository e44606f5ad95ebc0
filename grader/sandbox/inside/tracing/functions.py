"""The functions of a submission, as Python runs them."""

from __future__ import annotations

import types
from opcode import opmap

from .locator import Locator, arguments_of
from .positions import PositionReader

LAMBDA = "<lambda>"
CO_GENERATOR = 0x20
RETURNS = frozenset(opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap)
"""Instructions that end a call without an exception."""
YIELDS = frozenset(opmap[name] for name in ("YIELD_VALUE", "RESUME") if name in opmap)
"""Those at which a generator stops that yields a value: from 3.13 on the one after that."""
YIELD_FROM = bytes([opmap["YIELD_FROM"]]) if "YIELD_FROM" in opmap else None
"""Before 3.11 it stops at the instruction before this one."""


class FunctionCode:
    """A function of the submission, as Python runs it."""

    def __init__(self, code: types.CodeType, number: int, reader: PositionReader) -> None:
        """Give it a number; positions are read with `reader`."""
        self.code, self.number = code, number
        self.inline = code.co_name.startswith("<") and code.co_name != LAMBDA
        """Whether it is no function of its own to a reader, but a comprehension or the body of a class."""
        self.generates = bool(code.co_flags & CO_GENERATOR) and not self.inline
        self.arguments = arguments_of(code)
        self.locator = Locator(code, reader)
        self.calls = 0
        """How often it was called."""
        self.helps = False
        """Whether it is taken for a function that belongs to no search."""
        self.running = 0
        """Since then: how many of its calls are running."""
        self._instructions = b""

    def returns_at(self, at: int) -> bool:
        """Tell whether a call that has stopped at the instruction `at` returned, and raised nothing."""
        self._instructions = self._instructions or self.code.co_code
        return self._instructions[at] in RETURNS

    def yields_at(self, at: int) -> bool:
        """Tell whether a generator that has stopped at the instruction `at` has not ended."""
        self._instructions = self._instructions or self.code.co_code
        return self._instructions[at] in YIELDS or self._instructions[at + 2 : at + 3] == YIELD_FROM
