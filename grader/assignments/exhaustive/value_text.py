"""Calls, boards and answers as text for people: short and safe to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignments.exhaustive.cell_spelling import CellSpelling, cells_of_board
from grader.assignments.exhaustive.oracle import as_cell
from grader.model.answer import Answer, Call, CellConstant, Opaque, Unordered, Value
from grader.model.counterexample import Answered, AnswerKind, RaisedText
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd

MAX_SHOWN = 160
"""Characters of a value that are shown."""


def cell_text(cell: int) -> str:
    """Write cell 0 to 8 as the sheets do: ``(row, column)``."""
    return f"({cell // 3}, {cell % 3})"


def one_of(cells: Sequence[int]) -> str:
    """Write the cells of which any one is a right answer."""
    texts = [cell_text(cell) for cell in cells]
    return texts[0] if len(texts) == 1 else f"one of {', '.join(texts)}"


def board_text(board: str) -> str:
    """Write a board, nine characters, in one line."""
    return "[" + "] [".join(" ".join(board[at : at + 3]) for at in (0, 3, 6)) + "]"


def call_text(call: Call) -> str:
    """Write a call; ``board`` stands for its board, which is drawn next to it."""
    return f"{call.function}({', '.join(['board', *map(repr, call.extra)])})"


def value_text(value: Value, spelling: CellSpelling) -> str:
    """Write an answer in at most `MAX_SHOWN` characters; a board in the module's own cells is written as a board."""
    board = cells_of_board(value, spelling)
    if board is not None:
        return f"the board {board_text(board)}"
    return sanitize(_python_text(value, spelling), MAX_SHOWN)


def _python_text(value: Value, spelling: CellSpelling) -> str:  # noqa: PLR0911 - one return per kind of value
    symbol = spelling.symbol(value)
    if symbol in ("X", "O"):
        return symbol
    match value:
        case Opaque(description):
            return description
        case CellConstant(name):
            return {".": "EMPTY"}.get(name, name)
        case list():
            return f"[{', '.join(_python_text(item, spelling) for item in value)}]"
        case tuple():
            inner = ", ".join(_python_text(item, spelling) for item in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case Unordered("dict", pairs):
            texts = (": ".join(_python_text(part, spelling) for part in pair) for pair in pairs)  # type: ignore[union-attr]
            return f"{{{', '.join(texts)}}}"
        case Unordered(_, members):
            inner = ", ".join(sorted(_python_text(item, spelling) for item in members))
            return f"{{{inner}}}" if members else "set()"
        case _:
            return repr(value)


def outcome_text(call: Call, answer: Answer, spelling: CellSpelling, limits: Limits) -> str:  # noqa: PLR0911 - one return per end
    """Write what came of a call: the value that came back, or how else the call ended."""
    match answer.end:
        case ChildEnd.RETURNED:
            return value_text(answer.value, spelling)
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


def answered(answer: Answer, spelling: CellSpelling) -> Answered:
    """Return what came of a call as values, beside the words of `outcome_text`."""
    if answer.end is ChildEnd.RETURNED:
        cells = tuple(dict.fromkeys(_cells_in(answer.value)))
        return Answered(kind=_kind(answer.value), cells=cells, board=cells_of_board(answer.value, spelling))
    if answer.end in (ChildEnd.RAISED, ChildEnd.IMPORT_FAILED) and answer.raised is not None:
        raised = RaisedText(type=answer.raised.type, message=answer.raised.message)
        return Answered(kind=AnswerKind.RAISED, raised=raised)
    return Answered()


def _kind(value: Value) -> AnswerKind:
    if value is None:
        return AnswerKind.NOTHING
    if type(value) in (int, float):
        return AnswerKind.NUMBER
    if type(value) in (list, tuple) and len(value) == 2 and all(type(item) is int for item in value):  # type: ignore[arg-type,union-attr] # noqa: PLR2004 - row and column
        return AnswerKind.PAIR
    return AnswerKind.OTHER if isinstance(value, Opaque) else AnswerKind.VALUE


def _cells_in(value: Value) -> Iterator[int]:
    """Yield the cells that an answer names: a pair, or the pairs in a collection."""
    cell = as_cell(value)
    if cell is not None:
        yield cell
        return
    members = value.members if isinstance(value, Unordered) else value
    for member in members if isinstance(members, (list, tuple)) else ():
        yield from _cells_in(member)


_END_TEXT = {
    ChildEnd.EXITED: "ended the whole process",
    ChildEnd.SIGNALLED: "crashed the whole process",
    ChildEnd.OUTPUT_LIMIT: "wrote more output than is read",
    ChildEnd.GARBLED: "sent something that is not an answer",
    ChildEnd.NOT_REACHED: "not tested: earlier calls ended the process or used up the time",
    ChildEnd.NOT_ASKED: "not asked",
}
