"""The names that a `tictactoe.py` must have, and how it writes its boards."""

from __future__ import annotations

from grader.model.spec import CellSpec, FunctionSpec, ModuleSpec

MODULE_SPEC = ModuleSpec(
    module="tictactoe",
    functions=(
        FunctionSpec(name="player", parameters=1),
        FunctionSpec(name="actions", parameters=1),
        FunctionSpec(name="result", parameters=2),
        FunctionSpec(name="winner", parameters=1),
        FunctionSpec(name="terminal", parameters=1),
        FunctionSpec(name="utility", parameters=1),
        FunctionSpec(name="minimax", parameters=1, slow=True),
    ),
    cells=(
        CellSpec(symbol="X", attribute="X", default="X"),
        CellSpec(symbol="O", attribute="O", default="O"),
        CellSpec(symbol=".", attribute="EMPTY", default=None),
    ),
)
