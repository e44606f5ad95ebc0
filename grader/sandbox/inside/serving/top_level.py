"""Runs a file statement by statement, as a notebook does, and goes on after a statement that raises."""

from __future__ import annotations
import __future__

import ast
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..memoizer import Obstacle
from .job import ReceivedJob
from .outcome_table import RaisedException, describe
from .patched_runtime import EOF_MESSAGE, ScriptedStdin
from .refusals import REFUSALS, frames_of

MAX_LEFT_OUT = 20
"""The most statements that are reported as left out, and as asking for input in the dialogue function."""
COMPILE_ERRORS = (ValueError, RecursionError, MemoryError)
"""Errors besides SyntaxError that compiling a text may raise."""


class CellStatements(NamedTuple):
    """The statements of one notebook cell or of a whole script; `error` says why there are none."""

    nodes: list[ast.stmt]
    error: Exception | None = None


class StatementRunner:
    """Runs the top-level statements of the submission's main file, and reports which were left out."""

    def __init__(self, job: ReceivedJob, stdin: ScriptedStdin) -> None:
        """Split the main file into statements (SyntaxError or one of `COMPILE_ERRORS` for a broken script)."""
        self._stdin = stdin
        self._file = job.main
        self._sources = set(job.files)
        self._skipped_lines = job.skipped_lines
        self._in_notebook = bool(job.notebook_cells)
        self._cells = _split(job.files[self._file], self._file, job.notebook_cells)
        self._first = next(self._nodes(), None)
        self._flags = _future_flags(self._nodes())
        self.left_out: list[tuple[str, RaisedException, bool, bool]] = []
        """Place, exception, whether it asked for input, whether the dialogue function did: the order of the wire."""
        self.talked_at: list[str] = []
        """``file:line`` of the statements in which the dialogue function asked for input."""
        self.line = 0
        self.deviation: Obstacle | None = None
        """Why the module may differ from what the file's text says."""

    def adopt(self, tree: ast.Module) -> bool:
        """Run the statements of `tree`, read from the whole text, instead; False if its statements differ."""
        if any(cell.error for cell in self._cells) or [*map(_span, self._nodes())] != [*map(_span, tree.body)]:
            return False
        nodes = iter(tree.body)
        self._cells = [CellStatements([next(nodes) for _node in cell.nodes]) for cell in self._cells]
        self._first = next(self._nodes(), None)
        return True

    def run(self, namespace: dict[str, Any], report_endless: Callable[[int, bool], None]) -> None:
        """
        Run all statements in `namespace`; leave out those that raise, and whole cells that are no Python.

        `report_endless`, which must not return, gets the line of a statement that never stops asking for input, and
        whether the dialogue function asks.
        """
        stdin = self._stdin
        stdin.install()
        stdin.on_endless = lambda: report_endless(self.line, stdin.dialogue_asked)
        for cell in self._cells:
            if cell.error is not None:
                self._leave_out(None, cell.error)
            for node in cell.nodes:
                self.line = node.lineno
                stdin.unanswered, stdin.dialogue_asked = 0, self._skipped_lines.get(node.lineno, False)
                try:
                    if node.lineno in self._skipped_lines:
                        stdin.unanswered = 1
                        raise EOFError(EOF_MESSAGE)  # noqa: TRY301 - as if the statement had stopped at its first question
                    self._execute(node, namespace)
                except BaseException as error:
                    self._leave_out(node, error)
                if stdin.dialogue_asked and len(self.talked_at) < MAX_LEFT_OUT:
                    self.talked_at.append(f"{self._file}:{node.lineno}")
        stdin.on_endless = None

    def run_as_script(self, namespace: dict[str, Any], before: Callable[[], None]) -> None:
        """
        Run the file as a program; call `before` before each statement.

        A script ends at an exception. A notebook goes on with the next cell; its first exception is raised at the end.
        """
        first: Exception | None = None
        for cell in self._cells:
            try:
                if cell.error is not None:
                    raise cell.error  # noqa: TRY301 - as running the cell would
                for node in cell.nodes:
                    before()
                    self._execute(node, namespace)
            except Exception as error:  # noqa: PERF203 - once per cell
                if not self._in_notebook:
                    raise
                first = first or error
        if first is not None:
            raise first

    def _nodes(self) -> Iterator[ast.stmt]:
        return (node for cell in self._cells for node in cell.nodes)

    def _execute(self, node: ast.stmt, namespace: dict[str, Any]) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node is not self._first:
            return  # compiled alone, any text would become the module's docstring
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(ast.Module([node], []), self._file, "exec", self._flags, dont_inherit=True)
        exec(code, namespace)

    def _leave_out(self, node: ast.stmt | None, error: BaseException) -> None:
        raised = describe(error, self._sources)
        at = f"{self._file}:{node.lineno}" if node is not None else raised.at or f"{self._file}:1"
        if node is not None and raised.refusal is not None:
            REFUSALS.note_left_out(node, raised.refusal)
        if not isinstance(node, ast.Expr):
            self.deviation = Obstacle("line-left-out", (int(at.rpartition(":")[2]),))
        codes = (trace.tb_frame.f_code for trace in frames_of(error))
        in_dialogue = self._stdin.dialogue_asked or any(map(self._stdin.is_of_dialogue, codes))
        if len(self.left_out) < MAX_LEFT_OUT:
            asked = node is not None and self._stdin.unanswered > 0
            self.left_out.append((at, raised, asked, node is not None and in_dialogue))


def _split(text: str, file: str, first_lines: list[int]) -> list[CellStatements]:
    """Return the cells of `text` that begin on `first_lines`; the whole text is one cell if there are none."""
    if not first_lines:
        return [CellStatements(_parsed(text, file))]
    lines = text.split("\n")
    cells = []
    for first, after in zip(first_lines, (*first_lines[1:], len(lines) + 1), strict=True):
        cells.append(_notebook_cell("\n".join(lines[first - 1 : after - 1]) + "\n", file, first - 1))
    return cells


def _notebook_cell(text: str, file: str, lines_above: int) -> CellStatements:
    """Return one cell of a notebook, with line numbers of the whole notebook."""
    try:
        tree = ast.Module(_parsed(text, file), [])
    except SyntaxError as error:
        error.lineno = (error.lineno or 1) + lines_above
        return CellStatements([], error)
    except COMPILE_ERRORS as error:
        return CellStatements([], SyntaxError(str(error), (file, lines_above + 1, None, None)))
    ast.increment_lineno(tree, lines_above)
    return CellStatements(tree.body)


def _parsed(text: str, file: str) -> list[ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The compiler finds errors that the parser does not, such as a `return` outside of a function.
        compile(text, file, "exec", dont_inherit=True)
        return ast.parse(text, file).body


def _future_flags(nodes: Iterator[ast.stmt]) -> int:
    """Return the compiler flags of all `from __future__` imports among `nodes`, in any cell."""
    flags = 0
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _span(node: ast.stmt) -> tuple[Any, ...]:
    """Return the type and the place of a statement as a key."""
    return (type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
