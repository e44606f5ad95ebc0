"""In Markdown hostile text stays text: it adds no structure and no link."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.model.sanitize import sanitize
from grader.render.markdown import MENTION, escape
from tests.render.payloads import (
    ONLY_ON_THE_PAGE,
    PAYLOADS,
    PLACES,
    TRIED,
    class_info,
    classroom,
    commands,
    faulty,
    graded,
    put,
    unsafe,
)
from tests.render.rendering import class_markdown, student_markdown

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HARMLESS = {"text", "code_inline", "strong_open", "strong_close", "softbreak"}
LARGEST = 200_000
"""Bytes that a page may have when each text is cut to 2,000 characters."""
BARE_ADDRESS = re.compile(r"[a-z]://|www\.[a-z]", re.IGNORECASE)

PAGES: dict[str, Callable[[str], str]] = {
    "student": lambda text: student_markdown(graded(text)),
    "fault": lambda text: student_markdown(faulty(text)),
    "class": lambda text: class_markdown(classroom(text), class_info(text)),
}


def structure(page: str) -> list[tuple[str, str]]:
    """Return the blocks of a page with their tags, without lines of code and text."""
    return [(token.type, token.tag) for token in PARSER.parse(page)]


def inline(page: str) -> list[Token]:
    """Return the inline parts of a page."""
    return [part for token in PARSER.parse(page) for part in token.children or []]


STRUCTURE = {name: structure(page("plain")) for name, page in PAGES.items()}
STRONG = {name: sum(part.type == "strong_open" for part in inline(page("plain"))) for name, page in PAGES.items()}


def refuse_what_acts(name: str, page: str, about: str = "") -> None:
    """Fail unless the page has the same structure as one with harmless words."""
    parts = inline(page)
    assert structure(page) == STRUCTURE[name], about
    assert {part.type for part in parts} <= HARMLESS, about
    assert sum(part.type == "strong_open" for part in parts) == STRONG[name], about
    assert (about, unsafe(page.replace(MENTION, "@"))) == (about, set())
    assert (about, commands(page)) == (about, [])
    assert not any(re.search(r"@\w", part.content) for part in parts if part.type == "text"), about
    assert len(page.encode()) < LARGEST, about


@pytest.mark.parametrize("name", PAGES)
def test_no_text_changes_the_page(name: str) -> None:
    """In every place at once: no link, no image, no HTML, no heading, list, table or code from a student's text."""
    for payload, text in TRIED.items():
        refuse_what_acts(name, PAGES[name](text), payload)


@settings(max_examples=30)
@given(
    st.lists(st.sampled_from([*PAYLOADS.values(), *"\\`*_[]()<>|#-+=.1!~&\n "]), max_size=5).map("".join),
    st.sampled_from(list(PAGES)),
)
def test_no_mixture_changes_the_page(text: str, name: str) -> None:
    """Harmless pieces have no effect together either; a text of blanks may leave a place empty."""
    refuse_what_acts(name, PAGES[name](f"x{text}" if not sanitize(text).strip() else text))


def test_every_place_is_shown() -> None:
    """A text in any of the places is visible on the page."""
    shown = PLACES.keys() - ONLY_ON_THE_PAGE

    assert shown == {one for one in shown if "qwertz" in student_markdown(put(graded("plain"), PLACES[one], "qwertz"))}


def test_what_was_said_can_be_read() -> None:
    """A reader sees the sanitized text, character by character."""
    for text in PAYLOADS.values():
        parts = inline(f"**fail**: {escape(text)}")[3:]

        assert "".join(part.content for part in parts).replace(MENTION, "@") == f": {sanitize(text, 2000).strip()}"


def test_no_bare_address_becomes_a_link() -> None:
    """GitHub and GitLab make links of addresses, but not when a character of it is escaped."""
    assert [] == [payload for payload, text in PAYLOADS.items() if BARE_ADDRESS.search(escape(text))]
