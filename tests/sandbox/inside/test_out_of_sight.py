"""What a student's code finds of our side, apart from the frames below its calls."""

from __future__ import annotations

import pytest

from tests.sandbox.sandbox_helpers import Make, value_of

OURS = """
import gc, sys
def ours(things):
    return sorted({type(one).__name__ for one in things if type(one).__module__.partition(".")[0] == "inside"})
"""


@pytest.mark.parametrize(
    "found",
    [
        "gc.get_objects()",
        "(gc.unfreeze(), gc.get_objects())[1]",
        "gc.get_referrers(sys.modules['tictactoe'], vars(sys.modules['tictactoe']))",
        "gc.get_referents(sys._getframe(1).f_locals)",
        "sys.modules.values()",
    ],
)
def test_the_collector_lists_nothing_of_ours(student: Make, found: str) -> None:
    """While a list of calls is made, when our objects for it are there."""
    assert value_of(student(f"{OURS}\ndef ask(board): return ours({found})")) == []


def test_a_forgotten_module_of_python_comes_back_as_it_was(student: Make) -> None:
    """A second one would have what was taken away."""
    source = """
        import gc, sys
        gc.forgotten = True
        del sys.modules["gc"], sys.modules["sys"]
        import gc, sys
        from importlib.machinery import BuiltinImporter
        def ask(board):
            again = BuiltinImporter.load_module("gc")
            return [gc.forgotten, again is gc, sys.settrace is sys.setprofile, hasattr(sys, "monitoring")]
    """

    assert value_of(student(source)) == [True, True, True, False]


@pytest.mark.parametrize(
    "patched",
    [
        "import builtins; builtins.len = builtins.type = builtins.isinstance = builtins.iter = builtins.zip = None",
        "import json; json.dumps = json.loads = json.encoder.c_make_encoder = json.scanner.c_make_scanner = None",
        "import marshal, struct, array; marshal.dumps = struct.Struct = array.array = None",
        "import os, time; os.read = os.write = os._exit = time.perf_counter = time.thread_time = None",
    ],
)
def test_our_functions_do_not_notice_what_a_submission_replaces(student: Make, patched: str) -> None:
    """They have references of their own."""
    behind = student(f"{patched}\ndef ask(board): return board[0].clear()")

    assert value_of(behind) is None


def test_names_of_builtins_that_a_submission_replaces_are_replaced_for_it(student: Make) -> None:
    """Its own functions look them up where every program does."""
    source = """
        import builtins
        builtins.answer = 42
        builtins.len = lambda thing: answer
        def ask(board):
            return len(board)
    """

    assert value_of(student(source)) == 42


@pytest.mark.parametrize("name", ["settrace", "setprofile", "addaudithook"])
def test_no_code_is_called_at_every_step(student: Make, name: str) -> None:
    """It would run in our frames; to end what has never begun is allowed."""
    assert value_of(student(f"import sys\ndef ask(board): return sys.{name}(None)")) is None
    with pytest.raises(AssertionError, match="no code can be traced while grading"):
        value_of(student(f"import sys\ndef ask(board): sys.{name}(print)"))


@pytest.mark.parametrize("way", ["import ctypes", "ctypes = __import__('ctypes')", "from ctypes import util as ctypes"])
def test_an_import_of_ctypes_costs_nothing_until_it_is_used(student: Make, way: str) -> None:
    """In whatever way it is imported."""
    source = f"""
        {way}
        def ask(board):
            return 1
        def think(board):
            return ctypes.string_at(0)
    """
    behind = student(source)

    assert value_of(behind) == 1
    with pytest.raises(AssertionError, match="is not available while grading: it needs a screen or raw memory"):
        value_of(behind, "think")


def test_a_rubric_that_allows_modules_lets_them_use_ctypes(student: Make) -> None:
    """Many packages that were compiled do."""
    behind = student("import ctypes\ndef ask(board): return ctypes.sizeof(ctypes.c_char)", allow=["numpy"])

    assert value_of(behind) == 1
