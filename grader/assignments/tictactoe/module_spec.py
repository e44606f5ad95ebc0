"""The names that a `tictactoe.py` must have, and how it writes its boards."""

from __future__ import annotations

from grader.model.spec import CellSpec, FunctionSpec, HandedOut, ModuleSpec

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
    handed_out=HandedOut(
        names=("math", "initial_state"),
        docstrings=(
            "Returns starting state of the board.",
            "Returns player who has the next turn on a board.",
            "Returns set of all possible actions (i, j) available on the board.",
            "Returns the board that results from making move (i, j) on the board.",
            "Returns the winner of the game, if there is one.",
            "Returns True if game is over, False otherwise.",
            "Returns 1 if X has won the game, -1 if O has won, 0 otherwise.",
            "Returns the optimal action for the current player on the board.",
        ),
    ),
)
