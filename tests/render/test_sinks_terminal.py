"""On a terminal and in the log of a CI job hostile text is only letters, without any effect."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from grader.model.sanitize import sanitize
from tests.fixture_folders import SLOW
from tests.render.payloads import (
    ONLY_ON_THE_PAGE,
    PAYLOADS,
    PLACES,
    TRIED,
    classroom,
    commands,
    faulty,
    graded,
    put,
    unsafe,
)
from tests.render.rendering import render_class, render_terminal

SGR = re.compile(r"\x1b\[[0-9;]*m")
LARGEST = 200_000
"""Characters that a report may have when each text is cut to 2,000, with colours and margins."""

Render = Callable[[str, Console], None]
PAGES: dict[str, Render] = {
    "student": lambda text, console: render_terminal(graded(text), console),
    "fault": lambda text, console: render_terminal(faulty(text), console),
    "class": lambda text, console: render_class(classroom(text), console),
}
CONSOLES = {
    "narrow": {"width": 32, "force_terminal": False, "color_system": None},
    "colours": {"width": 80, "force_terminal": True, "color_system": "truecolor"},
}


def shown(page: str, text: str, options: str = "narrow", encoding: str = "utf-8") -> str:
    """Return everything that a console writes of a page."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    PAGES[page](text, Console(file=file, **CONSOLES[options]))  # type: ignore[arg-type] # one table for all options
    file.seek(0)
    return file.read()


def refuse_what_acts(written: str, about: str = "") -> None:
    """Fail when the output has a character with an effect, except line ends and our own colours."""
    letters = SGR.sub("", written)
    assert (about, unsafe(letters)) == (about, set())
    assert (about, commands(letters), commands(written)) == (about, [], [])
    assert len(written) < LARGEST, about


@pytest.mark.parametrize(("page", "options"), [("student", "narrow"), ("fault", "colours"), ("class", "colours")])
def test_no_text_acts_on_a_terminal(page: str, options: str) -> None:
    """In every place at once, whatever the width, with and without colours."""
    for payload, text in TRIED.items():
        refuse_what_acts(shown(page, text, options), payload)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_no_text_acts_on_an_old_terminal(encoding: str, page: str) -> None:
    """Characters that the terminal cannot show are written as escapes."""
    for payload in ("C1", "bidi", "wide", "lone surrogates", "old command", "command in a long line"):
        refuse_what_acts(shown(page, PAYLOADS[payload], encoding=encoding), payload)


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from([*PAYLOADS.values(), " ", ":", "#", "::", "error::", "\n"]), max_size=4).map("".join),
    st.sampled_from(list(PAGES)),
)
def test_no_mixture_acts_on_a_terminal(text: str, page: str) -> None:
    """Harmless pieces have no effect together either."""
    refuse_what_acts(shown(page, text, "colours"))


@SLOW
@settings(max_examples=40)
@given(st.integers(0, 90), st.integers(20, 90))
def test_no_wrapped_line_starts_with_a_command(margin: int, width: int) -> None:
    """A line may be wrapped anywhere, so a wrapped line must not begin with a command either."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        render_terminal(graded("a" * margin + " ::error file=a,line=1::x ::warning::" + "b" * margin), console)

    assert commands(capture.get()) == []


def test_every_place_is_shown() -> None:
    """A text in any of the places is visible on the page; the code is on the web page only."""
    console = Console(file=io.StringIO(), width=200, force_terminal=False, color_system=None)
    hidden = set()
    for place in PLACES.keys() - ONLY_ON_THE_PAGE:
        with console.capture() as capture:
            render_terminal(put(graded("plain"), PLACES[place], "qwertz"), console)
        if "qwertz" not in capture.get():
            hidden.add(place)

    assert hidden == {"main", "code", "path of the code"} & PLACES.keys() - ONLY_ON_THE_PAGE


@pytest.mark.parametrize("payload", ["CSI", "markup of rich", "link", "formula", "error command", "script"])
def test_what_was_said_can_be_read(payload: str) -> None:
    """No text is lost: a person sees what the student wrote."""
    console = Console(file=io.StringIO(), width=2000, force_terminal=False, color_system=None)
    with console.capture() as capture:
        render_terminal(put(graded("plain"), PLACES["message"], PAYLOADS[payload]), console)

    assert sanitize(PAYLOADS[payload], 2000) in capture.get()
