"""The names that an `AI_game.py` or a notebook must have, and how it writes its boards."""

from __future__ import annotations

from grader.model.spec import CellSpec, FunctionSpec, HandedOut, ModuleSpec

MODULE_SPEC = ModuleSpec(
    module="AI_game",
    functions=(
        FunctionSpec(name="print_board", parameters=1, prints=True),
        FunctionSpec(name="check_winner", parameters=1),
        FunctionSpec(name="available_moves", parameters=1),
        FunctionSpec(name="minimax", parameters=3, slow=True),
        FunctionSpec(name="best_move", parameters=1, slow=True),
        FunctionSpec(name="play_game", parameters=0, is_dialogue=True),
    ),
    cells=(
        CellSpec(symbol="X", attribute=None, default="X"),
        CellSpec(symbol="O", attribute=None, default="O"),
        CellSpec(symbol=".", attribute=None, default=" "),
    ),
    notebooks=True,
    any_name=True,
    statements=True,
    board_printer="print_board",
    handed_out=HandedOut(names=("math",)),
)
