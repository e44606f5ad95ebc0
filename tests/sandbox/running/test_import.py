"""How a submission is imported: from text alone, with its helpers, with placeholders for missing modules."""

from __future__ import annotations

import sys
import textwrap

import pytest

from grader.model.answer import Answer, unordered
from grader.model.isolation import Level
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import FreshProcess, Launcher, Zygote, third_party_paths
from grader.sandbox.running.probe import Probe, TimedFrame
from grader.sandbox.running.submission_probes import ImportFailed
from tests.sandbox.sandbox_helpers import BOARDS, INSIDE, Make, ask_once, calls, make_student, value_of


def why(failure: Answer | None) -> str:
    """Return the failure as a report shows it."""
    assert failure is not None
    assert failure.end is ChildEnd.IMPORT_FAILED
    assert failure.raised is not None
    return f"{failure.raised} @ {failure.raised.at}"


def test_planted_modules_do_not_shadow_the_standard_library(behind_either: Make) -> None:
    """A json.py next to the file is never imported as json, and modules of the inside are not within reach."""
    ours = {
        "inside",
        *(file.stem for file in INSIDE.rglob("*.py")),
        *(file.name for file in INSIDE.iterdir() if file.is_dir()),
    }
    names = ("json", "copy", *sorted(ours - {"__init__", "__pycache__"}))
    bad = {f"{name}.py": "PLANTED = True" for name in names}
    behind = behind_either(
        {
            "tictactoe.py": f"""
                import {", ".join(names)}
                def ask(board):
                    return [hasattr(__import__(name), "PLANTED") for name in {names!r}]
            """,
            **bad,
        }
    )

    assert value_of(behind) == [False, False, *[True] * (len(names) - 2)]


def test_helpers_of_every_form_are_found(behind_either: Make) -> None:
    """A module, a package with relative imports, a folder without __init__, and the main file, imported by a helper."""
    behind = behind_either(
        {
            "tictactoe.py": """
                X, O, EMPTY = "X", "O", None
                import helper, engine.search, loose.part
                from engine import LINES
                def ask(board):
                    return [helper.mark(), engine.search.look(), loose.part.VALUE, LINES, helper.__file__]
            """,
            "helper.py": "def mark():\n    import tictactoe\n    return tictactoe.X",
            "engine/__init__.py": "from .lines import LINES\n",
            "engine/lines.py": "LINES = 8",
            "engine/search.py": "from . import lines\nfrom .lines import LINES as N\ndef look(): return N + N",
            "loose/part.py": "VALUE = 'part'",
        }
    )

    assert value_of(behind) == ["X", 16, "part", 8, "helper.py"]


def test_the_line_in_a_helper_is_named(student: Make) -> None:
    """An exception names the innermost line of the submission, in any of its files."""
    behind = student(
        {
            "tictactoe.py": "import helper, json\ndef ask(board):\n    return helper.fail()",
            "helper.py": "import json\n\ndef fail():\n    return json.loads('{')",
        }
    )
    answer = ask_once(behind)

    assert answer.end is ChildEnd.RAISED
    assert answer.raised is not None
    assert (answer.raised.type, answer.raised.at) == ("JSONDecodeError", "helper.py:4")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("X = (", "SyntaxError: '(' was never closed @ tictactoe.py:1"),
        ("\n\nimport helper", "SyntaxError: invalid syntax @ helper.py:2"),
        ("if True:\n\tX = 1\n        O = 2", "TabError"),
        ("1 / 0", "ZeroDivisionError: division by zero @ tictactoe.py:1"),
        ("\ninput('move? ')", "EOFError: EOF when reading a line (input() waits for a player: put the game under if"),
        ("import sys; sys.exit(3)", "SystemExit: 3 (the file ends itself while it is imported"),
        ("quit()", "SystemExit: None (the file ends itself"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt: (the file ends itself"),
        ("import os; os._exit(0)", "ImportError: the process ended (exited) @ None"),
        ("import os; os.abort()", "ImportError: the process ended (signalled) @ None"),
        ("X = O = 'X'", "ValueError: X, O, EMPTY must be three different values that can be compared @ None"),
        ("X = []", "ValueError: X, O, EMPTY must be three different values"),
        ("X, O = 1, True", "ValueError: X, O, EMPTY must be three different values"),
        ("from . import helper", "ImportError: attempted relative import with no known parent package"),
        ("from itertools import no_such", "(imported by Python {}.{}; a newer".format(*sys.version_info)),
        ("from own import no_such", "ImportError: cannot import name 'no_such' from 'own' (own.py) @"),
        ("(" * 500 + ")" * 500, "@"),
    ],
    ids=lambda text: text[:20],
)
def test_a_file_that_cannot_be_imported_says_why(student: Make, source: str, shown: str) -> None:
    """With exception, message and line; for the two most common mistakes also with the remedy."""
    behind = student({"tictactoe.py": textwrap.dedent(source), "helper.py": "X = 1\nX = = 2\n", "own.py": ""})

    assert shown in why(behind.failure)


def test_every_call_of_a_broken_file_gets_the_failure(student: Make) -> None:
    """Sweeps, sequences and games return the failure and do not raise."""
    behind = student("1 / 0")
    failure = behind.failure

    assert list(behind.sweep(calls("ask")).answers) == [failure] * len(BOARDS)
    assert behind.sequence(calls("ask", BOARDS[:2])) == [failure] * 2
    with behind.game() as game:
        assert game.ask(calls("think")[0]) is failure
    with pytest.raises(ImportFailed):
        behind.has("ask")


def test_an_import_that_never_ends_is_stopped(student: Make) -> None:
    """The failure names the CPU seconds and the remedy."""
    behind = student("while True: pass", import_seconds=0.2)

    assert "still running after 0.2 s of CPU time: put the game under if" in why(behind.failure)


PLACEHOLDERS = """
import numpy as np
import pygame.locals
from pygame.locals import *
from scipy.stats import norm
import msvcrt_of_another_system
@DECORATE
def ask(board):
    try:
        USE
    except ImportError as error:
        return str(error)
"""


@pytest.mark.parametrize(
    "use", ["np.zeros(3)", "norm + 1", "pygame.init()", "class A(norm): pass", "for x in norm: pass"]
)
def test_a_missing_module_has_a_placeholder_until_it_is_used(student: Make, use: str) -> None:
    """The import alone does no harm; any use raises an ImportError that says why."""
    behind = student(PLACEHOLDERS.replace("USE", use).replace("@DECORATE\n", ""))

    assert behind.module.placeholders == ("msvcrt_of_another_system", "numpy", "pygame", "scipy")
    assert "is not available while grading" in str(value_of(behind))


def test_a_type_hint_of_a_missing_module_is_no_use(student: Make) -> None:
    """Type hints are evaluated but not used."""
    behind = student("""
        import numpy as np
        from typing import Dict, List, Optional, Union
        Board = List[List[np.ndarray]]
        def ask(board: np.ndarray | None) -> Optional[np.int64]: return 1
        def think(board: Board, known: "None" = None) -> Dict[np.int64, Union[np.int64, np.ndarray]]: return 2
        def move(board, action: None | np.ndarray): return 3
    """)

    assert value_of(behind) == 1
    assert behind.module.placeholders == ("numpy",)


def test_a_decorator_of_a_missing_module_is_a_use(student: Make) -> None:
    """A use during the import makes the import fail, with the line."""
    failure = student("import numba\n@numba.jit\ndef ask(board): pass").failure

    assert "numba.jit is not available while grading" in why(failure)
    # Python 3.10 counts the call of a decorator to the line of the function below it.
    assert why(failure).endswith("@ tictactoe.py:2" if sys.version_info >= (3, 11) else "@ tictactoe.py:3")


@pytest.mark.parametrize("caught", ["ImportError", "ModuleNotFoundError", "(ValueError, ImportError)", "Exception", ""])
def test_a_handled_import_error_is_raised(student: Make, caught: str) -> None:
    """There is no placeholder if the file catches the ImportError."""
    behind = student(f"""
        try:
            import numpy
        except {caught}:
            numpy = None
        def ask(board): return numpy is None
    """)

    assert value_of(behind) is True
    assert behind.module.placeholders == ()


def test_optional_imports_of_the_standard_library_still_fail(student: Make) -> None:
    """Placeholders are for the submission's own imports; those of the standard library still fail."""
    behind = student("""
        import copy, pickle, platform, tkinter
        from turtle import *
        def ask(board):
            found = []
            for name in ("org.python.core", "_wmi", "java"):
                try:
                    __import__(name)
                    found.append(name)
                except ImportError:
                    pass
            return [copy.deepcopy(board) == board, found]
    """)

    assert value_of(behind) == [True, []]
    assert behind.module.placeholders == ("tkinter", "turtle")


@pytest.mark.parametrize("kind", [Zygote, FreshProcess])
def test_a_named_third_party_module_is_imported_for_real(kind: type[Zygote | FreshProcess]) -> None:
    """The rubric may allow modules of the marker's environment; others cannot be imported or read."""
    source = """
        import yaml, click
        def ask(board):
            return yaml.safe_load("[1, {a: 2}]")
    """
    own = kind(third_party_paths(["yaml"]))
    behind = make_student(source, own, ["yaml"], {})

    assert value_of(behind) == [1, unordered("dict", [("a", 2)])]
    assert behind.module.placeholders == ("click",)
    own.close()


def test_other_installed_modules_do_not_exist(student: Make) -> None:
    """Not even pytest, which runs on the other side of the wall."""
    behind = student("""
        def ask(board):
            found = []
            for name in ("pytest", "yaml", "grader", "site", "reference"):
                try:
                    __import__(name)
                    found.append(name)
                except ImportError:
                    pass
            return found
    """)

    assert value_of(behind) == ["site"]


@pytest.mark.parametrize(
    ("constants", "got", "missing"),
    [
        ("X, O, EMPTY = 'X', 'O', None", {"X": "X", "O": "O", ".": None}, ()),
        ("X, O, EMPTY = 'x', 'o', ' '", {"X": "x", "O": "o", ".": " "}, ()),
        ("X, O, EMPTY = 1, -1, 0", {"X": 1, "O": -1, ".": 0}, ()),
        ("X, O, EMPTY = (1,), 2.5, ''", None, ()),
        ("", {"X": "X", "O": "O", ".": None}, ("X", "O", "EMPTY")),
        ("X = 'X'", {"X": "X", "O": "O", ".": None}, ("O", "EMPTY")),
    ],
)
def test_boards_are_built_from_the_modules_own_constants(
    student: Make, constants: str, got: dict[str, object] | None, missing: tuple[str, ...]
) -> None:
    """Changed constants are used; for missing ones those of the sheet are."""
    behind = student(f"{constants}\ndef ask(board): return board[0][:]\n")
    (answer,) = behind.sweep(calls("ask", ["XO......."])).answers

    assert behind.module.missing == missing
    assert answer.value == [behind.cell_value(symbol) for symbol in "XO."]
    if got is not None:
        assert behind.module.constants == got


def test_functions_are_described_by_their_parameters(student: Make) -> None:
    """Whether it exists, and its number of parameters, which is unknown for other callables than functions."""
    behind = student("""
        import functools
        def ask(board, depth=0): pass
        think = functools.lru_cache(lambda board: None)
        move = 5
    """)

    assert dict(behind.module.functions) == {"ask": 2, "think": -1, "move": None}
    assert (behind.has("ask"), behind.has("move")) == (True, False)


def test_a_methods_own_object_is_no_parameter(student: Make) -> None:
    """The object of a bound method does not count as a parameter."""
    behind = student("""
        class Game:
            def ask(self, board): pass
            @classmethod
            def think(cls, board): pass
            @staticmethod
            def move(board, action): pass
        ask, think, move = Game().ask, Game.think, Game.move
    """)

    assert dict(behind.module.functions) == {"ask": 1, "think": 1, "move": 2}


@pytest.mark.parametrize("helper", ["x = (", "x = " + "-" * 20_000 + "1", "x = " + "(" * 5_000])
def test_a_helper_that_nobody_imports_may_be_broken(student: Make, helper: str) -> None:
    """A file that cannot be parsed does no harm as long as it is not imported."""
    behind = student({"tictactoe.py": "def ask(board): return 1", "other.py": helper})

    assert value_of(behind) == 1


def test_the_module_has_its_name_and_its_place_in_sys(student: Make) -> None:
    """`__name__` is the sheet's, so a guarded game does not start, and dataclasses and pickle find the module."""
    behind = student(
        {
            "TicTacToe (1).py": """
            import sys, dataclasses
            @dataclasses.dataclass
            class Node:
                board: "list"
            if __name__ == "__main__":
                input()
            def ask(board):
                return [__name__, __file__, sys.modules["tictactoe"].ask is ask, sys.argv, "dynload" in sys.path[-1]]
        """,
        }
    )

    assert value_of(behind) == ["tictactoe", "TicTacToe (1).py", True, [""], True]
    assert sys.argv != [""]


EVERY_MODULE = """
import importlib, sys
NOT_TO_IMPORT = {"antigravity", "this", "idlelib", "test", "ensurepip"}
def ask(board):
    failed = []
    for name in sorted(set(sys.stdlib_module_names) - NOT_TO_IMPORT):
        try:
            importlib.import_module(name)
        except BaseException:
            failed.append(name)
    return failed
"""


def test_what_imports_without_the_wall_imports_behind_it(
    student: Make, open_wall: Make, each_launcher: Launcher
) -> None:
    """The whole standard library, extension modules with system libraries included, during the import and later."""
    without = value_of(open_wall(EVERY_MODULE, call_seconds=30))
    assert isinstance(without, list)

    assert value_of(student(EVERY_MODULE, call_seconds=30)) == without
    assert value_of(make_student(EVERY_MODULE, each_launcher, (), {"call_seconds": 30})) == without
    assert not {"ssl", "zlib", "ctypes", "decimal", "sqlite3", "json", "email"} & set(map(str, without))


@pytest.mark.parametrize("what", ["open('log.txt', 'w')", "open('/etc/passwd')", "__import__('os').listdir('/home')"])
def test_a_file_that_needs_others_fails_by_the_wall(student: Make, zygote: Launcher, what: str) -> None:
    """So nobody is told that the import fails elsewhere."""
    if not zygote.isolation.level.reaches(Level.FULL):
        pytest.skip("this machine's wall does not keep files away: see grader doctor")
    failure = student(what).failure

    assert failure is not None
    assert failure.refused is not None


def test_a_file_that_was_not_handed_in_is_a_fault_of_the_submission(student: Make) -> None:
    """It would be missing on any other machine too."""
    failure = student("open('table.txt')").failure

    assert failure is not None
    assert failure.refused is None
    assert "(no such file was handed in beside it)" in str(failure.raised)


@pytest.mark.parametrize("late", [1, 2])
def test_an_import_that_is_late_once_is_not_too_slow(student: Make, monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    """A limit below a second is shorter than a pause of the machine, which is charged to the import."""
    pauses = iter([True] * late)
    read = Probe.frame

    def frame(probe: Probe, limit: float, *types: str) -> TimedFrame:
        if "ready" in types and next(pauses, False):
            raise probe.ended(ChildEnd.CPU_LIMIT)
        return read(probe, limit, *types)

    monkeypatch.setattr(Probe, "frame", frame)
    behind = student("def ask(board): return 1", import_seconds=0.9)

    assert (behind.failure is None) is (late == 1)
