"""The terminal report fits 80 columns, any encoding and any text."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Callable, Mapping

import pytest
from msgspec import structs
from rich.console import Console

from grader.blocks import BONUS, LOST, SCALED, Detail, Facts, Link, Say
from grader.model.counterexample import DifferingLine
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.render.terminal import SCREEN, show, shown_at, write
from grader.render.terminal_writer import TerminalWriter
from grader.story.failures import failures
from grader.story.student import tell_student
from tests.render.rendering import render_terminal, screen_rows
from tests.render.samples import check, line, result
from tests.words import words


def rendered(result: Result, width: int = 80, *, everything: bool = True, page: str = "") -> str:
    """Return what a plain terminal shows."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        render_terminal(result, console, everything=everything, page=page)
    return capture.get()


def test_the_report_is_as_agreed(sample: tuple[str, Result], golden: Callable[[str, str], None]) -> None:
    """One golden file per verdict."""
    name, result = sample
    if name != "hostile":
        golden(f"{name}.txt", rendered(result))


def test_the_short_report_is_as_agreed(sample: tuple[str, Result], golden: Callable[[str, str], None]) -> None:
    """Some findings, and the answer as the last thing on the screen."""
    name, result = sample
    if name in {"pending", "fail", "error"}:
        golden(f"{name}.short.txt", rendered(result, everything=False, page="report/report.html"))


def test_the_end_is_the_answer(samples: Mapping[str, Result]) -> None:
    """The mark, what to correct first, each item that lost points, where the page is."""
    labels = [line.partition("  ")[0] for line in rendered(samples["fail"], page="report.html").splitlines()[-8:]]

    assert labels == ["Mark", "", "Fix this first", "Fix next", "such as", "Lost", "Scaled", "Page"]


def test_what_is_left_out_is_counted(samples: Mapping[str, Result]) -> None:
    """Nobody takes the findings that are shown for all of them."""
    short, whole = (rendered(samples["fail"], everything=every) for every in (False, True))

    assert "2 findings; --all shows every one." in short
    assert "--all" not in whole
    assert len(short) < len(whole)


def test_the_short_report_shows_what_to_fix_first_alone() -> None:
    """However many functions fail."""
    failed = check("winner.rows", "1", Verdict.FAIL, message="wrong on 1 board")
    lines = [
        line(
            f"f{at}",
            dataclasses.replace(failed, id=f"f{at}.rows", behaviour=str(at), pattern=words(f"kind {at}")),
            verdict=Verdict.FAIL,
        )
        for at in range(40)
    ]
    shown = rendered(result(*lines), everything=False)

    assert shown.count("(wrong on 1 board)") == 1
    assert "39 findings; --all shows every one." in shown


def test_what_is_wrong_may_take_a_row_more_than_what_follows() -> None:
    """It is the decisive text of a report, and its points stand behind it."""
    failed = check("winner.rows", "1", Verdict.FAIL, message="; ".join(["marks are read from other cells"] * 3))
    console = Console(file=io.StringIO(), width=80)

    with console.capture() as captured:
        writer = TerminalWriter(console, limit=1)
        show(next(failures(result(line("winner", failed, verdict=Verdict.FAIL)))), writer, 0)
        writer.flush()

    assert captured.get().splitlines()[1:4] == [
        "winner: marks are read from other cells; marks are read from other cells; marks",
        "| are read from other cells  1 point lost",
        "  fail  check: detect a full row",
    ]


def test_a_long_word_is_cut_off_and_not_left_out() -> None:
    """Code has no blanks: without its beginning half of the row would be empty."""
    writer = TerminalWriter(Console(file=io.StringIO(), width=40), limit=1)

    for text in ("write `values[a] = value_of(result(board, a))`", "the values of all of the moves are compared"):
        writer.write(writer.text(text))

    assert [line.plain for line in writer.lines] == [
        "write `values[a] = value_of(result(boar…",
        "the values of all of the moves are…",
    ]


@pytest.mark.parametrize(("above", "label"), [(0, SCALED), (13, ""), (15, "")])
def test_bonus_and_scale_make_room_for_the_first_correction(
    above: int, label: str, samples: Mapping[str, Result]
) -> None:
    """On a screen that is full otherwise, the correction is told whole."""
    story = shown_at(Detail.NORMAL, tell_student(samples["pending"]))
    fix = Link("take a move only if its value is better than that of all moves before", "here")
    facts = Facts((("Fix this first", fix), (BONUS, "0 of 10"), (SCALED, "5 of 10")))
    lines = tuple(Say(f"line {at}") for at in range(above // 2 + 1))  # each has an empty one above
    console = Console(file=io.StringIO(), width=60)

    with console.capture() as captured:
        write(structs.replace(story, blocks=lines, answer=(*story.answer[:1], facts), closing=()), console)

    shown = captured.get()
    assert "moves before" in shown.partition("Fix this first")[2]
    assert (label in shown) is True
    assert screen_rows(shown, 60) <= SCREEN


def test_what_is_lost_makes_room_for_every_correction(samples: Mapping[str, Result]) -> None:
    """No sentence about a fault is cut off while points are told that stand below the functions."""
    story = shown_at(Detail.NORMAL, tell_student(samples["pending"]))
    fixes = [("Fix next", f"f{at}: look at every one of the columns, and at the last one") for at in range(5)]
    facts = Facts((*fixes, (LOST, "player -10"), (SCALED, "5 of 10")))
    console = Console(file=io.StringIO(), width=60)

    with console.capture() as captured:
        lines = tuple(Say(f"line {at}") for at in range(3))
        write(structs.replace(story, blocks=lines, answer=(*story.answer[:1], facts), closing=()), console)

    shown = captured.get()
    assert shown.count("last one") == 5
    assert LOST not in shown
    assert screen_rows(shown, 60) <= SCREEN


def test_the_short_report_fits_one_screen(sample: tuple[str, Result]) -> None:
    """Of 80 columns and 24 rows, of which the first names the rubric."""
    name, result = sample

    # A command may have any length, and is written whole.
    assert name == "hostile" or screen_rows(rendered(result, everything=False, page="report/report.html")) <= SCREEN


def test_lines_fit_the_terminal_but_for_commands(sample: tuple[str, Result]) -> None:
    """A command to copy is one line of any length; no line ends in spaces."""
    _, result = sample
    commands = {check.reproduce for item in result.criteria for check in item.checks}
    lines = [line for line in rendered(result).splitlines() if line not in commands]

    assert [line for line in lines if len(line) > 80 and "everyone" not in line] == []
    assert [line for line in lines if line != line.rstrip()] == []


def test_commands_are_whole_even_in_a_narrow_terminal(samples: Mapping[str, Result]) -> None:
    """Each command is one line that can be copied."""
    result = samples["fail"]
    commands = [check.reproduce for item in result.criteria for check in item.checks if check.reproduce]

    assert [command for command in commands if command not in rendered(result, 30).splitlines()] == []


def test_hostile_text_is_only_shown(samples: Mapping[str, Result]) -> None:
    """No escape sequence, no markup, no control character reaches the terminal."""
    text = rendered(samples["hostile"])

    assert "[red]" in text
    assert "[a](javascript:x)" in text
    assert not any(char in text for char in "\x00\x1b\ud800")


def test_markup_is_not_read_with_colours_either(samples: Mapping[str, Result]) -> None:
    """Where colours are on, the student's brackets stay brackets."""
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="truecolor")
    with console.capture() as capture:
        render_terminal(samples["hostile"], console)

    assert "[red]" in capture.get()
    assert "\\x1b[31m" in capture.get()


def test_a_terminal_without_unicode_shows_everything(sample: tuple[str, Result]) -> None:
    """Signs have a plain form, and letters the terminal lacks are written as escapes."""
    _, result = sample
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    render_terminal(result, Console(file=file, width=80))
    file.seek(0)

    assert result.rubric.title in file.read()


def test_verdicts_are_told_apart_without_colour(samples: Mapping[str, Result]) -> None:
    """Each line has its verdict as a word."""
    lines = [" ".join(line.split()) for line in rendered(samples["fail"]).splitlines()]

    assert "✗ fail 4 / 9 winner(board)" in lines
    assert "… to be marked - / 5 Code quality" in lines


def test_a_fault_of_ours_is_called_that(samples: Mapping[str, Result]) -> None:
    """No points are shown, and it says whose fault it is."""
    text = rendered(samples["harness_fault"])

    assert "the grader failed, not the submission" in text
    assert " / " not in text


def test_full_marks_are_short_and_friendly(samples: Mapping[str, Result]) -> None:
    """Twelve lines at most, and no other number than the points that were marked."""
    text = rendered(samples["pass"], everything=False)

    assert "Well done!" in text
    assert len(text.splitlines()) <= 12


def test_every_command_says_what_it_is_for() -> None:
    """Not only the first."""
    one, other = (
        check(name, "1", Verdict.FAIL, reasons=words(f"about {name}"), reproduce="python -c 1")
        for name in ("winner.rows", "minimax.legal_move")
    )

    assert rendered(result(line("winner", one), line("minimax", other))).count("Reproduce it") == 2


def test_the_same_reason_is_told_once(samples: Mapping[str, Result]) -> None:
    """A failed import is one finding, not one per check; the summary says it again."""
    assert rendered(samples["error"]).partition("Mark  ")[0].count("cannot be imported") == 1


def test_calls_near_their_limit_are_shown(samples: Mapping[str, Result]) -> None:
    """A person can look at what another machine might judge otherwise."""
    assert "near its limit: minimax(.........)" in rendered(samples["timeout"])


def test_the_lines_of_a_changed_file_stand_behind_words_of_ours() -> None:
    """A line of the student's file cannot be taken for one of the report."""
    lines = (
        DifferingLine(file="runner.py", handed_in=False, number=9, text="SIZE = 150"),
        DifferingLine(file="runner.py", handed_in=True, number=12, text="1000 of 1000"),
    )
    text = rendered(result(line("winner", check("winner.rows", "1", Verdict.FAIL, difference=lines))))

    assert "    handed out, line 9:  SIZE = 150\n    handed in, line 12:  1000 of 1000\n" in text


def test_only_what_stands_beside_the_matter_is_dim(samples: Mapping[str, Result]) -> None:
    """On the printed screen the mark, what came back, what is expected and what to do are not; their labels are."""
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard", no_color=False)
    render_terminal(samples["fail"], console)
    parts = [
        (style, text)
        for style, text in re.findall(r"(?:\x1b\[([\d;]*)m)?([^\x1b\n]+)", console.file.getvalue())  # type: ignore[attr-defined]
        if text.strip()
    ]
    dim = {text.strip() for style, text in parts if "2" in style.split(";")}
    plain = {text.strip() for style, text in parts if "2" not in style.split(";")}

    assert {"Mark", "Lost", "Fix this first", "got", "expected"} <= dim
    assert not any("Got:" in text or "winner: " in text for text in dim)
    assert {"None"} <= plain
