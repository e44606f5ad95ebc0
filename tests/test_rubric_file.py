"""Rubric files: what a right one becomes, and what is said about a wrong one."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.assignments import ASSIGNMENTS
from grader.errors import UserError
from grader.model.rubric import Criterion, Limits, Rubric, Scale, Share
from grader.model.surface import Assignment, CheckEntry, FunctionShape, Surface
from grader.model.text import clean
from grader.rubric_file import load_rubric, rubric_schema

ROOT = Path(__file__).parent.parent
DEFAULT = ROOT / "rubric.yaml"
BUILT_IN = [path for assignment in ASSIGNMENTS.values() for _, path in assignment.rubrics]
PROPERTY = settings(deadline=None, derandomize=True, database=None, max_examples=80)

TOY = Assignment(
    id="toy",
    title="Two functions",
    surface=Surface(
        module="toy",
        functions=(FunctionShape(name="turn", parameters=1), FunctionShape(name="minimax", parameters=1)),
        marks=(),
    ),
    catalogue=tuple(
        CheckEntry(id=check, title=check, sheet="") for check in ("turn.first", "turn.later", "minimax.legal_move")
    ),
    checks=ROOT,
    rubrics=(),
)

# Short, so that lines and columns can be counted by eye.
SMALL = """\
title: Small
assignment: toy
total: 10
criteria:
  - id: turn
    title: turn(board)
    points: 6
    checks: {first: 2, later: 4}
  - id: minimax
    title: minimax(board)
    points: 3
    checks: {legal_move: 3}
  - id: style
    title: Style
    points: 1
    by_hand: true
"""


def load(text: str | bytes) -> Rubric:
    """Load a rubric for the toy assignment."""
    return load_rubric(text if isinstance(text, bytes) else text.encode(), "r.yaml", {"toy": TOY})


def problems_of(text: str | bytes) -> list[str]:
    """Return what is said about a file that is refused, without the file's name."""
    with pytest.raises(UserError) as refusal:
        load(text)
    lines = str(refusal.value).split("\n")
    assert all(line.startswith("r.yaml:") for line in lines)
    return [line.removeprefix("r.yaml:") for line in lines]


def edited(*edits: tuple[str, str]) -> str:
    """Return the small rubric with the first occurrence of each old text replaced."""
    text = SMALL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return text


class TestARightFile:
    """What a file without mistakes becomes."""

    def test_every_part_of_the_file_reaches_the_rubric(self) -> None:
        """Each key of the file arrives in the value under its own name, and nothing else does."""
        text = (
            edited(("total: 10", "total: 9.5"), ("points: 1\n", "points: 0.5\n"))
            + "  - {id: extra, title: Extra, points: 2, by_hand: true, bonus: true}\n"
            + "scale: {to: 20, decimals: 1}\nallow_imports: [numpy]\n"
            + "limits: {import: 1, call: 0.5, calls: {turn: 3}, submission: 50, memory_mib: 128, source_kib: 64}\n"
        )
        expected = Rubric(
            title="Small",
            assignment="toy",
            criteria=(
                Criterion(
                    id="turn",
                    title="turn(board)",
                    points=Decimal(6),
                    shares=(
                        Share(check="turn.first", points=Decimal(2)),
                        Share(check="turn.later", points=Decimal(4)),
                    ),
                ),
                Criterion(
                    id="minimax",
                    title="minimax(board)",
                    points=Decimal(3),
                    shares=(Share(check="minimax.legal_move", points=Decimal(3)),),
                ),
                Criterion(id="style", title="Style", points=Decimal("0.5"), by_hand=True),
                Criterion(id="extra", title="Extra", points=Decimal(2), by_hand=True, bonus=True),
            ),
            limits=Limits(
                import_seconds=1,
                call_seconds=0.5,
                function_seconds=(("minimax", 60), ("turn", 3)),
                submission_seconds=50,
                memory_mib=128,
                source_kib=64,
            ),
            scale=Scale(to=Decimal(20), decimals=1),
            allow_imports=("numpy",),
            source="r.yaml",
            sha256=hashlib.sha256(text.encode()).hexdigest(),
        )

        assert expected == load(text)

    def test_what_is_left_out_has_its_default(self) -> None:
        """Limits, scale and imports may be left out, or left empty as when their entries are commented out."""
        plain, empty = load(SMALL), load(SMALL + "limits:\nscale:\nallow_imports:\n")

        assert (Limits(), None, ()) == (plain.limits, plain.scale, plain.allow_imports)
        assert (Limits(), None, ()) == (empty.limits, empty.scale, empty.allow_imports)

    def test_points_are_what_the_file_says_to_the_last_digit(self) -> None:
        """No binary float comes near a mark: 0.1 and 5.90 are 6, and are what was written."""
        rubric = load(edited(("first: 2, later: 4", "first: 0.1, later: 5.90")))

        assert [str(share.points) for share in rubric.criteria[0].shares] == ["0.1", "5.90"]
        assert Decimal(6) == sum(share.points for share in rubric.criteria[0].shares)

    def test_minus_zero_is_zero(self) -> None:
        """Nobody is to read that a check is worth -0 points."""
        rubric = load(edited(("first: 2, later: 4", "first: -0, later: 6")))

        assert str(rubric.criteria[0].shares[0].points) == "0"

    def test_checks_may_be_regrouped_under_any_line(self) -> None:
        """A name in full belongs to the function it names, whatever line it stands in."""
        rubric = load(
            edited(
                ("first: 2, later: 4", "first: 2, minimax.legal_move: 4"),
                ("checks: {legal_move: 3}", "checks: {turn.later: 3}"),
            )
        )

        assert [share.check for line in rubric.criteria for share in line.shares] == [
            "turn.first",
            "minimax.legal_move",
            "turn.later",
        ]

    @pytest.mark.parametrize("text", [SMALL.replace("\n", "\r\n"), "\ufeff" + SMALL, f"---\n{SMALL}...\n"])
    def test_editors_that_save_differently_change_no_point(self, text: str) -> None:
        """Windows line ends, a byte order mark and explicit document markers mean the same rubric."""
        assert load(SMALL).criteria == load(text).criteria

    def test_words_that_some_yaml_versions_take_for_something_else_stay_text(self) -> None:
        """A title may be a date or the word no, which YAML 1.1 would turn into other things."""
        assert [load(edited(("title: Small", f"title: {t}"))).title for t in ("no", "2026-01-01")] == [
            "no",
            "2026-01-01",
        ]


class TestTheFilesOfTheGrader:
    """The default rubric and the built-in ones."""

    def test_the_default_is_the_table_of_the_sheet(self) -> None:
        """Seven functions, code quality and the bonus: points as in CS3081's table, total 100, cover 10."""
        rubric = load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS)
        lines = [(line.id, int(line.points), line.by_hand, line.bonus) for line in rubric.criteria]

        assert lines == [
            ("player", 10, False, False),
            ("actions", 10, False, False),
            ("result", 15, False, False),
            ("winner", 15, False, False),
            ("terminal", 10, False, False),
            ("utility", 10, False, False),
            ("minimax", 25, False, False),
            ("code_quality", 5, True, False),
            ("alpha_beta", 10, True, True),
        ]
        assert (Decimal(100), Decimal(95)) == (rubric.total, rubric.automatic)
        assert Scale(to=Decimal(10), decimals=2) == rubric.scale
        assert Limits() == rubric.limits

    def test_the_default_splits_each_line_as_agreed(self) -> None:
        """The shares of every check, in the order of the reports."""
        rubric = load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS)

        assert {line.id: [share.points for share in line.shares] for line in rubric.criteria} == {
            "player": [2, 7, 1],
            "actions": [6, 3, 1],
            "result": [5, 4, 1, 3, 1, 1],
            "winner": [4, 4, 4, 2, 1],
            "terminal": [3, 3, 2, 1, 1],
            "utility": [3, 3, 3, 1],
            "minimax": [3, 3, 4, 4, 4, 4, 1, 2],
            "code_quality": [],
            "alpha_beta": [],
        }
        assert [entry.id for entry in ASSIGNMENTS["tictactoe"].catalogue] == [
            share.check for line in rubric.criteria for share in line.shares
        ]

    def test_the_cs50_rubric_asks_for_no_deep_copy(self) -> None:
        """CS50's sheets only recommend one: the check is made, and costs nothing."""
        path = dict(ASSIGNMENTS["tictactoe"].rubrics)["cs50"]
        rubric = load_rubric(path.read_bytes(), "cs50", ASSIGNMENTS)
        shares = {share.check: share.points for line in rubric.criteria for share in line.shares}

        assert (Decimal(100), Decimal(100)) == (rubric.total, rubric.automatic)
        assert Decimal(0) == shares["result.no_shared_rows"]

    @pytest.mark.parametrize("path", [DEFAULT, *BUILT_IN], ids=lambda path: path.stem)
    def test_each_fits_the_schema_and_says_where_it_is(self, path: Path) -> None:
        """An editor that follows the hint in the first line finds nothing to complain about."""
        text = path.read_text(encoding="utf-8")
        hint = text.partition("\n")[0].partition("$schema=")[2]

        jsonschema.validate(yaml.safe_load(text), rubric_schema())

        assert (ROOT / "docs" / "rubric.schema.json").resolve() == (path.parent / hint).resolve()


class TestTheSchema:
    """What editors are told."""

    def test_it_is_a_schema_of_the_draft_it_names(self) -> None:
        """Draft 2020-12, checked by that draft's own schema."""
        schema = rubric_schema()

        jsonschema.Draft202012Validator.check_schema(schema)

        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"

    @pytest.mark.parametrize(
        "change",
        [
            {"titel": "x"},
            {"total": "10"},
            {"criteria": []},
            {"limits": {"call": 0}},
            {"limits": {"memory_mib": 1.5}},
            {"allow_imports": ["a.b"]},
            {"criteria": [{"id": "A", "title": "t", "points": 1, "by_hand": True}]},
        ],
    )
    def test_it_refuses_what_loading_refuses(self, change: dict[str, object]) -> None:
        """The schema is made from the very models that loading uses."""
        validator = jsonschema.Draft202012Validator(rubric_schema())
        small = yaml.safe_load(SMALL)

        assert validator.is_valid(small)
        assert not validator.is_valid(small | change)

    def test_every_key_is_explained(self) -> None:
        """An editor can show a sentence for each key."""
        schema = rubric_schema()
        shapes = [schema, *yaml.safe_load(yaml.safe_dump(schema["$defs"])).values()]

        assert all("description" in key for shape in shapes for key in shape["properties"].values())


UNREADABLE: dict[str, tuple[str | bytes, list[str]]] = {
    "bytes that are no text": (b"title: caf\xc3\xa9\nx: \xff", ["2:4: byte 0xff is not UTF-8; save the file as UTF-8"]),
    "another encoding": (
        b"\xff\xfe" + SMALL.encode("utf-16-le"),
        ["1:1: byte 0xff is not UTF-8; save the file as UTF-8"],
    ),
    "a file that is too big": (b"#" * 262_145, ["1:1: the file has 262,145 bytes; a rubric may have 256 KiB at most"]),
    "an empty file": ("", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "comments only": ("# nothing yet\n", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "a document of nothing": ("---\n", ["1:1: the file is empty; copy the default rubric and edit it"]),
    "a list": ("- title", ["1:1: a rubric must be a mapping of keys to values, not a list"]),
    "a word": ("title", ["1:1: a rubric must be a mapping of keys to values, not the text 'title'"]),
    "a colon in a title": (
        "title: Assignment 1: Tic-Tac-Toe",
        ["1:20: YAML cannot read this (mapping values are not allowed here); check indentation, quotes and brackets"],
    ),
    "a control character": ("title: \x07", ["1:8: the character U+0007 is not allowed in YAML; remove it"]),
    "an escape beyond Unicode": (
        'a: 1\nb: "\\UFFFFFFFF"',
        ["2:1: an escape or a directive after this makes no sense to YAML; write the text without it"],
    ),
    "two documents": ("a: 1\n---\nb: 2\n", ["2:1: a second YAML document starts here; make a file of its own of it"]),
    "anchors, aliases and tags": (
        "a: &x 1\nb: *x\nc: !!str 3\nd: !x 4",
        [
            "1:4: the anchor &x is not allowed in a rubric; remove it",
            "2:4: the alias *x is not allowed in a rubric; write the value out",
            "3:4: the tag !!str is not allowed in a rubric; remove it, or put the text in quotes",
            "4:4: the tag !x is not allowed in a rubric; remove it, or put the text in quotes",
        ],
    ),
    "halves of characters": (
        '"\\ud800": "\\udfff"',
        [
            "1:1: '\\ud800' holds half of a character; write the character itself",
            "1:11: '\\udfff' holds half of a character; write the character itself",
        ],
    ),
    "a mapping in braces as a key": (
        "{a: {b: 1}}: c",
        ["1:1: a key must be a single word; put a text with braces in quotes"],
    ),
    "a mapping as a key": ("? [a, b]\n: c", ["1:3: a key must be a single word; put a text with braces in quotes"]),
    "deep brackets": ("[" * 100_000, ["1:12: nested more than 10 levels deep; a rubric needs five"]),
    "deep dashes": ("- " * 100_000, ["1:23: nested more than 10 levels deep; a rubric needs five"]),
    "deep braces": ("{a: " * 60_000, ["1:45: nested more than 10 levels deep; a rubric needs five"]),
    "too many entries": (
        "- 1\n" * 10_000,
        ["4998:3: the file goes on and on; a rubric has some hundred entries at most"],
    ),
}


class TestAFileThatIsNoYaml:
    """What cannot be read as one plain YAML document."""

    @pytest.mark.parametrize(("data", "expected"), UNREADABLE.values(), ids=UNREADABLE)
    def test_it_is_refused_with_its_place(self, data: str | bytes, expected: list[str]) -> None:
        """Each is one clean line, or one for each thing to mend, whatever the bytes."""
        assert expected == problems_of(data)


USE_ROOT = "remove it, or use one of title, assignment, total, scale, limits, allow_imports, criteria"
USE_LIMITS = "remove it, or use one of import, call, calls, submission, memory_mib, source_kib"
ADD_DECIMALS = "add it: decimals of the scaled mark; it is rounded half up, once, at the end"
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
            "13:5: this line of the rubric has no 'title'; add it: what reports call the line",
        ],
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
    "a check no line uses": (
        [("first: 2, later: 4", "first: 6")],
        ["8:5: no line uses the check 'turn.later'; add it, with 0 points if it shall cost nothing"],
    ),
    "a function no line is about": (
        [("id: minimax", "id: search"), ("checks: {legal_move: 3}", "by_hand: true")],
        ["4:1: no line uses the check 'minimax.legal_move'; add it, with 0 points if it shall cost nothing"],
    ),
    "shares that do not add up": (
        [("later: 4", "later: 3.5")],
        ["8:5: the shares of the line 'turn' add up to 5.5, but its 'points' say 6; change one or the other"],
    ),
    "a total that does not add up": (
        [("total: 10", "total: 9")],
        ["3:8: the lines without bonus add up to 10, but 'total' says 9; change one or the other"],
    ),
    "checks and by hand": (
        [("    by_hand: true", "    by_hand: true\n    checks: {turn.later: 1}"), ("first: 2, later: 4", "first: 6")],
        ["13:5: the line 'style' has checks and 'by_hand: true'; remove one, or make two lines of it"],
    ),
    "neither checks nor by hand": (
        [("    by_hand: true\n", "")],
        ["13:5: the line 'style' has neither checks nor 'by_hand: true'; add one of them"],
    ),
    "no checks, no person": (
        [("by_hand: true", "by_hand: false\n    checks: {}")],
        ["13:5: the line 'style' has neither checks nor 'by_hand: true'; add one of them"],
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


class TestAWrongFile:
    """Mistakes in a file that is YAML."""

    @pytest.mark.parametrize(("edits", "expected"), MISTAKES.values(), ids=MISTAKES)
    def test_each_mistake_is_reported_with_its_remedy(self, edits: list[tuple[str, str]], expected: list[str]) -> None:
        """One mistake, one line: where it is, what is wrong, what to do."""
        assert expected == problems_of(edited(*edits))

    def test_all_problems_are_reported_at_once_in_file_order(self) -> None:
        """Shape, sums, names and repeated keys of one file come in one message, top to bottom."""
        text = edited(
            ("title: Small", "title: 5"),
            ("total: 10", "total: 10\ntotal: 11"),
            ("later: 4", "latter: 5"),
            ("points: 3", "points: -3"),
            ("id: style", "id: turn"),
            ("by_hand: true", "by_hand: true\nlimits: {cal: 1, calls: {minmax: 0}}"),
        )

        assert problems_of(text) == [
            "1:8: 'title' must be a text, not the number 5; put it in quotes",
            "4:1: the key 'total' stands here a second time, first in line 3; remove one of the two",
            "9:5: the shares of the line 'turn' add up to 7, but its 'points' say 6; change one or the other",
            "9:24: there is no check 'latter' here; did you mean 'later'?",
            "12:13: 'points' must be 0 or more; change the number -3",
            "14:9: the id 'turn' is taken already, in line 6; choose another",
            "18:10: unknown key 'cal'; did you mean 'call'?",
            "18:26: the assignment has no function 'minmax'; did you mean 'minimax'?",
            "18:34: 'minmax' must be 0.01 CPU seconds or more; change the number 0",
        ]

    def test_a_message_keeps_to_its_line_whatever_the_file_says(self) -> None:
        """Line feeds, colours and endless words of the file cannot forge or flood a message."""
        text = edited(("total: 10", 'total: 10\n"a\\nb\\e[31m": 1\n' + "k" * 500 + ": 1"))

        assert [
            f"4:1: unknown key 'a\\x0ab\\x1b[31m'; {USE_ROOT}",
            f"5:1: unknown key '{'k' * 59}…'; {USE_ROOT}",
        ] == problems_of(text)

    def test_the_name_of_the_file_is_shown_safely(self) -> None:
        """A file may be called anything; its name stays on one line."""
        with pytest.raises(UserError) as refusal:
            load_rubric(b"", "a\nb.yaml", {"toy": TOY})

        assert str(refusal.value) == "a\\x0ab.yaml:1:1: the file is empty; copy the default rubric and edit it"


WORDS = ["title: ", "points: ", "checks: ", "- ", "\n  ", "---\n", "!!int ", "-1", "1.5", ".nan", "null", "\ud7ff"]
YAMLISH = st.lists(st.one_of(st.sampled_from("-:,{}[]'\"&*!?|>%#@` \n\t\\"), st.sampled_from(WORDS)))


def rubric_or_refusal(data: bytes) -> None:
    """Demand that `data` is a rubric whose sums agree, or is refused with clean lines that have a place each."""
    try:
        rubric = load_rubric(data, "r.yaml", ASSIGNMENTS)
    except UserError as refusal:
        for line in str(refusal).split("\n"):
            source, row, column, text = line.split(":", 3)
            assert source == "r.yaml"
            assert clean(text, 1000) == text
            assert int(row) >= 1
            assert int(column) >= 1
    else:
        assert all(sum(share.points for share in line.shares) == line.points for line in rubric.criteria if line.shares)


class TestAnythingAtAll:
    """Properties: no file makes the reader crash, and every right file comes out as it went in."""

    @PROPERTY
    @given(st.binary(max_size=300))
    def test_random_bytes_are_refused_cleanly(self, data: bytes) -> None:
        """Whatever the bytes, the answer is a rubric or a UserError."""
        rubric_or_refusal(data)

    @PROPERTY
    @given(YAMLISH)
    def test_random_yaml_is_refused_cleanly(self, pieces: list[str]) -> None:
        """The same for text made of what YAML is made of."""
        rubric_or_refusal("".join(pieces).encode())

    @PROPERTY
    @given(st.data())
    def test_a_damaged_rubric_is_read_or_refused_cleanly(self, data: st.DataObject) -> None:
        """The same for the default rubric with pieces cut out and put in."""
        text = DEFAULT.read_text(encoding="utf-8")
        text = text[text.index("title:") :]
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = start + data.draw(st.integers(0, 30))
            text = text[:start] + "".join(data.draw(YAMLISH)[:3]) + text[end:]
        rubric_or_refusal(text.encode())

    @PROPERTY
    @given(data=st.data())
    def test_every_right_file_comes_out_as_it_went_in(self, data: st.DataObject) -> None:
        """Any checks in any lines with any points: the shares come out exact, in order, and the totals are the sums."""
        lines = data.draw(rubric_lines())
        rubric = load_rubric(written(lines).encode(), "r.yaml", ASSIGNMENTS)

        assert lines == [{share.check: share.points for share in line.shares} for line in rubric.criteria[1:]]
        assert 1 + sum(sum(line.values()) for line in lines) == rubric.total
        assert rubric.total - 1 == rubric.automatic

    @PROPERTY
    @given(data=st.data())
    def test_a_share_that_is_off_by_a_cent_is_noticed(self, data: st.DataObject) -> None:
        """Sums are compared exactly."""
        lines = data.draw(rubric_lines())
        name, share = next(iter(lines[0].items()))
        old, new = f"{{{name}: {share}", f"{{{name}: {share + Decimal('0.01')}"
        text = written(lines)

        with pytest.raises(UserError, match=r"\Ar\.yaml:\d+:\d+: the shares of the line 'l0' add up to [^\n]*\Z"):
            load_rubric(text.replace(old, new, 1).encode(), "r.yaml", ASSIGNMENTS)


@st.composite
def rubric_lines(draw: st.DrawFn) -> list[dict[str, Decimal]]:
    """Return all checks of the assignment, shuffled over some lines, each with points."""
    checks = draw(st.permutations([entry.id for entry in ASSIGNMENTS["tictactoe"].catalogue]))
    size = draw(st.integers(1, len(checks)))
    points = st.decimals(0, 100, places=2, allow_nan=False, allow_infinity=False)
    return [{check: draw(points) for check in checks[start : start + size]} for start in range(0, len(checks), size)]


def written(lines: list[dict[str, Decimal]]) -> str:
    """Return the rubric file with these lines, and one by hand before them."""
    total = 1 + sum(sum(line.values()) for line in lines)
    text = f"title: Any\nassignment: tictactoe\ntotal: {total}\ncriteria:\n"
    text += "  - {id: by_hand, title: By hand, points: 1, by_hand: true}\n"
    for index, line in enumerate(lines):
        shares = ", ".join(f"{check}: {points}" for check, points in line.items())
        text += f"  - {{id: l{index}, title: Line, points: {sum(line.values())}, checks: {{{shares}}}}}\n"
    return text
