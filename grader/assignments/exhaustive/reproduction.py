"""The command that repeats a wrong answer, ready to paste into a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.answer import Call
from grader.model.spec import CellSpec, ModuleSpec

UNREPEATED = "; asked alone it answers otherwise, so it depends on more than the board"
"""Added to the message of a wrong answer that no short list of calls shows again."""
SYMBOL_NAMES = {"X": "X", "O": "O", ".": "E"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeStyle:
    """How the code for one submission is written."""

    module_spec: ModuleSpec
    missing: Sequence[str] = ()
    """Constants that the file does not define: their values are written out."""
    notebook: bool = False
    """Whether the file is a notebook: then the code is a new cell, not a command."""


def reproduction(
    style: CodeStyle, calls: Sequence[Call], *, shows_board: bool = False, shows_rows: bool = False
) -> str:
    """
    Return one command that makes `calls` and prints the last answer; it needs only Python and the submitted file.

    It has no quotes inside, so it works in bash, cmd and PowerShell. With `shows_board` it prints the last call's
    board as the call left it; with `shows_rows` it prints, for each row of the answer, whether that row is an object
    of the board that was passed in.
    """
    module_spec = style.module_spec
    module = "" if style.notebook else "t."
    cells = [_cell_code(cell, module, style.missing) for cell in module_spec.cells]
    *earlier, last = [_call_code(call, module) for call in calls]
    steps = [] if style.notebook else [f"import {module_spec.module} as t"]
    steps += [f"{','.join(SYMBOL_NAMES[cell.symbol] for cell in module_spec.cells)}={','.join(cells)}", *earlier]
    board = board_code(calls[-1].board)
    if shows_board:
        steps += [f"b={board}", last.replace(board, "b"), "print(b)"]
    elif shows_rows:
        steps += [f"b={board}", f"n={last.replace(board, 'b')}", "print([any(r is s for s in b) for r in n])"]
    else:
        steps.append(last if module_spec.function(calls[-1].function).prints else f"print({last})")
    return "; ".join(steps) if style.notebook else f'python -c "{"; ".join(steps)}"'


def board_code(board: str) -> str:
    """Write a board as Python; the names X, O and E stand for the values of the cells."""
    cells = [SYMBOL_NAMES[cell] for cell in board]
    return "[" + ",".join("[" + ",".join(cells[at : at + 3]) + "]" for at in (0, 3, 6)) + "]"


def _cell_code(cell: CellSpec, module: str, missing: Sequence[str]) -> str:
    """Write the value of a cell: the module's constant, or the sheet's value without a quote."""
    if cell.attribute is not None and cell.attribute not in missing:
        return f"{module}{cell.attribute}"
    return "None" if cell.default is None else f"chr({ord(cell.default)})"


def _call_code(call: Call, module: str) -> str:
    extra = "".join(f",{str(item).replace(' ', '')}" for item in call.extra)
    return f"{module}{call.function}({board_code(call.board)}{extra})"
