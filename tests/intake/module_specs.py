"""The module specs that the tests of the intake use."""

from __future__ import annotations

from grader.model.spec import FunctionSpec, ModuleSpec

TICTACTOE = ModuleSpec(module="tictactoe", functions=(), cells=())
WITH_NOTEBOOKS = ModuleSpec(module="tictactoe", functions=(), cells=(), notebooks=True)
WITH_FUNCTIONS = ModuleSpec(
    module="tictactoe",
    functions=tuple(FunctionSpec(name=name, parameters=1) for name in ("winner", "terminal", "utility", "minimax")),
    cells=(),
)

NAMES = ("print_board", "check_winner", "available_moves", "minimax", "best_move", "play_game")
AI_GAME = ModuleSpec(
    module="AI_game",
    functions=tuple(FunctionSpec(name=name, parameters=1) for name in NAMES),
    cells=(),
    notebooks=True,
    any_name=True,
)


def defining(*names: str) -> str:
    """Return a module that defines the functions `names`."""
    return "import math\n" + "".join(f"\n\ndef {name}(board):\n    return None\n" for name in names)


WHOLE = defining(*NAMES)
