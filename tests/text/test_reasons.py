"""Every reason has one sentence, which its code and its parameters make."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import grader
from grader.assignments.exhaustive.checks import BoardCheck
from grader.assignments.tictactoe.checks import ASSIGNMENT
from grader.capabilities.quality.rules import EVERY_RULE
from grader.model.reason import Reason, reason
from grader.text.mistake_sentences import MISTAKES
from grader.text.reasons import COUNTED_CASES, FAILING, GENERAL, SENTENCES, said, said_in_general, with_kind
from tests.words import words

PACKAGE = Path(grader.__file__).parent
MADE = re.compile(r'reason\(\s*f?"(\w+)')


@pytest.mark.parametrize(
    ("reasons", "text", "general"),
    [
        (
            [reason("failing_boards", wrong=880, crashed=78, of=1958)],
            "wrong on 880, crashed on 78 of 1,958 boards",
            "wrong, crashed",
        ),
        (
            [reason("failing_moves", wrong=3, of=4536, at_least=1), reason("reader_is_wrong_then", function="player")],
            "wrong on at least 3 of 4,536 moves; on the same board player then answers wrongly",
            "wrong; on the same board player then answers wrongly",
        ),
        ([reason("failing_here", stuck=1)], "stuck on one board", "stuck"),
        (
            [reason("loses_and_stops_in_games", lost=3, stopped=2, games=665, side="O", at_least=1)],
            "loses at least 3 and returns no legal move in at least 2 of 665 games as O",
            "loses, and returns no legal move, as O",
        ),
        (
            [reason("cannot_be_imported", raised="KeyError: {of}"), reason("at_line", place="a.py:3")],
            "the file cannot be imported: KeyError: {of} at a.py:3",
            "the file cannot be imported: KeyError: {of}",
        ),
        (
            [reason("misses_lines_of_both", lines_of_x="0", lines_of_o="3457")],
            "misses the top row of X and every column and the anti-diagonal of O",
            "misses the top row of X and every column and the anti-diagonal of O",
        ),
        ([reason("misses_lines", lines="012x99")], "misses every row", "misses every row"),
        (words("{x} {0} %s"), "{x} {0} %s", "{x} {0} %s"),
    ],
)
def test_a_reason_is_said_with_and_without_its_numbers(reasons: list[Reason], text: str, general: str) -> None:
    """Text of a submission is never a template."""
    assert (text, general) == (said(reasons), said_in_general(reasons))


def test_what_an_edited_file_says_is_shown_as_far_as_it_is_known() -> None:
    """A code of a later version, and a parameter that is missing."""
    assert said([Reason("from_the_future"), Reason("loses_games", {"lost": "many"})]) == (
        "from_the_futureloses many of ? games as ?"
    )


def test_every_code_that_is_made_has_a_sentence() -> None:
    """Those that end in a unit have one for each unit."""
    made = {code for path in PACKAGE.rglob("*.py") for code in MADE.findall(path.read_text(encoding="utf-8"))}

    assert {code for code in made if not any(known.startswith(code) for known in (*SENTENCES, *EVERY_RULE))} == set()
    assert set(GENERAL) < set(SENTENCES)


def test_a_sentence_and_what_it_says_in_general_have_the_same_gaps() -> None:
    """At most: the general one leaves some out."""

    def gaps(template: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(template) if name}

    assert all(gaps(GENERAL[code]) <= gaps(SENTENCES[code]) for code in GENERAL)
    assert all(gaps(template) == {"count"} for template, _, _ in FAILING.values())


def test_no_mistake_has_the_code_of_another_reason() -> None:
    """One code says one thing."""
    assert [code for code, sentence in MISTAKES.items() if SENTENCES[code] is not sentence] == []


@pytest.mark.parametrize("check", COUNTED_CASES)
def test_what_is_counted_is_said_of_as_many_cases_as_a_check_has(check: str) -> None:
    """The number after "of" is that of the boards, or moves, that are named behind it."""
    found = next(one for one in ASSIGNMENT.checks if one.id == check)
    assert isinstance(found, BoardCheck)
    count, kind = COUNTED_CASES[check]

    assert len(ASSIGNMENT.cases.indices(found.function, found.kind, found.boards)) == count
    noun = ASSIGNMENT.counted_noun.get(found.function, "boards")
    assert with_kind(check, f"wrong on 3 of {count:,} {noun}") == f"wrong on 3 of {count:,} {kind}"
    assert with_kind(check, f"wrong on 3 of 7 {noun}") == f"wrong on 3 of 7 {noun}"


def test_what_two_edits_have_in_common_is_said_once() -> None:
    """In general no line is named, so both say the same."""
    one, other = (reason("edit_part", place=place, old="a", new="b") for place in ("line 1", "line 2"))

    assert said_in_general([one, reason("and_edit"), other]) == said_in_general([one])
