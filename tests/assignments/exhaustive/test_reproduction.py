"""The command that repeats a wrong answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignments.exhaustive.reproduction import CodeStyle, reproduction
from grader.assignments.tictactoe import MODULE_SPEC
from grader.assignments.tictactoe.cases import result_call
from grader.model.answer import Call
from tests.assignments.graded_text import run
from tests.assignments.sheet_cells import WON

CALLS = [
    result_call("XO.......", (-1, 2)),
    Call(function="minimax", board=WON),
]


@pytest.mark.parametrize("missing", [(), ("EMPTY",), ("X", "O", "EMPTY")])
@pytest.mark.parametrize("shows_board", [False, True])
def test_a_command_has_no_inner_quotes_and_runs(tmp_path: Path, missing: tuple[str, ...], *, shows_board: bool) -> None:
    """Works in bash, cmd and PowerShell, needs Python and the file alone, and takes constants that are not there."""
    source = "\n".join(
        f"{name} = {value}" for name, value in (("X", "'X'"), ("O", "'O'"), ("EMPTY", "None")) if name not in missing
    )
    source += "\ndef result(board, action): board[2][2] = 'done'; return board\n"
    source += "def minimax(board): board[2][2] = 'M'; return 42\n"
    command = reproduction(CodeStyle(module_spec=MODULE_SPEC, missing=missing), CALLS, shows_board=shows_board)
    inner = command.removeprefix('python -c "').removesuffix('"')
    done = run(command, tmp_path, source)

    assert not set(inner) & set("\"'`$!%\\^&|<>")
    assert done.stderr == ""
    assert done.stdout == ("[['X', 'X', 'X'], ['O', 'O', None], [None, None, 'M']]\n" if shows_board else "42\n")
