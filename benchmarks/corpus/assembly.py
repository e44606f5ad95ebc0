"""Puts parts together to one solution, as a student would hand it in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchmarks.corpus.alpha_beta_searches import ALPHA_BETA_SEARCHES
from benchmarks.corpus.board_parts import ACTIONS, CONSTANTS, INITIAL_STATE, PLAYER, RESULT, TERMINAL, UTILITY
from benchmarks.corpus.inner_boards import INNER
from benchmarks.corpus.nested_searches import NESTED
from benchmarks.corpus.plain_searches import PLAIN
from benchmarks.corpus.pruned_searches import PRUNED
from benchmarks.corpus.typed_searches import TYPED
from benchmarks.corpus.varied_searches import VARIED
from benchmarks.corpus.winner_parts import WINNER

SEARCHES = {**PLAIN, **VARIED, **INNER, **NESTED, **TYPED, **ALPHA_BETA_SEARCHES, **PRUNED}
KINDS = {
    "initial_state": INITIAL_STATE,
    "player": PLAYER,
    "actions": ACTIONS,
    "result": RESULT,
    "winner": WINNER,
    "terminal": TERMINAL,
    "utility": UTILITY,
}
IMPORT = re.compile(r"^(?:import|from) .*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Which way of writing each function a solution takes, by name."""

    initial_state: str = "rows"
    player: str = "counts-both"
    actions: str = "loops"
    result: str = "deepcopy"
    winner: str = "loops"
    terminal: str = "loops"
    utility: str = "once"
    constants: str = "usual"


def parts_of(number: int, constants: str = "usual") -> Parts:
    """Return the combination `number`: neighbours differ in every part, and all ways come up."""
    chosen = {}
    for step, (kind, ways) in enumerate(KINDS.items()):
        names = list(ways)
        chosen[kind] = names[(number + number // len(names) * step) % len(names)]
    return Parts(**chosen, constants=constants)


def assembled(search: str, parts: Parts) -> str:
    """Return the solution with the source text `search` and these parts: imports, constants, then the functions."""
    bodies = [ways[getattr(parts, kind)] for kind, ways in KINDS.items()]
    bodies.append(search)
    imports = {line: None for body in bodies for line in IMPORT.findall(body)}
    pieces = ['"""\nTic Tac Toe Player\n"""\n']
    if imports:
        pieces.append("".join(sorted(imports)))
    pieces.append(CONSTANTS[parts.constants])
    defined = "\n\n".join(IMPORT.sub("", body).strip("\n") + "\n" for body in bodies)
    return "\n".join(pieces) + "\n\n" + defined
