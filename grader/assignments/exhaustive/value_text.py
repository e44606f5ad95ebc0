"""How calls, boards and answers are written for people: short, cleaned, and ready to paste where that helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.model.answer import Answer, Call, CellConstant, Opaque, Value
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.model.spec import CellSpec, ModuleSpec
from grader.model.verdict import ChildEnd

MAX_SHOWN = 160
UNREPEATED = "; asked alone it answers otherwise, so it depends on more than the board"
"""Said where no short list of calls shows the answer again."""
SYMBOL_NAMES = {"X": "X", "O": "O", ".": "E"}


def cell_text(cell: int) -> str:
    """Write cell 0 to 8 as the sheet does: ``(row, column)``."""
    return f"({cell // 3}, {cell % 3})"


def one_of(cells: Sequence[int]) -> str:
    """Write the moves a right answer may be."""
    texts = [cell_text(cell) for cell in cells]
    return texts[0] if len(texts) == 1 else f"one of {', '.join(texts)}"


def board_text(board: str) -> str:
    """Write a board in one line, for the places that have no room for a drawing."""
    return "[" + "] [".join(" ".join(board[at : at + 3]) for at in (0, 3, 6)) + "]"


def literal(board: str) -> str:
    """Write a board as Python, with X, O and E standing for the module's constants."""
    cells = [SYMBOL_NAMES[cell] for cell in board]
    return "[" + ",".join("[" + ",".join(cells[at : at + 3]) + "]" for at in (0, 3, 6)) + "]"


def call_text(call: Call) -> str:
    """Write a call with its board left to the drawing beside it."""
    return f"{call.function}({', '.join(['board', *map(repr, call.extra)])})"


class CellSpelling:
    """How one module writes its cells, both ways."""

    def __init__(self, mark: Callable[[str], Value]) -> None:
        """Take the spelling of `X`, `O` and `.`."""
        self.values = {symbol: mark(symbol) for symbol in "XO."}
        self._symbols = {(type(value), value): symbol for symbol, value in self.values.items()}
        self._exact = all(value is None or type(value) is str for value in self.values.values())

    def symbol(self, cell: Value) -> str | None:
        """Return the symbol of a cell, or None for what is no cell."""
        try:
            return self._symbols.get((type(cell), cell))
        except TypeError:  # a list or a set
            return None

    def writes(self, value: Value, board: str) -> bool:
        """Tell at a glance, most often rightly, whether `value` is `board` as the sheet writes it: lists of lists."""
        cells = list(map(self.values.__getitem__, board))
        # Texts and None equal nothing but themselves; 1 would equal True.
        return self._exact and value == [cells[0:3], cells[3:6], cells[6:9]]

    def symbols(self, cells: list[Value]) -> str | None:
        """Return the symbols of cells in one text, or None when one of them is no cell."""
        try:
            return "".join(map(self._symbols.__getitem__, zip(map(type, cells), cells, strict=True)))
        except (KeyError, TypeError):
            return None


def value_text(value: Value, marks: CellSpelling) -> str:
    """Write an answer; a board of the module's own cells is written as one."""
    board = cells_of_board(value, marks)
    if board is not None:
        return f"the board {board_text(board)}"
    return sanitize(_plain(value, marks), MAX_SHOWN)


def cells_of_board(value: Value, marks: CellSpelling) -> str | None:
    """Return the nine characters of a list (or tuple) of three rows of three cells, or None."""
    if not _is_row(value) or not all(_is_row(row) for row in value):  # type: ignore[union-attr] # three items, just seen
        return None
    first, second, third = value  # type: ignore[misc,str-unpack] # no text, just seen
    return marks.symbols([*first, *second, *third])  # type: ignore[misc]


def _is_row(value: Value) -> bool:
    return type(value) in (list, tuple) and len(value) == 3  # type: ignore[arg-type] # noqa: PLR2004 - three by three


def same(left: Value, right: Value) -> bool:
    """Compare exactly: 1, 1.0 and True are three different values."""
    return type(left) is type(right) and left == right


def alike(left: Value, right: Value) -> bool:
    """Tell whether two answers are the same, a NaN included, which equals nothing."""
    return left == right or (isinstance(left, float) and repr(left) == repr(right))


def _plain(value: Value, marks: CellSpelling) -> str:  # noqa: PLR0911 - one return per kind of value
    symbol = marks.symbol(value)
    if symbol in ("X", "O"):
        return symbol
    match value:
        case Opaque(description):
            return description
        case CellConstant(name):
            return {".": "EMPTY"}.get(name, name)
        case list():
            return f"[{', '.join(_plain(item, marks) for item in value)}]"
        case tuple():
            inner = ", ".join(_plain(item, marks) for item in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case set() | frozenset():
            inner = ", ".join(sorted(_plain(item, marks) for item in value))
            return f"{{{inner}}}" if value else "set()"
        case dict():
            pairs = (f"{_plain(key, marks)}: {_plain(item, marks)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return repr(value)


def outcome_text(call: Call, answer: Answer, marks: CellSpelling, limits: Limits) -> str:  # noqa: PLR0911 - one return per end
    """Write what came back from a call, whether a value or another end."""
    match answer.end:
        case ChildEnd.RETURNED:
            return value_text(answer.value, marks)
        case ChildEnd.RAISED | ChildEnd.IMPORT_FAILED:
            return f"raised {answer.raised}"
        case ChildEnd.EXITED if answer.raised is not None:
            return f"asked to exit: {answer.raised}"
        case ChildEnd.CPU_LIMIT:
            return f"no answer within {limits.seconds_for(call.function):g} s of CPU time"
        case ChildEnd.WALL_LIMIT:
            return "no answer: it waits for something that never comes"
        case ChildEnd.MEMORY_LIMIT:
            return f"ran out of memory ({limits.memory_mib} MiB)"
        case _:
            return _END_TEXT[answer.end]


_END_TEXT = {
    ChildEnd.EXITED: "ended the whole process",
    ChildEnd.SIGNALLED: "crashed the whole process",
    ChildEnd.OUTPUT_LIMIT: "wrote more output than is read",
    ChildEnd.GARBLED: "sent something that is not an answer",
    ChildEnd.NOT_REACHED: "not reached: the calls before it used up the time or ended the process",
}


def reproduction(  # noqa: PLR0913 - the ways in which a call can be shown
    module_spec: ModuleSpec,
    calls: Sequence[Call],
    missing: Sequence[str] = (),
    *,
    notebook: bool = False,
    shows_board: bool = False,
    shows_rows: bool = False,
) -> str:
    """
    Return one command that repeats `calls` and prints the last answer, with nothing but Python and the file.

    No quotes inside, so that it works in bash, cmd and PowerShell. Constants in `missing`, which the file does not
    define, are written without it. For a notebook it is the code of a new cell. With `shows_board` it prints what
    became of the last board instead, with `shows_rows` for each row of the answer whether it is one of that board's.
    """
    module = "" if notebook else "t."
    marks = [_mark_text(mark, module, missing) for mark in module_spec.marks]
    *earlier, last = [_python_call(call, module) for call in calls]
    steps = [] if notebook else [f"import {module_spec.module} as t"]
    steps += [f"{','.join(SYMBOL_NAMES[mark.symbol] for mark in module_spec.marks)}={','.join(marks)}", *earlier]
    board = literal(calls[-1].board)
    if shows_board:
        steps += [f"b={board}", last.replace(board, "b"), "print(b)"]
    elif shows_rows:
        steps += [f"b={board}", f"n={last.replace(board, 'b')}", "print([any(r is s for s in b) for r in n])"]
    else:
        steps.append(last if module_spec.function(calls[-1].function).prints else f"print({last})")
    return "; ".join(steps) if notebook else f'python -c "{"; ".join(steps)}"'


def _mark_text(mark: CellSpec, module: str, missing: Sequence[str]) -> str:
    """Write a cell's value: the module's constant, or the sheet's own value without a quote."""
    if mark.attribute is not None and mark.attribute not in missing:
        return f"{module}{mark.attribute}"
    return "None" if mark.default is None else f"chr({ord(mark.default)})"


def _python_call(call: Call, module: str) -> str:
    extra = "".join(f",{str(item).replace(' ', '')}" for item in call.extra)
    return f"{module}{call.function}({literal(call.board)}{extra})"
