"""
The command that repeats a wrong answer, ready to paste into a terminal in the folder of the file.

The command needs only Python and the handed-in files, and works in bash, zsh, cmd and PowerShell: it is one line in
double quotes, without any character that one of them would replace.
"""

from __future__ import annotations

import keyword
import sys
from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.model.answer import Call
from grader.model.reason import reason
from grader.model.sanitize import ELLIPSIS, escaped
from grader.model.source import find_location
from grader.model.spec import CellSpec, ModuleSpec
from grader.sandbox.student import Student

UNREPEATED = reason("not_repeated")
"""The reason for a wrong answer that no short list of calls shows again."""
SYMBOL_NAMES = {"X": "X", "O": "O", ".": "E"}
SAFE_PUNCTUATION = frozenset(" -_.,:;()[]{}+=/#")
"""Safe beside letters and digits of any script; all other characters become Python's escapes."""
MAX_EXPECTED = 60
"""The most characters of the expected answer; more would not fit in a line."""


class CodeStyle(Struct, frozen=True, kw_only=True):
    """How to write the code for one submission."""

    module_spec: ModuleSpec
    file_name: str = ""
    """The name of the handed-in file; empty for the name that the assignment gives it."""
    missing: Sequence[str] = ()
    """Constants that the file does not define: their values are written out."""
    notebook: bool = False
    """Whether the file is a notebook: then the code is a new cell, not a command."""
    left_out: Sequence[int] = ()
    """The lines of top-level statements that must not run, because they raise or begin a game."""
    needed: Sequence[str] = ()
    """Modules that the file imports and that were missing while it was graded."""


def code_style(student: Student) -> CodeStyle:
    """Return how to write code for the file of `student` (ImportFailed if it cannot be imported)."""
    submission, module_spec, module = student.submission, student.module_spec, student.module
    places = [*(statement.at for statement in module.left_out), *module.talked_at]
    found = [find_location(submission, module_spec.module, at) for at in places]
    return CodeStyle(
        module_spec=module_spec,
        file_name=submission.main,
        missing=module.missing,
        notebook=student.submission.in_notebook,
        left_out=sorted({one.line for one in found if one is not None and one.file is submission.files[0]}),
        needed=module.placeholders,
    )


def reproduction(
    style: CodeStyle, calls: Sequence[Call], expected: str = "", *, shows_board: bool = False, shows_rows: bool = False
) -> str:
    """
    Return one command that makes `calls` and prints the last answer, beside the `expected` one if that fits.

    `shows_board` prints the last call's board after the call, `shows_rows` which rows of the answer are rows of it.
    """
    module_spec = style.module_spec
    module = "" if style.notebook else "t."
    cells = [_cell_code(cell, module, style.missing) for cell in module_spec.cells]
    *earlier, last = [_call_code(call, module) for call in calls]
    steps = [f"{','.join(SYMBOL_NAMES[cell.symbol] for cell in module_spec.cells)}={','.join(cells)}", *earlier]
    board = board_code(calls[-1].board)
    if shows_board:
        steps += [f"b={board}", last.replace(board, "b"), _print_code("b", expected)]
    elif shows_rows:
        shared = "[any(r is s for s in b) for r in n]"
        steps += [f"b={board}", f"n={last.replace(board, 'b')}", f"print({shared})"]
    elif module_spec.function(calls[-1].function).prints:
        steps.append(last)
    else:
        steps.append(_print_code(last, expected))
    return _command(style, steps if style.notebook else [*_import_code(style), *steps])


def dialogue_reproduction(style: CodeStyle, function: str, typed: Sequence[str]) -> str:
    """Return one command that calls `function`, which asks for input, and types the lines `typed`."""
    if style.notebook:
        # Jupyter asks in a box of its own, not on standard input. After all lines are typed, it asks the person.
        lines = f"[{','.join(map(literal, typed))}]"
        ask = "input=lambda p='': print(p,end='') or lines.pop(0) if lines else builtins.input(p)"
        return _command(style, ["import builtins", f"lines={lines}", ask, f"{function}()"])
    text = literal("".join(f"{line}\n" for line in typed))
    if style.left_out:
        steps = ["i=sys.stdin=io.StringIO()", *_import_code(style), f"i.write({text})", "i.seek(0)"]
    else:
        steps = [f"sys.stdin=io.StringIO({text})", *_import_code(style)]
    return _command(style, ["import io,sys", *steps, f"t.{function}()"])


def board_code(board: str) -> str:
    """Write a board as Python; the names X, O and E stand for the values of the cells."""
    cells = [SYMBOL_NAMES[cell] for cell in board]
    return "[" + ",".join("[" + ",".join(cells[at : at + 3]) + "]" for at in (0, 3, 6)) + "]"


def literal(text: str) -> str:
    """Write `text` in Python as a string that no shell changes, whoever chose the text."""
    return "'" + "".join(map(_literal_character, text)) + "'"


def _literal_character(char: str) -> str:
    if char.isalnum() or char in SAFE_PUNCTUATION:
        return char
    return "\\n" if char == "\n" else escaped(char)


def _command(style: CodeStyle, steps: Sequence[str]) -> str:
    code = "; ".join(steps)
    # A comment in bash, PowerShell and a notebook; in zsh and cmd further arguments, which Python ignores here.
    names = [name for name in style.needed if name.isascii() and name.isidentifier()]
    needs = f" # needs the module{'s' * (len(names) > 1)} {' and '.join(names)}" if names else ""
    return f"{code}{needs}" if style.notebook else f'python -c "{code}"{needs}'


def _import_code(style: CodeStyle) -> Iterator[str]:
    """Yield statements that make the file's names attributes of ``t``."""
    module = style.module_spec.module
    name = style.file_name or f"{module}.py"
    if "\\" in name or ELLIPSIS in name:  # not the real name, but one that is safe to show
        name = f"{module}.py"
    stem, _, ending = name.rpartition(".")
    is_hidden = stem in sys.stdlib_module_names  # Python may have its own module of this name in memory
    if style.left_out:
        yield "import ast,types"
        kept = f"[n for n in ast.parse(open({literal(name)},'rb').read()).body if n.lineno not in {[*style.left_out]}]"
        yield "g={'__name__':'t'}"
        yield f"exec(compile(ast.Module({kept},[]),{literal(name)},'exec'),g)"
        yield "t=types.SimpleNamespace(**g)"
    elif ending != "py" or "." in stem or is_hidden:
        yield "import runpy,types"
        yield f"t=types.SimpleNamespace(**runpy.run_path({literal(name)}))"
    elif stem.isidentifier() and stem.isascii() and not keyword.iskeyword(stem):
        yield f"import {stem} as t"
    else:
        yield f"t=__import__({literal(stem)})"


def _print_code(value: str, expected: str) -> str:
    if not expected or len(expected) > MAX_EXPECTED:
        return f"print({value})"
    beside = literal("  Expected: " + expected.replace('"', ""))  # print shows a text without quotes as well
    if expected.lstrip("-").isdigit() or expected in {"True", "False"}:
        value = f"repr({value})"  # print shows '1' like 1
    return f"print('Got:',{value},{beside})"


def _cell_code(cell: CellSpec, module: str, missing: Sequence[str]) -> str:
    """Write the value of a cell: the module's constant, or the value that the assignment gives it."""
    if cell.attribute is not None and cell.attribute not in missing:
        return f"{module}{cell.attribute}"
    return "None" if cell.default is None else literal(cell.default)


def _call_code(call: Call, module: str) -> str:
    extra = "".join(f",{str(item).replace(' ', '')}" for item in call.extra)
    return f"{module}{call.function}({board_code(call.board)}{extra})"
