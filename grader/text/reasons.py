"""
What the codes of reasons say in words: the only place with these sentences.

A template is a whole clause with named gaps, so that a translation can order the gaps freely; what fills a gap is never
read as a template. Where something is counted, each unit has a code of its own. A template is looked up when a reason
is said, not at import, so `gettext` can take over in `_filled`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from grader.model.reason import Reason
from grader.text.line_names import lines_text

Parameters: TypeAlias = "Mapping[str, str | int]"

AT_LEAST = "at least {count}"
FAILING = {
    "wrong": ("wrong on {count}", "wrong on this board", "wrong"),
    "crashed": ("crashed on {count}", "crashed on this board", "crashed"),
    "too_slow": ("too slow on {count}", "too slow on this board", "too slow"),
    "stuck": ("stuck on {count}", "stuck on this board", "stuck"),
    "not_tested": ("not tested on {count}", "not tested on this board", "not tested"),
}
"""By parameter of a reason that counts failures: how many, the same of a single board, and without the number."""

COUNTED = frozenset({*FAILING, "lost", "stopped"})
"""Parameters that are lower limits where a reason has the parameter `at_least`."""

SENTENCES = {
    "in_words": "{words}",
    # How many answers were not right, and what is known about them beside that.
    "failing_boards": "{failing} of {of} boards",
    "failing_moves": "{failing} of {of} moves",
    "failing_calls": "{failing} of {of} calls",
    "failing_here": "{failing}",
    "calls_never_returned": ": earlier calls never returned",
    "reader_is_wrong_then": "; on the same board {function} then answers wrongly",
    "remembers_earlier_calls": " when asked in another order: it remembers earlier calls",
    "remembers_other_functions": "wrong after calls of other functions: it remembers them",
    "not_repeated": "; asked alone it answers otherwise, so it depends on more than the board",
    "always_as_true": "answers what counts as True on every board",
    "always_as_false": "answers what counts as False on every board",
    "always_answers": "answers {answer} on every board",
    # What the boards with wrong answers have in common.
    "misses_lines": "misses {lines}",
    "misses_lines_of_x": "misses {lines_of_x} of X",
    "misses_lines_of_o": "misses {lines_of_o} of O",
    "misses_lines_of_both": "misses {lines_of_x} of X and {lines_of_o} of O",
    "on_empty_board": "on the empty board",
    "when_x_moves": "whenever X is to move",
    "when_o_moves": "whenever O is to move",
    "where_x_won": "wherever X has won",
    "where_o_won": "wherever O has won",
    "where_somebody_won": "wherever somebody has won",
    "on_ties": "on every tie",
    "on_full_boards": "on every full board",
    "on_boards_with_free_cells": "on every board with a free cell",
    "on_finished_boards": "on every finished board",
    "on_unfinished_boards": "on every board that is not finished",
    # Games.
    "loses_games": "loses {lost} of {games} games as {side}",
    "stops_in_games": "has no legal move in {stopped} of {games} games as {side}",
    "loses_and_stops_in_games": "loses {lost} and has no legal move in {stopped} of {games} games as {side}",
    "loses_unfinished_games": "loses games as {side}; others could not be finished",
    "stops_in_unfinished_games": "has no legal move in games as {side}; others could not be finished",
    "in_one_game": " in {lost} of {games} game",
    "in_games": " in {lost} of {games} games",
    "no_move_is_taken": "no move is taken",
    "two_questions": "a move is not taken from one line, such as `0 2`, but asked for in two questions",
    # Passed, but not on all boards or in all games.
    "tested_on_boards": "tested on {asked} of {of} boards",
    "tested_on_moves": "tested on {asked} of {of} moves",
    "tested_on_calls": "tested on {asked} of {of} calls",
    "tested_in_games": "tested in {games} games; others could not be finished",
    "tested_in_some_games": "tested in some games; others could not be finished",
    "played_some_games": "tested in {games} games; others were not played",
    # Not judged.
    "nothing_asked": "no board could be asked within the limit of the submission",
    "no_game_finished": "no game could be played to its end within the limit of the submission",
    "not_judged": "not judged: ",
    "fails_mostly": "{function} fails on more than half of its calls",
    "same_on_every_board": "{function} gives the same answer on every board",
    "no_board_printer": "positions are read from what {function} is given, and there is no {function}",
    "no_game_ends": "no game comes to an end",
    "refused_call": "{function} {what}, which the sandbox refuses",
    "refused_import": "importing the file {what}, which the sandbox refuses",
    "refused_run": "running the file {what}, which the sandbox refuses",
    # The file, and what it defines.
    "cannot_be_imported": "the file cannot be imported: {raised}",
    "at_line": " at {place}",
    "no_function": "the file has no function {function}",
    "file_is_empty": ": it is empty",
    "file_has_no_code": ": there is no code in it",
    "name_is_gone": ": {place} defines it, but after the import the name is gone, or stands for something else",
    "is_a_method": ": {function} is a method of class {container} ({place}); move it out of the class",
    "is_below_guard": ": {function} is below `if __name__ == ...` ({place}), which an import skips; move it above",
    "is_inside_function": ": {function} is inside the function {container} ({place}); move it to the left margin",
    "is_in_other_file": ": {file} has it; write `from {module} import {function}` in the file",
    "did_you_mean": "; did you mean {name} ({place})? Rename it to {function}",
    "starts_no_game": "running the file starts no game: it needs {guard}",
    "ends_before_game": "running the file ends before there is a game: {raised}",
    "import_starts_game": "importing the file starts the game: it needs {guard}",
    "import_starts_game_at": "importing the file starts the game, at {place}: it needs {guard}",
}
GENERAL = {
    "failing_boards": "{failing}",
    "failing_moves": "{failing}",
    "failing_calls": "{failing}",
    "loses_games": "loses games as {side}",
    "stops_in_games": "has no legal move as {side}",
    "loses_and_stops_in_games": "loses and has no legal move as {side}",
    "in_one_game": "",
    "in_games": "",
    "at_line": "",
}
"""The same without numbers and lines, which differ from file to file, where that is another text."""
LINE = "at_line"
"""The code of the reason that names the line of the student's file."""
ALWAYS = frozenset({"always_answers", "always_as_true", "always_as_false"})
"""Codes of reasons that are about every board."""
LINES = frozenset({"lines", "lines_of_x", "lines_of_o"})
"""Parameters with lines of a board, each as the digit of its index."""
MISSED = frozenset({"misses_lines", "misses_lines_of_x", "misses_lines_of_o", "misses_lines_of_both"})
"""Codes of patterns that say by themselves what is wrong."""
REFUSED = frozenset({"refused_call", "refused_import", "refused_run"})
"""Codes of reasons why a person must judge a check."""


def said(reasons: Sequence[Reason]) -> str:
    """Return what `reasons` say; a code of a later version is shown as it is."""
    return "".join(_filled(SENTENCES.get(each.code, each.code), each.values, _failing(each.values)) for each in reasons)


def said_in_general(reasons: Sequence[Reason]) -> str:
    """Return what `reasons` say of every file with the same mistake: without numbers and lines."""
    templates = {**SENTENCES, **GENERAL}
    return "".join(_filled(templates.get(each.code, each.code), each.values, _kinds(each.values)) for each in reasons)


def only_failure(reasons: Sequence[Reason]) -> str:
    """Return how all answers failed (a key of `FAILING`), if that is all that `reasons` say; else nothing."""
    kinds = [kind for each in reasons for kind in FAILING if kind in each.values]
    return kinds[0] if len(kinds) == len(reasons) == 1 else ""


def _failing(values: Parameters) -> str:
    """Return how many answers were not right: ``wrong on 880, crashed on 78``."""
    form = 0 if "of" in values else 1
    return ", ".join(
        _filled(forms[form], {"count": _count(values, kind)}) for kind, forms in FAILING.items() if kind in values
    )


def _kinds(values: Parameters) -> str:
    return ", ".join(forms[2] for kind, forms in FAILING.items() if kind in values)


def _filled(template: str, values: Parameters, failing: str = "") -> str:
    gaps = {name: _count(values, name) for name in values} | {"failing": failing}
    return template.format_map(_Gaps(gaps))


def _count(values: Parameters, name: str) -> str:
    """Return a parameter as text; what was counted when not everything was asked is only a lower limit."""
    value = values[name]
    if name in LINES:
        return lines_text(sorted({int(digit) for digit in str(value) if digit in "01234567"}))
    shown = value if isinstance(value, str) else f"{value:,}"
    is_limit = "at_least" in values and name in COUNTED
    return AT_LEAST.format(count=shown) if is_limit else shown


class _Gaps(dict[str, str]):
    """The gaps of a template; a file that somebody edited may lack some."""

    def __missing__(self, name: str) -> str:
        """Return what stands for a parameter that is not known."""
        return "?"
