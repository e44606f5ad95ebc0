"""Every mistake that a rubric file can have, with the message about it."""

from __future__ import annotations

from grader.capabilities.quality.capability import KIND_TITLES
from grader.rubric_file.shape import ITEM_KEYS, SECTION_KEYS

USE_ROOT = (
    "remove it, or use one of title, assignment, sheet, total, scale, limits, allow_imports, shortcut, zero,"
    f" {', '.join(SECTION_KEYS)}, criteria"
)
USE_LIMITS = "remove it, or use one of import, call, calls, submission, memory_mib, source_kib"
ADD_DECIMALS = "add it: decimals of the scaled mark; it is rounded half up, once, at the end"
NO_SOURCE = (
    "13:5: the item 'style' does not say where its points come from; add one of checks, 'by_hand: true',"
    f" {', '.join(ITEM_KEYS[1:])}"
)
BAD_MODULE = "must name a module by its first part, such as numpy,"
MISTAKES: dict[str, tuple[list[tuple[str, str]], list[str]]] = {
    "a misspelt key": ([("title: Small", "titel: Small")], ["1:1: unknown key 'titel'; did you mean 'title'?"]),
    "a misspelt key of a line": (
        [("checks: {first", "cheks: {first")],
        ["8:5: unknown key 'cheks'; did you mean 'checks'?"],
    ),
    "a key nobody knows": (
        [("total: 10", "total: 10\ncolour: red")],
        [f"4:1: unknown key 'colour'; {USE_ROOT}"],
    ),
    "a key of another mapping in limits": (
        [("criteria:", "limits: {import: 1, memory: 512, title: x}\ncriteria:")],
        [
            "4:21: unknown key 'memory'; did you mean 'memory_mib'?",
            f"4:34: unknown key 'title'; {USE_LIMITS}",
        ],
    ),
    "a key that is a number": (
        [("total: 10", "total: 10\n7: x")],
        [f"4:1: unknown key '7'; {USE_ROOT}"],
    ),
    "missing keys": (
        [("title: Small\n", ""), ("    title: Style\n", ""), ("criteria:", "scale: {to: 10}\ncriteria:")],
        [
            "1:1: the rubric has no 'title'; add it: what reports call the rubric",
            f"3:8: 'scale' has no 'decimals'; {ADD_DECIMALS}",
            "13:5: this item of the rubric has no 'title'; add it: what reports call the item",
        ],
    ),
    "wrong values for late work": (
        [("total: 10", "late: {per_day: 10 per cent, cap: 120 %, grace: soon, due: 2026-09-01}\ntotal: 10")],
        [
            "3:17: 'per_day' must be points, or a part of the total such as '10 %', not the text '10 per cent'",
            "3:35: 'cap' must be points, or a part of the total such as '10 %', not the text '120 %'",
            "3:49: 'grace' must be a length of time, such as '15 min' or '2 h', not the text 'soon'",
            "3:60: 'due' is wrong: not a date and time; write it like 2026-09-01T23:59+02:00",
        ],
    ),
    "a key that late work does not have": (
        [("total: 10", "late: {per_day: 1, colour: red}\ntotal: 10")],
        ["3:20: unknown key 'colour'; remove it, or use one of per_day, cap, grace, due"],
    ),
    "an item called like that for late work": (
        [("id: style", "id: lateness"), ("total: 10", "late: {per_day: 1}\ntotal: 10")],
        ["14:9: the item with the points of 'late' has the id 'lateness'; choose another"],
    ),
    "a rescue that is no word, no points and no part": (
        [("total: 10", "rescue: yes\ntotal: 10")],
        ["3:9: 'rescue' must be report, off, points, or a part of what is rescued such as '10 %', not the text 'yes'"],
    ),
    "more given back than there is": (
        [("total: 10", "carry_forward: 101 %\ntotal: 10")],
        [
            (
                "3:16: 'carry_forward' must be report, off, points, or a part of the total such as '10 %',"
                " not the text '101 %'"
            )
        ],
    ),
    "a misspelt sheet": (
        [("total: 10", "sheet: playgroud\ntotal: 10")],
        ["3:8: the assignment has no sheet 'playgroud'; did you mean 'playground'?"],
    ),
    "a sheet nobody knows": (
        [("total: 10", 'sheet: "2026"\ntotal: 10')],
        ["3:8: the assignment has no sheet '2026'; use one of playground, classroom, none"],
    ),
    "a list for a sheet": (
        [("total: 10", "sheet: [none]\ntotal: 10"), ("title: Small", "title: [a, b]")],
        [
            "1:8: 'title' must be a text, not a list",
            "3:8: 'sheet' must be a text, not a list; write none without the brackets",
        ],
    ),
    "a number or nothing for a sheet": (
        [("total: 10", "sheet:\ntotal: 10")],
        ["3:7: 'sheet' must be a text, not nothing"],
    ),
    "a key twice": (
        [("total: 10", "total: 10\ntitle: Again")],
        ["4:1: the key 'title' stands here a second time, first in line 1; remove one of the two"],
    ),
    "text or a mapping for a number": (
        [("points: 6", "points: six"), ("total: 10", 'total: "10"'), ("points: 3", "points: {max: 3}")],
        [
            "3:8: 'total' must be a number in plain digits, such as 2 or 0.5, not the text '10'",
            "7:13: 'points' must be a number in plain digits, such as 2 or 0.5, not the text 'six'",
            "11:13: 'points' must be a number in plain digits, such as 2 or 0.5, not a mapping",
        ],
    ),
    "a truth value for a number": (
        [("points: 6", "points: true")],
        ["7:13: 'points' must be a number in plain digits, such as 2 or 0.5, not true"],
    ),
    "nothing for a number": (
        [("points: 6", "points:")],
        ["7:12: 'points' must be a number in plain digits, such as 2 or 0.5, not nothing"],
    ),
    "a number for a text": (
        [("title: Small", "title: 2026")],
        ["1:8: 'title' must be a text, not the number 2026; put it in quotes"],
    ),
    "nothing for a text": ([("title: Small", "title:")], ["1:7: 'title' must be a text, not nothing"]),
    "a blank title": (
        [("title: Small", 'title: " "'), ("title: Style", 'title: "a\\nb"')],
        [
            "1:8: 'title' must be 1 to 200 visible characters on one line, not the text ' '",
            "14:12: 'title' must be 1 to 200 visible characters on one line, not the text 'a\\x0ab'",
        ],
    ),
    "a title without end": (
        [("title: Small", f"title: {'x' * 201}")],
        [f"1:8: 'title' must be 1 to 200 visible characters on one line, not the text '{'x' * 59}…'"],
    ),
    "a number for a truth value": (
        [("by_hand: true", "by_hand: 1")],
        ["16:14: 'by_hand' must be true or false, not the number 1"],
    ),
    "a word for a truth value": (
        [("by_hand: true", "by_hand: yes")],
        ["16:14: 'by_hand' must be true or false, not the text 'yes'"],
    ),
    "a number for a mapping": (
        [("criteria:", "limits: 5\nscale: 10\ncriteria:"), ("checks: {first: 2, later: 4}", "checks: 6")],
        [
            "4:9: 'limits' must be a mapping of keys to values, not the number 5",
            "5:8: 'scale' must be a mapping of keys to values, not the number 10",
            "10:13: 'checks' must be a mapping of names to numbers, not the number 6",
        ],
    ),
    "a text for a list": (
        [("criteria:", "allow_imports: numpy\ncriteria:")],
        ["4:16: 'allow_imports' must be a list, not the text 'numpy'"],
    ),
    "a number for a line": (
        [("criteria:\n", "criteria:\n  - 5\n")],
        ["5:5: entry 1 of 'criteria' must be a mapping of keys to values, not the number 5"],
    ),
    "not a number, infinite, or in another notation": (
        [
            ("points: 6", "points: .nan"),
            ("points: 3", "points: .inf"),
            ("points: 1", "points: 1e0"),
            ("total: 10", "total: 0x0A"),
        ],
        [
            "3:8: 'total' must be a number in plain digits, such as 2 or 0.5, not the text '0x0A'",
            "7:13: 'points' must be a number in plain digits, such as 2 or 0.5, not the text '.nan'",
            "11:13: 'points' must be a number in plain digits, such as 2 or 0.5, not the text '.inf'",
            "15:13: 'points' must be a number in plain digits, such as 2 or 0.5, not the text '1e0'",
        ],
    ),
    "more than two decimals": (
        [("first: 2, later: 4", "first: 1.999, later: 4.001")],
        [
            "8:21: 'first' must have at most 2 decimals; the number 1.999 has 3",
            "8:35: 'later' must have at most 2 decimals; the number 4.001 has 3",
        ],
    ),
    "negative points": ([("points: 6", "points: -6")], ["7:13: 'points' must be 0 or more; change the number -6"]),
    "a negative share": (
        [("first: 2, later: 4", "first: -2, later: 8")],
        ["8:21: 'first' must be 0 or more; change the number -2"],
    ),
    "absurd points": (
        [("points: 6", "points: 10001")],
        ["7:13: 'points' must be 10000 or less; change the number 10001"],
    ),
    "no points at all": ([("total: 10", "total: 0")], ["3:8: 'total' must be 0.01 or more; change the number 0"]),
    "an unknown assignment": (
        [("assignment: toy", "assignment: toys")],
        ["2:13: there is no assignment 'toys'; did you mean 'toy'?"],
    ),
    "an assignment like no other": (
        [("assignment: toy", "assignment: chess")],
        ["2:13: there is no assignment 'chess'; use one of toy"],
    ),
    "a bad id": (
        [("id: turn", "id: Turn"), ("id: style", "id: code-quality")],
        [
            "5:9: 'id' must be 1 to 64 small letters, digits and '_', a letter first, not the text 'Turn'",
            "13:9: 'id' must be 1 to 64 small letters, digits and '_', a letter first, not the text 'code-quality'",
        ],
    ),
    "an id that is a number": (
        [("id: style", "id: 3")],
        ["13:9: 'id' must be 1 to 64 small letters, digits and '_', a letter first, not the number 3"],
    ),
    "an id twice": ([("id: style", "id: turn")], ["13:9: the id 'turn' is taken already, in line 5; choose another"]),
    "a misspelt check": ([("later: 4", "latter: 4")], ["8:24: there is no check 'latter' here; did you mean 'later'?"]),
    "a misspelt check in full": (
        [("later: 4", "turn.latter: 4")],
        ["8:24: there is no check 'turn.latter' here; did you mean 'later'?"],
    ),
    "a check of another function": (
        [("legal_move: 3", "legal_move: 2, later: 1"), ("first: 2, later: 4", "first: 6")],
        ["12:29: there is no check 'later' here; did you mean 'turn.later'?"],
    ),
    "a misspelt function": (
        [("later: 4", "trun.later: 4")],
        ["8:24: there is no check 'trun.later' here; did you mean 'later'?"],
    ),
    "a check like no other": (
        [("first: 2, later: 4", "first: 2, later: 3, xyz: 1")],
        ["8:34: there is no check 'xyz' here; use one of first, later"],
    ),
    "a check like no other, in a line of no function": (
        [("by_hand: true", "checks: {xyz: 1}")],
        ["16:14: there is no check 'xyz' here; write it in full, as function.check"],
    ),
    "a check twice, under both its names": (
        [("later: 4", "later: 3, turn.later: 1")],
        ["8:34: the check 'turn.later' is named twice, first in line 8; remove one of the two"],
    ),
    "a check twice, in two lines": (
        [("    by_hand: true", "    checks: {turn.later: 1}")],
        ["16:14: the check 'turn.later' is named twice, first in line 8; remove one of the two"],
    ),
    "shares that do not add up": (
        [("later: 4", "later: 3.5")],
        ["8:5: the shares of the item 'turn' add up to 5.5, but its 'points' say 6; change one or the other"],
    ),
    "a total that does not add up": (
        [("total: 10", "total: 9")],
        ["3:8: the items without bonus add up to 10, but 'total' says 9; change one or the other"],
    ),
    "checks and by hand": (
        [("    by_hand: true", "    by_hand: true\n    checks: {turn.later: 1}"), ("first: 2, later: 4", "first: 6")],
        ["13:5: the item 'style' has checks and 'by_hand: true'; keep one, or make separate items"],
    ),
    "by hand, with a quality that is none of its business, and pruning": (
        [("    by_hand: true", "    by_hand: true\n    quality: {}\n    alpha_beta: auto")],
        [
            "13:5: the item 'style' has 'by_hand: true', quality and alpha_beta; keep one, or make separate items",
        ],
    ),
    "a mode that there is not": (
        [("    by_hand: true", "    quality: {mode: autom}")],
        ["16:21: 'mode' must be auto or suggest, not the text 'autom'"],
    ),
    "kinds of findings that there are not, or that cost too much": (
        [("    by_hand: true", "    quality:\n      kinds: {unsued: 1, colour: 1, naming: 2, layout: x}")],
        [
            "17:15: there is no kind of findings 'unsued'; did you mean 'unused'?",
            f"17:26: there is no kind of findings 'colour'; use one of {', '.join(KIND_TITLES)}",
            "17:45: 'naming' costs 2, but the item 'style' has 1 points; lower it",
            "17:56: 'layout' must be a number in plain digits, such as 2 or 0.5, not the text 'x'",
        ],
    ),
    "a key of quality that there is not": (
        [("    by_hand: true", "    quality: {mod: auto}")],
        ["16:15: unknown key 'mod'; did you mean 'mode'?"],
    ),
    "true for a mode": (
        [("    by_hand: true", "    alpha_beta: true")],
        ["16:17: 'alpha_beta' must be auto or suggest, not true"],
    ),
    "neither checks nor by hand": (
        [("    by_hand: true\n", "")],
        [NO_SOURCE],
    ),
    "no checks, no person": (
        [("by_hand: true", "by_hand: false\n    checks: {}")],
        [NO_SOURCE],
    ),
    "a misspelt id, and with it no telling whose checks those are": (
        [("- id: turn", "- ID: turn")],
        ["5:5: unknown key 'ID'; did you mean 'id'?"],
    ),
    "no lines": (
        [("criteria:", "criteria: []\nx:")],
        [
            "4:11: 'criteria' must be a list with at least one entry, not an empty one",
            f"5:1: unknown key 'x'; {USE_ROOT}",
        ],
    ),
    "limits of zero and below": (
        [("criteria:", "limits: {import: 0, call: -1, submission: 0.001, source_kib: 0}\ncriteria:")],
        [
            "4:18: 'import' must be 0.01 CPU seconds or more; change the number 0",
            "4:27: 'call' must be 0.01 CPU seconds or more; change the number -1",
            "4:43: 'submission' must have at most 2 decimals; the number 0.001 has 3",
            "4:62: 'source_kib' must be 1 KiB or more; change the number 0",
        ],
    ),
    "limits beyond a day": (
        [("criteria:", "limits: {submission: 86401, calls: {minimax: 1e9}}\ncriteria:")],
        [
            "4:22: 'submission' must be 86400 CPU seconds or less; change the number 86401",
            "4:46: 'minimax' must be a number in plain digits, such as 2 or 0.5, not the text '1e9'",
        ],
    ),
    "memory that is too small or no whole number": (
        [("criteria:", "limits: {memory_mib: 63, source_kib: 1.5}\ncriteria:")],
        [
            "4:22: 'memory_mib' must be 64 MiB or more; change the number 63",
            "4:38: 'source_kib' must have no decimals; the number 1.5 has 1",
        ],
    ),
    "a limit for a function there is not": (
        [("criteria:", "limits: {calls: {minmax: 5, zzz: 5}}\ncriteria:")],
        [
            "4:18: the assignment has no function 'minmax'; did you mean 'minimax'?",
            "4:29: the assignment has no function 'zzz'; use one of turn, minimax",
        ],
    ),
    "a bad scale": (
        [("criteria:", "scale: {to: 0, decimals: 5}\ncriteria:")],
        [
            "4:13: 'to' must be 0.01 or more; change the number 0",
            "4:26: 'decimals' must be 4 or less; change the number 5",
        ],
    ),
    "names that are no modules": (
        [("criteria:", "allow_imports: [numpy.linalg, 7, class, '', grader]\ncriteria:")],
        [
            f"4:17: entry 1 of 'allow_imports' {BAD_MODULE} not the text 'numpy.linalg'",
            f"4:31: entry 2 of 'allow_imports' {BAD_MODULE} not the number 7",
            f"4:34: entry 3 of 'allow_imports' {BAD_MODULE} not the text 'class'",
            f"4:41: entry 4 of 'allow_imports' {BAD_MODULE} not the text ''",
            "4:45: entry 5 of 'allow_imports' must not let the grader itself in; remove it",
        ],
    ),
    "a module twice": (
        [("criteria:", "allow_imports: [7, numpy, numpy]\ncriteria:")],
        [
            f"4:17: entry 1 of 'allow_imports' {BAD_MODULE} not the number 7",
            "4:27: the module 'numpy' is named twice; remove one of the two",
        ],
    ),
}
