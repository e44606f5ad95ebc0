"""The sentences for the codes of rubric items: alpha-beta pruning, code quality, late work, open points."""

from __future__ import annotations

POSITIONS = "{visited} positions were visited where a search without pruning visits {plain}"
ITEMS = {
    # The kind of search: a code for each `PruningVerdict`, and additions.
    "pruning_alpha_beta": f"Alpha-beta pruning works: {POSITIONS}. Each cut is justified by values known at that"
    " moment.",
    "pruning_none": "No pruning: every move of every position was tried on all {boards} boards watched.",
    "pruning_memo_only": "No pruning: moves are left out only where a position had been searched before (a memo"
    " table).",
    "pruning_first_win_only": "The search stops at the first winning move; no bound (alpha or beta) ever leaves a"
    " move out.",
    "pruning_needs_no_bound": "Moves are left out, but nothing that was seen needs a bound (alpha or beta): a search"
    " that stops at a won move, asks for one goal, leaves out mirrored moves or keeps a table may leave out the same.",
    "pruning_root_only": "Moves are left out only right below the first position; deeper in the tree every move is"
    " tried.",
    "pruning_shallow_only": "The cuts are justified, but bounds are handed down one level only, not further:"
    f" {POSITIONS}.",
    "pruning_one_sided": f"Only one player's positions are cut; for {{side}} every move is tried: {POSITIONS}.",
    "pruning_depth_limited": "Some open positions are left unsearched (a depth limit, for example).",
    "pruning_with_memo": f"Pruning together with a memo table: {POSITIONS}. The cuts that were seen are justified.",
    "pruning_little": f"The cuts are justified, but they save little: {POSITIONS}.",
    "pruning_not_optimal": f"The cuts are justified ({POSITIONS}), but not every move that is played is optimal. A"
    " reason can be that a move counts as equally good although its search was cut short.",
    "pruning_unsound": "The pruning is not sound: a move is left out that could still change the result.",
    "pruning_rules_wrong": "Moves are left out; whether that is justified is not judged until the functions for the"
    " rules, such as winner, are right.",
    "pruning_not_searched": "No search was seen: the answer comes without looking more than one move ahead.",
    "pruning_unseen": "No search was seen, but there may be one: names in the file speak of pruning.",
    "pruning_unseen_grows": "No search was seen, but there may be one: the work grows with the free cells as that of a"
    " search does.",
    "pruning_not_recursive": "The search does not use recursion, so its tree can only be guessed. As far as it can be,"
    f" {POSITIONS}.",
    "pruning_incomplete": "The search could not be watched to its end: ",
    "pruning_unclear": "Moves are left out, but watching does not show clearly what was known at those moments.",
    "pruning_images": "Moves are left out that lead to turned or mirrored images of boards that were tried: symmetry is"
    " used. Watching does not show whether bounds are used as well.",
    "pruning_only_raises": "There is no search to watch: each call ends with an exception.",
    "pruning_no_import": "The file cannot be imported, so there is no search to watch.",
    "pruning_no_function": "There is no function {function}.",
    "pruning_also_elsewhere": " Elsewhere moves are left out as well.",
    "pruning_nowhere_else": " Everywhere else every move is tried.",
    "pruning_one_unsearched": " Of those watched, one board is answered without a search.",
    "pruning_unsearched": " Of those watched, {count} boards are answered without a search.",
    # The known values at a cut.
    "space": " ",
    "full_stop": ".",
    # Why a search was not watched to its end.
    "unwatched_cut_off": "it was cut off",
    "unwatched_raised": "it raised an exception",
    "unwatched_too_many_calls": "the search makes more calls than are recorded",
    "unwatched_too_many_looked_at": "it makes more calls than are looked at",
    "unwatched_too_long": "the search was too long to be watched",
    "unwatched_no_positions": "the search calls itself, but its boards were not found in its calls",
    "unwatched_recursive_late": "a function that does not search at first calls itself later on",
    "unwatched_recording_ended": "the recording ended before the search",
    "unwatched_other_boards": "some boards of the search do not follow from the one that it was asked about",
    "unwatched_garbled": "the recording cannot be read",
    "unwatched_no_import": "the file cannot be imported",
    "unwatched_no_time": "the time for recordings is used up",
    "unwatched_cpu_limit": "the search was too long to be watched",
    "unwatched_wall_limit": "the search waits for something that never comes",
    "unwatched_ended": "the process ended while the search was recorded ({end})",
    "cut_no_move": "{mover} is to move here, the game is open, and no move was tried.",
    "cut_reached": "{mover} is to move here and had found a move that leads to {reached}",
    "cut_above": "; {other} had already reached {bound} above",
    "cut_equal": ", so the position is not better for {other} than that, but it was taken for equally good.",
    "cut_only_above": "; {other} had reached only {bound} above.",
    "cut_nothing_above": "; nothing better for {other} was known above.",
    "cut_skipped": " The move {cells} was left out: it leads to {skipped}.",
    "cut_won": ": no other move can be better.",
    "cut_irrelevant": ", so {other} will not let the game come here, and the other moves cannot matter.",
    "cut_known": ".",
    # Code quality. Each finding has its own sentence in the table of rules.
    "not_python": "The code is not valid Python, so it was not rated",
    "line_too_long": "A line has more than {most} characters, so the code was not rated",
    "code_too_long": "The code has more than {most} characters, so it was not rated",
    "too_many_findings": "There are too many findings to count, so the code was not rated",
    "ruff_not_run": "Ruff cannot be run ({problem}), so the code was not rated",
    "ruff_unknown": "Ruff says something unknown, so the code was not rated",
    "ruff_code": "Ruff could not read the code (it ended with code {status}), so the code was not rated",
    "ruff_signal": "Ruff could not read the code (it ended with signal {status}), so the code was not rated",
    "ruff_missing": "Ruff is not installed beside the grader, so the code was not rated",
    "ruff_too_slow": "Ruff took too long to read the code, so the code was not rated",
    "to_be_marked": "; to be marked by hand.",
    "nothing_written": "No function is written: nothing can be rated.",
    "nothing_found": "Nothing was found.",
    "one_finding": "1 finding.",
    "findings": "{count} findings.",
    "findings_of_kinds": "{count} findings of {kinds} kinds.",
    "functions_written": " {written} of {functions} functions are written, which limits the points.",
    "late_by_minutes": "Handed in at {at}, {minutes} min after {due}",
    "late_by_an_hour": "Handed in at {at}, 1 hour {minutes} min after {due}",
    "late_by_hours": "Handed in at {at}, {hours} hours {minutes} min after {due}",
    "late_grace": ", {grace} of grace",
    "late_one_day": ": 1 day begun",
    "late_days": ": {days} days begun",
    "late_point": " at 1 point",
    "late_points": " at {points} points",
    "late_at_most_one": ", at most 1 point",
    "late_at_most": ", at most {most} points",
    "late_no_time": "Nothing says when this was handed in: nothing is taken off, unless a person does.",
    "late_unknown": "The platform says that this is late, but not by how much: a person decides what it costs.",
    "rescued_part": "Without the lines that stop the import the file earns points: a part of them counts.",
    "carried_forward": "Lost only because another function is wrong: with a right one these checks pass.",
    "of_checks": " ({checks})",
    "others_earn": "; the other checks earn {earned} of {of}",
    "not_assessed": "Internal error ({error}): this could not be judged and is to be marked by hand.",
}
"""By code; the gaps are as in `reasons`."""
VALUES = {1: "a win for X", 0: "a draw", -1: "a win for O"}  # by the value of a position
