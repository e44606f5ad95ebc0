"""The rules: what students really write is memoized, and no state slips through a tripwire or a name."""

from __future__ import annotations

import ast
import copy
import sys
import types
from contextlib import redirect_stdout

import pytest

from grader.sandbox.inside import boards
from grader.sandbox.inside.memoizer import Memoizer
from grader.sandbox.inside.serving.patched_runtime import TailStream
from tests.fixture_folders import sampled
from tests.shortcut.adversarial import BOARD, IDIOMS, RULES, modules, most_free, paths
from tests.shortcut.in_process import (
    FUNCTIONS,
    SEARCH,
    answers_of,
    attached,
    cells,
    cells_of,
    memoized,
    open_boards,
    plainly,
    told,
)

HIDING = sampled((name for name, path in paths().items() if path.parent == RULES), 2)
WRITTEN = sampled((name for name, path in paths().items() if path.parent == IDIOMS), 2)
REFUSED = {
    "alias_extended_by_an_inner_function": "value may change the global SEEN",
    "alias_extended_two_levels_down": "value may change the global SEEN",
    "assigned_where_it_is_added": "value changes the global size",
    "counter_read_by_hint": "value changes the global nodes",
    "exception_counts_on_class": "the file uses .made",
    "exception_under_another_name": "value uses the class Cutoff",
    "clock_of_the_system": "the file uses mro",
    "counter_read_by_format_method": "value changes the global nodes",
    "counter_read_in_a_class_body": "value changes the global nodes",
    "counts_through_itself": "the file imports tictactoe",
    "generator_that_calls_itself": "scores is a generator that calls itself",
    "limit_lowered_on_some_boards": "the file uses setrecursionlimit",
    "module_by_another_way": "the file uses modules",
    "names_counted_by_dir": "the file uses dir",
    "pattern_replaced_in_a_cache": "the file uses _cache",
    "own_eval_deleted": "the file uses eval",
    "own_vars_too_late": "the file uses vars",
    "row_of_a_dict_grows": "value may change the global SEEN",
    "text_formatted_in_place": "value changes the global nodes",
}
"""Modules in which no tripwire can stand before what hides the state."""
KEEP_STATE = {
    "exception_with_a_message": {"result"},
    "exits_on_errors": {"result"},
    "global_in_a_branch": {"terminal"},
    "input_in_a_branch": {"player", "result"},
    "message_by_old_super": {"result"},
    "suppress_in_a_branch": {"result"},
    "waits_in_a_branch": {"result"},
}
"""Functions that reach a tripwire if they are asked directly, about wrong arguments too."""
ROWS = {
    "print_on_the_way_to_an_error": "`print` in `result`",
    "is_between_marks": "`board[i][j] is X`, `winner(board) is X`, `all(board[i][j] is player for ...)`",
    "is_with_a_literal": "`x is ' '`",
    "global_in_a_branch": "changes a global",
    "unused_imports": "imports ctypes, curses, hashlib, logging, re and itself",
    "compiles_a_pattern": "imports logging and re, and uses them beside the search",
    "lines_by_pattern": "`re` in `winner`",
    "except_around_the_copy": "`except:` around the deep copy",
    "swallows_index_errors": "`except:` around the cell test",
    "locals_called_like_builtins": "a local variable called eval",
    "generator_of_lines": "`_rows_and_diagonals` with `yield`",
    "exception_with_a_message": "an exception class with `__init__`",
    "raises_an_unknown_name": "a name that is only raised",
}
"""Modules that answer a row in the table of reasons why real files were refused."""
SEARCH_TEXT = """
def value(board, depth):
    if depth == 0 or terminal(board):
        return %s
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
"""


@pytest.fixture(autouse=True)
def output(monkeypatch: pytest.MonkeyPatch) -> TailStream:
    """Copy boards and print as in the sandbox."""
    monkeypatch.setattr(copy, "deepcopy", boards.deepcopy)
    monkeypatch.setitem(sys.modules, "tictactoe", types.ModuleType("tictactoe"))
    return TailStream()


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_students_write_is_memoized(name: str, output: TailStream) -> None:
    """It answers as a plain run, and its functions are said to keep no state."""
    source, asked = modules()[name], open_boards(6, 40)
    with redirect_stdout(output):
        one = attached(source, output)
        answers = answers_of(one.module, asked, one.meter)

        assert {*FUNCTIONS} - {*one.claim.stateless} == KEEP_STATE.get(name, set())
        assert one.meter.inconsistency is None
        assert answers == answers_of(plainly(source), asked)


def test_every_reason_of_the_table_has_a_module() -> None:
    """Each of these is among what is memoized."""
    assert {*ROWS} <= {name for name, path in paths().items() if path.parent == IDIOMS}


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::SyntaxWarning")
def test_state_behind_a_rule_is_refused_or_reaches_a_tripwire(name: str, output: TailStream) -> None:
    """Up to there the answers are those of a plain run."""
    source, asked = modules()[name], open_boards(most_free(name), 20)
    one = attached(source, output)

    assert REFUSED.get(name) == told(one.claim.reason)
    if one.claim.reason is None:
        answers = answers_of(one.module, asked, one.meter)
        assert one.meter.inconsistency is not None
        assert answers == answers_of(plainly(source), asked[: len(answers)])


def test_a_tripwire_fires_only_while_the_search_is_asked(output: TailStream) -> None:
    """A dialogue may reach it by calls of its own."""
    waits = "import time\ndef result(board, action):\n    if not action:\n        time.sleep(0)\n    return board[:]\n"
    talks = "def talk():\n    return result([], None)\n"
    one = memoized(BOARD + waits + SEARCH_TEXT % 0 + talks, ["talk"], output)

    assert (SEARCH, "talk") == one.claim.memo_safe
    assert [] == one.module.talk()
    assert one.meter.inconsistency is None
    one.meter.asks_search = True
    with pytest.raises(BaseException, match=r"result.*time"):
        one.module.talk()
    assert told(one.meter.inconsistency) == "result uses time"


@pytest.mark.parametrize("name", ["is_of_made_cells", "exits_on_errors"])
def test_statements_that_run_one_by_one_get_tripwires_too(name: str, output: TailStream) -> None:
    """As in a notebook, where each is compiled by itself."""
    memoizer, module = Memoizer(modules()[name], "tictactoe.py", SEARCH, output), types.ModuleType("tictactoe")
    memoizer.prepare(module)
    for statement in memoizer.tree.body:
        code = compile(ast.Module([statement], []), "tictactoe.py", "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102 - a source of our own
    claim = memoizer.attach(module, FUNCTIONS, cells_of(module).values())

    assert claim.memoized
    assert memoizer.meter is not None
    memoizer.meter.asks_search = True
    with pytest.raises(BaseException, match=r"compares-identity.*value|uses.*result.*sys.exit"):
        module.minimax(module.result(cells("XO......."), (0, 0) if name == "exits_on_errors" else (1, 1)))
    assert memoizer.meter.inconsistency is not None


@pytest.mark.parametrize(
    "text",
    [
        '    raise Missing(\n        player(board), "%s" % (lambda: 0),\n        1 // 0)\n',
        "    return (winner(board) is\n        player(board)) + (\n        1 // 0)\n",
        "    if winner(board) is O and input(\n        1 // 0):\n        return 1\n    return (\n        1 // 0)\n",
        "    found = [input() if cell == 7 else 1 for row in board\n        for cell in row]\n    return found // 1\n",
    ],
)
def test_tripwires_change_no_line_of_a_traceback(text: str, output: TailStream) -> None:
    """The exception, where it was raised and the first line of its function are as in a plain run."""
    source = f"{BOARD}\ndef mark(board):\n{text}\n{SEARCH_TEXT % 'mark(board)'}"
    one = attached(source, output)
    assert one.claim.reason is None
    seen = []
    for module in (one.module, plainly(source)):
        with pytest.raises(Exception, match=r".") as caught:
            module.minimax(cells("XOXOXOOX."))
        last = caught.traceback[-1]
        seen.append((repr(caught.value), last.lineno, last.frame.code.firstlineno))

    assert one.meter.inconsistency is None
    assert seen[0] == seen[1]


HIDDEN_CALLS = {
    "operator": "class Sly:\n    def __add__(self, other):\n        {}\nSly() + 1\n",
    "with": "class Sly:\n    def __enter__(self):\n        {}\n    def __exit__(self, *why): pass\nwith Sly(): pass\n",
    "metaclass": "class Sly(type):\n    def __new__(cls, *given):\n        {}\nclass Made(metaclass=Sly):\n    pass\n",
    "metaclass's order": "class Sly(type):\n    def mro(cls):\n        {}\nclass Made(metaclass=Sly):\n    pass\n",
    "descriptor": "class Sly:\n    def __set_name__(self, owner, name):\n        {}\nclass Made:\n    made = Sly()\n",
    "subclass": "class Sly:\n    def __init_subclass__(cls):\n        {}\nclass Made(Sly):\n    pass\n",
    "subscript": "class Sly:\n    def __class_getitem__(cls, item):\n        {}\nSly[0]\n",
    "iteration": "class Sly:\n    def __iter__(self):\n        {}\n[*Sly()] if 0 else None\n",
    "attribute": "class Sly:\n    def __getattr__(self, name):\n        {}\nSly().other\n",
    "property": "class Sly:\n    @property\n    def seen(self):\n        {}\nSly().seen\n",
    "deletion": "class Sly:\n    def __delattr__(self, name):\n        {}\nmade = Sly()\n",
    "Python's own caller": "import enum\nclass Sly(enum.Enum):\n    def _missing_(one):\n        {}\nmade = Sly\n",
    "a lambda in a class": "class Sly:\n    seen = property(lambda self: [self, {}][0])\n",
    "a function that nothing calls": "def sly():\n    {}\n",
}


@pytest.mark.parametrize("name", HIDDEN_CALLS)
def test_what_reaches_other_code_is_seen_in_whatever_calls_it_without_a_name(name: str, output: TailStream) -> None:
    """The text is looked through before any of it runs, wherever such a name stands."""
    source = BOARD + SEARCH_TEXT % 0 + "import sys\n" + HIDDEN_CALLS[name].format("sys._getframe(1)")
    memoizer = Memoizer(source, "tictactoe.py", SEARCH, output)

    assert "the file uses ._getframe" == told(memoizer.doubt_about_text("tictactoe", FUNCTIONS))


@pytest.mark.parametrize("name", [*HIDDEN_CALLS][:-2])
def test_what_a_method_imports_counts_as_used(name: str, output: TailStream) -> None:
    """Any method may be called without being named."""
    source = BOARD + SEARCH_TEXT % 0 + "import gc\n" + HIDDEN_CALLS[name].format("gc.get_objects()")
    memoizer = Memoizer(source, "tictactoe.py", SEARCH, output)

    assert "the file imports gc" == told(memoizer.doubt_about_text("tictactoe", FUNCTIONS))
