"""Calls, boards and answers as text for people: short and safe to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignments.exhaustive.oracle import CellSpelling, as_cell, cells_of_board
from grader.model.answer import Answer, Call, CellConstant, Opaque, Unordered, Value
from grader.model.counterexample import Answered, AnswerKind, RaisedText
from grader.model.reason import Said, reason
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.text.line_names import cell_text

MAX_SHOWN = 160
"""The most characters of a value in a report."""


def one_of(cells: Sequence[int]) -> Said:
    """Return a reason that names the cells of right answers, of which one is enough; nothing if there are none."""
    texts = ", ".join(map(cell_text, cells))
    return (reason("value" if len(cells) == 1 else "one_of", value=texts),) if cells else ()


def call_text(call: Call) -> str:
    """Write a call; ``board`` stands for its board, which is drawn next to it."""
    return f"{call.function}({', '.join(['board', *map(repr, call.extra)])})"


def value_said(value: Value, spelling: CellSpelling) -> Said:
    """Return a reason that words an answer in at most `MAX_SHOWN` characters, or as a board in the module's cells."""
    board = cells_of_board(value, spelling)
    if board is not None:
        return (reason("the_board", board=board),)
    return (reason("value", value=sanitize(_python_text(value, spelling), MAX_SHOWN)),)


def _python_text(value: Value, spelling: CellSpelling) -> str:  # noqa: PLR0911 - one return per kind of value
    symbol = spelling.symbols([value])
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


def outcome_said(call: Call, answer: Answer, spelling: CellSpelling, limits: Limits) -> Said:
    """Return reasons that word the outcome of a call: the returned value, or how else the call ended."""
    match answer.end:
        case ChildEnd.RETURNED:
            return value_said(answer.value, spelling)
        case ChildEnd.RAISED | ChildEnd.IMPORT_FAILED:
            return (reason("raised", raised=str(answer.raised)),)
        case ChildEnd.EXITED if answer.raised is not None:
            return (reason("asked_to_exit", raised=str(answer.raised)),)
        case ChildEnd.CPU_LIMIT:
            seconds = f"{limits.seconds_for(call.function):g}"
            return (reason("too_long", seconds=seconds) if answer.loop_at is None else reason("runs_for_ever"),)
        case ChildEnd.MEMORY_LIMIT:
            return (reason("out_of_memory", mebibytes=str(limits.memory_mib)),)
        case _:
            return (reason(_END_CODES[answer.end]),)


def answered(answer: Answer) -> Answered:
    """Return the outcome of a call as values, beside the words of `outcome_said`."""
    if answer.end is ChildEnd.RETURNED:
        return Answered(kind=_kind(answer.value), cells=tuple(dict.fromkeys(_cells_in(answer.value))))
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


_END_CODES = {
    ChildEnd.WALL_LIMIT: "waits_for_ever",
    ChildEnd.EXITED: "process_ended",
    ChildEnd.SIGNALLED: "process_crashed",
    ChildEnd.OUTPUT_LIMIT: "too_much_output",
    ChildEnd.GARBLED: "no_answer",
    ChildEnd.NOT_REACHED: "not_reached",
    ChildEnd.NOT_ASKED: "not_asked",
}
