"""
The sentences for the codes of reasons, which stand here only.

A template is a whole clause with named gaps, so that a translation can order the gaps freely. The text in a gap is
never read as a template. A counted noun has a code for each unit. `filled` looks a template up when a reason is said
and not at import, so that `gettext` can translate there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from grader.model.counterexample import Counterexample
from grader.model.reason import Reason
from grader.model.result import CheckOutcome, CheckResult
from grader.text.item_sentences import ITEMS, VALUES
from grader.text.line_names import cell_text, lines_text, one_line_board
from grader.text.mistake_sentences import EDITS, JOINED, MISTAKES

Parameters: TypeAlias = "Mapping[str, str | int]"

AT_LEAST = "at least {count}"
FAILING = {
    "wrong": ("wrong on {count}", "wrong on one board", "wrong"),
    "crashed": ("crashed on {count}", "crashed on one board", "crashed"),
    "never_ends": ("never ends on {count}", "never ends on one board", "never ends"),
    "too_slow": ("too slow on {count}", "too slow on one board", "too slow"),
    "stuck": ("stuck on {count}", "stuck on one board", "stuck"),
    "not_tested": ("not tested on {count}", "not tested on one board", "not tested"),
}
"""By the parameter of counted failures: the text for many boards, for one board, and without a number."""

COUNTED = frozenset({*FAILING, "lost", "stopped"})
"""Parameters that are lower limits if the reason has the parameter `at_least`."""

THE_BOARD = "the_board"  # the code of a returned board

THERE = "_there"
"""The end of codes of edits that tell where a known mistake is."""
EDITS_THERE = {f"{code}{THERE}": f" ({text})" for code, text in EDITS.items() if "{place}" in text}

SENTENCES = {
    **MISTAKES,
    **EDITS,
    **EDITS_THERE,
    **JOINED,
    **ITEMS,
    "in_words": "{words}",
    # The number of wrong answers, and further facts.
    "failing_boards": "{failing} of {of} boards",
    "failing_moves": "{failing} of {of} moves",
    "failing_calls": "{failing} of {of} calls",
    "failing_here": "{failing}",
    "calls_never_returned": ": earlier calls never returned",
    "reader_is_wrong_then": "; on the same board {function} then answers wrongly",
    "remembers_earlier_calls": " when asked in another order: it remembers earlier calls",
    "remembers_other_functions": "wrong after calls of other functions: it remembers them",
    "not_repeated": "; the same call alone has another answer: something is kept between calls, such as a global",
    "always_as_true": "answers what counts as True on every board",
    "always_as_false": "answers what counts as False on every board",
    "always_answers": "answers {answer} on every board",
    # All calls of a function, or of all functions, fail in one way.
    "unwritten_function": "not written yet",
    "unwritten_functions": "not written yet: {functions}. Write {next} next",
    "has_other_name_boards": "`{name}` (line {line}) answers as it must on {count} of {count} boards: rename it",
    "has_other_name_moves": "`{name}` (line {line}) answers as it must on {count} of {count} moves: rename it",
    "uses_module": "{module}.py was not handed in: put it beside your file ({place} uses `{name}`)",
    "uses_package": "{module} is not available while grading: write it without ({place} uses `{name}`)",
    "no_functions": "the file has none of the functions that are asked for",
    "always_raises": "{raised}, on every call",
    "takes_no_parameter": "takes no parameters",
    "takes_one_parameter": "takes 1 parameter",
    "takes_parameters": "takes {takes} parameters",
    "called_with": "; it is called with {given}",
    "called_without": ", without {names}",
    "this_call": ": {call}",
    "give_it_a_default": "; give it a default",
    "give_them_defaults": "; give them defaults",
    # The common property of the boards with wrong answers.
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
    "loses_games": "loses {lost} of {games} games as {side}",
    "stops_in_games": "returns no legal move as {side} in {stopped} of {games} games",
    "loses_and_stops_in_games": "loses {lost} and returns no legal move in {stopped} of {games} games as {side}",
    "loses_unfinished_games": "loses games as {side}; others could not be finished",
    "stops_in_unfinished_games": "returns no legal move as {side} in some games; others could not be finished",
    "in_one_game": " in {lost} of {games} game",
    "in_games": " in {lost} of {games} games",
    "no_move_is_taken": "no move is taken",
    "two_questions": "a move is not taken from one line, such as `0 2`, but asked for in two questions",
    "asks_after_end": "goes on asking after the game is over",
    "asks_for_ever": "goes on asking for ever where there is no more input",
    "game_ends": "the game ends",
    "first_board": "the first board is {board}",
    "board_afterwards": "afterwards the board is {board}",
    "board_after": "after `{typed}` the board is {board}",
    "no_move_after": "after `{typed}` the AI makes no move",
    "moves_after_end": "the AI moves after the game is over",
    "ai_loses": "the AI loses",
    "says_no_draw": "it does not say that it is a draw",
    "says_no_winner": "it does not say that {side} has won",
    "last_board_not_shown": "the last board is not shown",
    "asks_for_no_move": "asks for no move",
    "returns_without_game": "comes back without a game",
    "returns_before_end": "comes back before the game is over",
    "ends_with": "ends with {raised}",
    "ends_by_cpu_limit": "ends: CPU limit",
    "ends_by_wall_limit": "ends: wall limit",
    "ends_by_memory_limit": "ends: memory limit",
    "ends_by_output_limit": "ends: output limit",
    "ends_by_exited": "ends: exited",
    "ends_by_signalled": "ends: signalled",
    "ends_by_garbled": "ends: garbled",
    "ends_by_not_reached": "ends: not reached",
    # The outcome of a call.
    "value": "{value}",
    THE_BOARD: "the board {board}",
    "raised": "raised {raised}",
    "raised_at": "{raised} at {place}",
    "asked_to_exit": "asked to exit: {raised}",
    "too_long": "no answer within {seconds} s of CPU time",
    "runs_for_ever": "no answer: the loop never ends",
    "stays_same": ": {name} stays the same in it",
    "skipped_by_continue": ": `continue` skips the change of {name}",
    "runs_for_ever_in": "no answer: {function} never ends",
    "too_long_in": "no answer: {function} takes longer than {seconds} s of CPU time",
    "waits_for_ever": "no answer: it waits for something that never comes",
    "out_of_memory": "ran out of memory ({mebibytes} MiB)",
    "process_ended": "ended the whole process",
    "process_crashed": "crashed the whole process",
    "too_much_output": "wrote more output than is read",
    "no_answer": "sent something that is not an answer",
    "not_reached": "not tested: earlier calls ended the process or used up the time",
    "not_asked": "not asked",
    "board_changed": "the given board, changed",
    "board_changed_to": "the given board, changed: {board}",
    "board_shares_row": "the new board shares a row with the original",
    # The expected outcome.
    "one_of": "one of {value}",
    "an_exception": "an exception",
    "board_as_it_was": "the board as it was",
    "move_in_time": "a move within the limit",
    "value_in_time": "a value within the limit",
    "set_of_tuples": "a set of tuples (row, column)",
    "list_of_pairs": "a list of pairs (row, column)",
    "tuple_of_empty_cell": "a tuple (row, column) of an empty cell",
    "pair_of_empty_cell": "a pair (row, column) of an empty cell",
    "rows_of_its_own": "a board with rows of its own",
    "true_or_false": "True or False",
    "three_lines": "three lines, one for each row",
    "every_mark": "every mark at its place, row by row",
    "game_not_lost": "a game that is won or drawn",
    "marks_where_put": "the marks where they were put, first X, then O",
    "end_and_result": "the end of the game, and a word on who has won or that it is a draw",
    "question_again": "the question again, and the board as it was",
    "end_of_program": "the end of the program",
    # Files that are handed in.
    "only_one_file": "not looked at: only one file was given",
    "not_looked_at": "not looked at: {problem}",
    "internal_error": "not judged: an internal error ({error})",
    "not_handed_in": "not handed in: {files}",
    "must_not_be_handed_in": "must not be handed in: {files}",
    "other_code": "other code than the solution: {files}",
    "imports_unknown": "imports {modules}: the student's own or not? Only one file was given",
    "imports_foreign": "imports and uses {modules}: neither from the standard library nor handed in",
    "no_readme": "there is no README; hand in README.md",
    "cannot_be_read": "{file} cannot be read: {problem}",
    "readme_is_no_text": "{file} is no text; hand in README.md",
    "readme_is_empty": "{file} is empty",
    "readme_is_handed_out": "{file} is the one that was handed out, with nothing added",
    "readme_has_only_title": "{file} has a title and nothing else",
    "search_took_too_long": "not known whether {file} says: {texts}; the search took too long",
    "not_found": "not found in {file}: {texts}",
    "no_link": "no link to a GitHub repository in README.md or any other text",
    "no_repository_at_link": "no link leads to a repository: github.com/{path} does not",
    "file_changed": "{file} is not as it was handed out",
    "file_changed_from": "{file} is not as it was handed out from line {line} on",
    "and_also": "; ",
    "marked_item_changed": "item {id}: marked {marked} by hand in place of {was}; now the grader gives {now}, so look"
    " at it again",
    "marked_check_changed": "check {id}: marked {marked} by hand in place of {was}; now the grader gives {now}, so look"
    " at it again",
    "marks_of_other_rubric": "marks given by hand under another rubric are not carried over: {marks}",
    "marks_in_own_folder": "marks given by hand in the submission's own folder are not carried over: {marks}",
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
    # The file and its definitions.
    "cannot_be_imported": "the file cannot be imported: {raised}",
    "at_line": " at {place}",
    "no_function": "the file has no function {function}",
    "file_is_empty": ": it is empty",
    "file_has_no_code": ": there is no code in it",
    "name_is_gone": ": {place} defines it, but another line gives this name to something else, or deletes it",
    "is_a_method": ": {function} is a method of class {container} ({place}); move it out of the class",
    "is_below_guard": ": {function} is below `if __name__ == ...` ({place}), which an import skips; move it above",
    "is_inside_function": ": {function} is inside the function {container} ({place}); move it to the left margin",
    "is_in_other_file": ": {file} has it; write `from {module} import {function}` in the file",
    "did_you_mean": "; did you mean {name} ({place})? Rename it to {function}",
    "starts_no_game": "running the file starts no game: it needs {guard}",
    "ends_before_game": "running the file ends before there is a game: {raised}",
    "import_starts_game": "importing the file starts the game: it needs {guard}",
    "import_starts_game_at": "importing the file starts the game, at {place}: it needs {guard}",
    "state_in_global": " (see the global {names}, {place})",
    "state_in_generator": " (the first call uses up the generator {names}, {place}: make it a list)",
    "state_in_default": " (see the default value of {names}, {place})",
    "for_side": " (as {side})",
    "only_as": " (only {side}'s moves are wrong)",
    "with_right": " (this stays with a right {functions})",
    "explains_nearly_all": " (this explains {explained} of {of_wrong} wrong answers)",
    "seen_in": " (in {explained} of {of_wrong} wrong answers)",
    "seen_on": " (wrong on {wrong} of {of} open boards)",
}
GENERAL = {
    **dict.fromkeys(EDITS, "a small change in its text makes it right"),
    **dict.fromkeys((*EDITS_THERE, *JOINED, "state_in_global", "state_in_generator", "state_in_default"), ""),
    **dict.fromkeys(("explains_nearly_all", "seen_in", "seen_on", "with_right"), ""),
    "failing_boards": "{failing}",
    "failing_moves": "{failing}",
    "failing_calls": "{failing}",
    "loses_games": "loses games as {side}",
    "stops_in_games": "returns no legal move as {side}",
    "loses_and_stops_in_games": "loses, and returns no legal move, as {side}",
    "in_one_game": "",
    "in_games": "",
    "at_line": "",
}
"""The sentences without numbers and lines, which vary between files, where the sentences differ."""
COUNTED_CASES = {
    "player.alternates": (4519, "open boards with a mark"),
    "actions.right_cells": (4520, "open boards"),
    "result.new_board": (16167, "legal moves"),
    "result.rejects_occupied": (24513, "moves onto occupied cells"),
    "result.rejects_out_of_range": (70, "moves off the board"),
    "result.rejects_negative": (60, "moves with a negative index"),
    "winner.rows": (342, "boards with a full row"),
    "winner.columns": (342, "boards with a full column"),
    "winner.diagonals": (279, "boards with a full diagonal"),
    "winner.none_otherwise": (4536, "boards without a winner"),
    "terminal.won": (942, "won boards"),
    "terminal.full": (16, "tied boards"),
    "terminal.in_progress": (4520, "open boards"),
    "utility.x_wins": (626, "boards that X has won"),
    "utility.o_wins": (316, "boards that O has won"),
    "utility.tie": (16, "tied boards"),
    "minimax.none_when_over": (958, "finished boards"),
    "minimax.legal_move": (4520, "open boards"),
    "minimax.keeps_win": (2836, "boards with a forced win"),
    "minimax.keeps_draw": (1052, "boards that best play draws"),
}
"""By check that does not judge all boards: the number and the kind of its boards."""
ASIDES = frozenset({"explains_nearly_all", "seen_in", "seen_on", "with_right", *EDITS_THERE})
"""The codes of what is known about a mistake beside it: a title leaves them out."""
UNWRITTEN = frozenset({"unwritten_function", "unwritten_functions"})
OTHER_NAME = "has_other_name"
"""How the codes begin of a function that is there under another name."""
LINE = "at_line"
ALWAYS = frozenset({"always_answers", "always_as_true", "always_as_false"})
"""The codes of reasons about all boards."""
BOARD = "board"  # a parameter: nine characters
LINES = frozenset({"lines", "lines_of_x", "lines_of_o"})
"""Parameters with lines of a board, each as the digit of its index."""
CELLS = frozenset({"cells", "right_cells"})
"""The parameter with cells of a board, each as its digit."""
VALUED = frozenset({"reached", "bound", "skipped"})
"""Parameters with the value of a position."""
TELLING = frozenset(
    {*MISTAKES, *EDITS, "misses_lines", "misses_lines_of_x", "misses_lines_of_o", "misses_lines_of_both"}
)
"""The codes of patterns that say what is wrong."""
PLACES = frozenset(code for code in SENTENCES if code.startswith(("on_", "when_", "where_")))
"""The codes of patterns that only say which boards are wrong."""
REFUSED = frozenset({"refused_call", "refused_import", "refused_run"})
"""The codes of reasons why a person must judge a check."""


def said(reasons: Sequence[Reason]) -> str:
    """Return the text of `reasons`. An unknown code, perhaps of a later version, is shown unchanged."""
    return "".join(filled(SENTENCES.get(each.code, each.code), each.values, _failing(each.values)) for each in reasons)


def each_said(reasons: Sequence[Reason]) -> tuple[str, ...]:
    return tuple(said([each]) for each in reasons)


def is_mistake(pattern: Sequence[Reason]) -> bool:
    """Tell whether `pattern` is a known mistake of a function. Several checks may fail by such a mistake."""
    return any(each.code in MISTAKES or each.code in EDITS for each in pattern)


def tells(pattern: Sequence[Reason]) -> bool:
    """Tell whether `pattern` says what is wrong: a known mistake, an edit, or lines that are not looked at."""
    return any(each.code in TELLING for each in pattern)


def check_text(check: CheckOutcome | CheckResult) -> str:
    """Return the known mistake or the common property of wrong answers, and why `check` has its verdict."""
    why, common = said(check.reasons), said(check.pattern)
    if why and is_mistake(check.pattern):
        return f"{common} ({why})"
    return ": ".join(filter(None, (why, common)))


def said_in_general(reasons: Sequence[Reason]) -> str:
    """Return the text of `reasons` without numbers and lines, so that it fits all files with the same mistake."""
    templates = {**SENTENCES, **GENERAL}
    texts = (filled(templates.get(each.code, each.code), each.values, _kinds(each.values)) for each in reasons)
    return "".join(dict.fromkeys(texts))  # of two edits the same is said


def with_kind(check: str, text: str) -> str:
    """Return `text` with the kind of boards or moves after the last number."""
    count, kind = COUNTED_CASES.get(check, (0, ""))
    for noun in ("boards", "moves") if kind else ():
        text = text.replace(f"of {count:,} {noun}", f"of {count:,} {kind}")
    return text


def main_failure(reasons: Sequence[Reason], part: float = 1) -> str:
    """Return the key of `FAILING` by which all answers failed, or at least this `part`; otherwise nothing."""
    counts = {kind: each.values[kind] for each in reasons for kind in FAILING if kind in each.values}
    kinds = {kind: count if isinstance(count, int) else 0 for kind, count in counts.items()}  # it may have been edited
    main = max(kinds, key=lambda kind: kinds[kind], default="")
    return main if len(reasons) == 1 and main and kinds[main] >= part * sum(kinds.values()) else ""


def never_ends(example: Counterexample) -> bool:
    """Tell whether the call of `example` was in an endless loop, or in a function that takes as long."""
    return any(each.code in {"runs_for_ever", "runs_for_ever_in", "too_long_in"} for each in example.got)


def _failing(values: Parameters) -> str:
    """Return the counts of wrong answers: ``wrong on 880, crashed on 78``."""
    form = 0 if "of" in values else 1
    return ", ".join(
        filled(forms[form], {"count": _count(values, kind)}) for kind, forms in FAILING.items() if kind in values
    )


def _kinds(values: Parameters) -> str:
    return ", ".join(forms[2] for kind, forms in FAILING.items() if kind in values)


def filled(template: str, values: Parameters, failing: str = "") -> str:
    gaps = {name: _count(values, name) for name in values} | {"failing": failing}
    return template.format_map(_Gaps(gaps))


def _count(values: Parameters, name: str) -> str:
    """Return a parameter as text; a count is marked as a lower limit if not everything was asked."""
    value = values[name]
    if name in LINES:
        return lines_text(sorted({int(digit) for digit in str(value) if digit in "01234567"}))
    if name == BOARD:
        return one_line_board(str(value))
    if name in CELLS:
        return ", ".join(cell_text(int(digit)) for digit in str(value) if digit in "012345678")
    if name in VALUED:
        return VALUES.get(int(value), "?")
    shown = value if isinstance(value, str) else f"{value:,}"
    is_limit = "at_least" in values and name in COUNTED
    return AT_LEAST.format(count=shown) if is_limit else shown


class _Gaps(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"
