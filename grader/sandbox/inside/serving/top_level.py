"""Runs a file as a notebook runs: its top-level statements one by one, and goes on after one that raises."""

from __future__ import annotations
import __future__

import ast
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .outcome_table import raised_by
from .scripted_stdin import OVER, Keyboard

MAX_LEFT = 20
BROKEN = (ValueError, RecursionError, MemoryError)
"""What compiling a text may raise beside SyntaxError."""


class Cell:
    """The statements of one cell, or of a whole script; `error` is why there are none."""

    def __init__(self, nodes: list[ast.stmt], error: Exception | None = None) -> None:
        """Hold `nodes`."""
        self.nodes = nodes
        self.error = error


class Statements:
    """The top-level statements of the file to grade, and which of them were left out when they were run."""

    def __init__(self, job: dict[str, Any], keyboard: Keyboard) -> None:
        """Cut the main file that `job` carries (SyntaxError and the like where a script is no Python)."""
        self._keyboard = keyboard
        self._file: str = job["main"]
        self._sources = set(job["files"])
        self._skip: dict[int, bool] = dict(job["skip"])
        self._in_notebook = bool(job["cells"])
        self._cells = _cut(job["files"][self._file], self._file, job["cells"])
        self._first = next(self._nodes(), None)
        self._flags = _future_flags(self._nodes())
        self.left: list[list[Any]] = []
        """Of each statement left out: its place, what it raised, whether it asked for input, whether it talked."""
        self.talked_at: list[str] = []
        """Where the function that talks asked for input."""
        self.line = 0
        """Of the statement that runs."""
        self.doubt: str | None = None
        """Why what the text says of the module need not hold, now that it ran."""

    def agree_with(self, tree: ast.Module) -> bool:
        """Tell whether `tree`, read from the whole text, is made of the same statements; if so, run those of `tree`."""
        if any(cell.error for cell in self._cells) or [*map(_span, self._nodes())] != [*map(_span, tree.body)]:
            return False
        nodes = iter(tree.body)
        for cell in self._cells:
            cell.nodes = [next(nodes) for _node in cell.nodes]
        self._first = next(self._nodes(), None)
        return True

    def run(self, space: dict[str, Any], give_up: Callable[[int, bool], None]) -> None:
        """
        Run all of them in `space`; what raises is left out, and a cell that is no Python is left out whole.

        `give_up` is called where one asks for input for ever, with its line and whether the function that talks does.
        """
        keyboard = self._keyboard
        keyboard.install()
        keyboard.given_up = lambda: give_up(self.line, keyboard.talked)
        for cell in self._cells:
            if cell.error is not None:
                self._leave_out(None, cell.error)
            for node in cell.nodes:
                self.line = node.lineno
                keyboard.asked, keyboard.talked = 0, self._skip.get(node.lineno, False)
                try:
                    if node.lineno in self._skip:
                        keyboard.asked = 1
                        raise EOFError(OVER)  # noqa: TRY301 - it asked for ever: as if it had stopped asking
                    self._execute(node, space)
                except BaseException as error:
                    self._leave_out(node, error)
                if keyboard.talked and len(self.talked_at) < MAX_LEFT:
                    self.talked_at.append(f"{self._file}:{node.lineno}")
        keyboard.given_up = None

    def run_as_script(self, space: dict[str, Any], before: Callable[[], None]) -> None:
        """
        Run the file as somebody does who starts it, calling `before` before each statement.

        A script ends with what it raises. Of a notebook the next cell runs, and what was raised first is raised at the
        end; leaving is leaving.
        """
        first: Exception | None = None
        for cell in self._cells:
            try:
                if cell.error is not None:
                    raise cell.error  # noqa: TRY301 - as the cell would
                for node in cell.nodes:
                    before()
                    self._execute(node, space)
            except Exception as error:  # noqa: PERF203 - once per cell
                if not self._in_notebook:
                    raise
                first = first or error
        if first is not None:
            raise first

    def _nodes(self) -> Iterator[ast.stmt]:
        return (node for cell in self._cells for node in cell.nodes)

    def _execute(self, node: ast.stmt, space: dict[str, Any]) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node is not self._first:
            return  # standing alone, every text would become the module's docstring
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(ast.Module([node], []), self._file, "exec", self._flags, dont_inherit=True)
        exec(code, space)

    def _leave_out(self, node: ast.stmt | None, error: BaseException) -> None:
        raised = raised_by(error, self._sources)
        at = f"{self._file}:{node.lineno}" if node is not None else raised[-1] or f"{self._file}:1"
        if not isinstance(node, ast.Expr):
            self.doubt = f"line {at.rpartition(':')[2]} was left out of the import"
        keyboard = self._keyboard
        talked, trace = keyboard.talked, error.__traceback__
        while trace is not None and not talked:
            talked = keyboard.is_talking(trace.tb_frame.f_code)
            trace = trace.tb_next
        if len(self.left) < MAX_LEFT:
            self.left.append([at, raised, node is not None and keyboard.asked > 0, node is not None and talked])


def _cut(text: str, file: str, firsts: list[int]) -> list[Cell]:
    """Return the cells of `text`, which begin on the lines `firsts`; without any the one that the whole text is."""
    if not firsts:
        return [Cell(_parsed(text, file))]
    lines = text.split("\n")
    cells = []
    for first, after in zip(firsts, (*firsts[1:], len(lines) + 1), strict=True):
        cells.append(_cell("\n".join(lines[first - 1 : after - 1]) + "\n", file, first - 1))
    return cells


def _cell(text: str, file: str, above: int) -> Cell:
    """Return one cell of a notebook that has so many lines `above` it."""
    try:
        tree = ast.Module(_parsed(text, file), [])
    except SyntaxError as error:
        error.lineno = (error.lineno or 1) + above
        return Cell([], error)
    except BROKEN as error:
        return Cell([], SyntaxError(str(error), (file, above + 1, None, None)))
    ast.increment_lineno(tree, above)
    return Cell(tree.body)


def _parsed(text: str, file: str) -> list[ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # More is wrong with a text than a parser sees, such as a `return` that stands in no function.
        compile(text, file, "exec", dont_inherit=True)
        return ast.parse(text, file).body


def _future_flags(nodes: Iterator[ast.stmt]) -> int:
    """Return what the `from __future__` imports among `nodes` switch on, in the first cell or a later one."""
    flags = 0
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _span(node: ast.stmt) -> tuple[Any, ...]:
    return (type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
