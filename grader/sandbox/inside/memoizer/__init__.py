"""
The exact shortcut: keeps the answers of the recursive functions below a search, if that cannot change any answer.

Before the import, the memoizer reads the file's text and decorates the functions that may call themselves. After the
import, it looks up the names in these functions: answers are kept only if the functions form a closed world that keeps
no state and depends only on arguments. The result is a claim, because the student's code runs in the same process. The
marker repeats a sample of the calls in another process without the memo, and compares.
"""

from __future__ import annotations

import ast
import re
import types
from collections.abc import Callable, Iterable

from .cache import Memo, Meter
from .claim import Claim, ClaimMaker
from .closed_world import Treatment
from .effects import PrintedText
from .file_rules import doubt_about_file
from .instrument import DECORATOR_NAME, Instrumentation
from .obstacle import Obstacle
from .tripwires import Tripwires

__all__ = ["Claim", "Memoizer", "Meter", "Obstacle"]


def _no_placeholder(_name: str) -> bool:
    return False


class Memoizer:
    """One file's memoized search in one process: `prepare` a module, run the compiled code in it, then `attach`."""

    def __init__(self, source: str, file: str, search: str, output: PrintedText | None = None) -> None:
        """
        Read `source`, called `file` in tracebacks, and decorate the recursive functions below the function `search`.

        The file prints to `output`; without `output`, a search that prints is not memoized. Raises SyntaxError,
        ValueError, RecursionError or MemoryError, as `ast.parse` does.
        """
        self._file, self._search = file, search
        self._memo = Memo(output)
        self.tree = ast.parse(source, file)
        """The instrumented module; its statements may also be compiled and run one by one."""
        self._instrumented = Instrumentation(self.tree, search, self._memo)
        self._code: types.CodeType | None = None
        self.claim = Claim()
        self.meter: Meter | None = None
        """What the calls cost with and without the memo; None while no answers are kept."""

    def compile(self) -> types.CodeType:
        """Return the code of the instrumented module (raises as `compile` does)."""
        if self._code is None:
            self._code = compile(self.tree, self._file, "exec", dont_inherit=True)
        return self._code

    def doubt_about_text(
        self, name: str, functions: list[str], is_placeholder: Callable[[str], bool] = _no_placeholder
    ) -> Obstacle | None:
        """Return why the text rules out any claim about the module `name`, or None; asked before its code can run."""
        graph, module = self._instrumented.graph, types.ModuleType(name)
        imports = [alias for node in graph.parents if isinstance(node, ast.Import) for alias in node.names]
        vars(module).update({alias.asname or alias.name: re for alias in imports if alias.name == re.__name__})
        return doubt_about_file(graph, functions, module, is_placeholder)

    def prepare(self, module: types.ModuleType) -> None:
        """Put the decorator of the instrumented code into `module`, before that code runs."""
        vars(module)[DECORATOR_NAME] = self._instrumented.decorator

    def attach(
        self,
        module: types.ModuleType,
        functions: list[str],
        cells: Iterable[object],
        others: Iterable[str] = (),
        is_placeholder: Callable[[str], bool] = _no_placeholder,
    ) -> Claim:
        """
        Decide after the import of `module` whether answers can be kept; if so, keep them from now on.

        `functions` names the functions that may be called, `others` further functions that will be called while answers
        are kept. `cells` are the values of the module's cells. `is_placeholder` tells whether a module does nothing.
        """
        maker = ClaimMaker(self._instrumented, module, self._search, self._memo.output)
        self.claim = maker.claim(functions, cells, others, is_placeholder)
        if self.claim.memoized:
            doubts = maker.tripwires()
            tripwires = Tripwires(self.tree, self._instrumented.graph.parents, self._memo)
            obstacle = tripwires.install(doubts, self._file, module)
            if obstacle is None:
                self._begin(maker, by_identity=any(one.treatment is Treatment.ATOMS for one in doubts))
            else:
                self.claim = maker.claim(functions, cells, others, is_placeholder, obstacle)
        return self.claim

    def _begin(self, maker: ClaimMaker, *, by_identity: bool) -> None:
        self._memo.max_depth = maker.safe_depth()
        # A stateless search that is called alone leaves its globals unchanged: one look after each search is enough.
        alone = self.claim.memo_safe == (self._search,) and self._search in self.claim.stateless
        self._memo.begin(maker.globals_unchanged(), by_identity=by_identity, each_call=not alone)
        self.meter = self._memo.meter
