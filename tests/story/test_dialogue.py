"""A dialogue is shown line by line, always with who wrote the line; a long one is shortened."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pytest
from rich.console import Console

from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.story.boards import boards_of
from grader.story.evidence import dialogue_lines
from tests.render.payloads import PAYLOADS, commands, unsafe
from tests.render.rendering import render_terminal, student_markdown
from tests.render.samples import ROWS, check, line, result
from tests.words import words

PROGRAM, YOU = "program", "you"


def spoken(*parts: tuple[str, str]) -> tuple[TranscriptPart, ...]:
    """Return a dialogue of these parts, each with who wrote it."""
    return tuple(TranscriptPart(who=who, text=text) for who, text in parts)


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ([(PROGRAM, "Your move: "), (YOU, "1 1"), (PROGRAM, "a\nb\n")], ["  Your move:", "> 1 1", "  a", "  b"]),
        ([(PROGRAM, "a"), (PROGRAM, "b\n"), (PROGRAM, "c")], ["  ab", "  c"]),
        ([(YOU, "1"), (YOU, ""), (YOU, "2\n")], ["> 1", ">", "> 2"]),
        ([(PROGRAM, "a\n\nb\n\n")], ["  a", "", "  b", ""]),
        ([(PROGRAM, "  X | O\n")], ["    X | O"]),
        ([(PROGRAM, "> 1 1\n... 9 lines left out ...")], ["  > 1 1", "  ... 9 lines left out ..."]),
        ([("somebody", "x")], ["  x"]),
        ([], []),
    ],
)
def test_what_was_typed_is_told_from_what_was_printed(parts: list[tuple[str, str]], lines: list[str]) -> None:
    """By the sign in front of the line, which printed text cannot imitate."""
    assert [f"{one.margin or ' '} {one.text}".rstrip() for one in dialogue_lines(spoken(*parts), 9)] == lines


@pytest.mark.parametrize(("count", "kept", "said"), [(9, 9, ""), (10, 9, "1 line"), (2009, 9, "2,000 lines")])
def test_a_long_dialogue_loses_its_middle(count: int, kept: int, said: str) -> None:
    """A line says how many are left out; most of the lines shown are from the end."""
    every = [f"{number}" for number in range(count)]
    shown = dialogue_lines(spoken((PROGRAM, "\n".join(every))), 9)
    gaps = [one.text for one in shown if one.gap]

    assert [one.text for one in shown if not one.gap] == (every[:3] + every[-6:] if said else every)
    assert gaps == ([f"... {said} left out ..."] if said else [])
    assert len(shown) == kept + len(gaps)


def test_a_hostile_dialogue_is_letters() -> None:
    """Every line is clean and short, and there are no more than agreed."""
    for payload, text in PAYLOADS.items():
        lines = [one.text for one in dialogue_lines(spoken((PROGRAM, text), (YOU, text)), 9)]

        assert (payload, unsafe("\n".join(lines)), commands("\n".join(lines))) == (payload, set(), [])
        assert len(lines) <= 10, payload
        assert all(len(one) <= 300 for one in lines), payload


def test_an_empty_board_is_left_out_beside_a_dialogue() -> None:
    """One with marks is drawn, and so is a change."""

    def boards(board: str, after: str | None = None) -> list[str]:
        told = Counterexample(
            function="f", board=board, call="", got=words(""), expected=words(""), after=after,
            transcript=spoken((YOU, "1 1")),
        )  # fmt: skip
        found = boards_of(told, None)
        return [one.cells for one in found.boards] if found else []

    empty = "." * 9
    assert boards(empty) == []
    assert boards("XXXOO....") == ["XXXOO...."]
    assert boards(empty, after="X........") == [empty, "X........"]


def shown(one: Result, width: int) -> list[str]:
    """Return the lines of the terminal report."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        render_terminal(one, console)
    return capture.get().splitlines()


def test_a_terminal_keeps_the_columns_of_a_drawing(samples: Mapping[str, Result]) -> None:
    """Spaces in front stay; typed lines have one mark, printed ones another."""
    lines = shown(samples["dialogue"], 80)
    start = next(at for at, text in enumerate(lines) if "typed stands behind >" in text) + 1

    assert lines[start : start + 7] == [
        *(f"    |  {row}".rstrip() for row in ROWS.splitlines()),
        "    |  Your move (row column):",
        "    >  0 0",
    ]


def test_a_long_line_is_broken_below_its_beginning() -> None:
    """Typed text stays behind its sign; in a file it is one line."""
    example = Counterexample(
        function="f", board="." * 9, call="", got=words(""), expected=words(""), transcript=spoken((YOU, "word " * 12))
    )
    failed = check("play_game.ends_with_input", "1", Verdict.FAIL, counterexample=example)
    one = result(line("play_game", failed, verdict=Verdict.FAIL))

    assert f"\n> {'word ' * 11}word\n" in student_markdown(one)
    assert [text[:7] for text in shown(one, 40) if "word" in text] == ["    >  ", "       "]
