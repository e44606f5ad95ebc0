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
from grader.render.markdown_escape import MENTION, escape
from tests.reports.payloads import (
    ONLY_ON_THE_PAGE,
    PAYLOADS,
    PLACES,
    class_info,
    classroom,
    commands,
    faulty,
    graded,
    put,
    unsafe,
)
from tests.reports.rendering import class_markdown, student_markdown

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


def refuse_what_acts(name: str, page: str) -> None:
    """Fail unless the page has the same structure as one with harmless words."""
    parts = inline(page)
    assert structure(page) == STRUCTURE[name]
    assert {part.type for part in parts} <= HARMLESS
    assert sum(part.type == "strong_open" for part in parts) == STRONG[name]
    assert unsafe(page.replace(MENTION, "@")) == set()
    assert commands(page) == []
    assert not any(re.search(r"@\w", part.content) for part in parts if part.type == "text")
    assert len(page.encode()) < LARGEST


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_text_changes_the_page(payload: str, name: str) -> None:
    """In every place at once: no link, no image, no HTML, no heading, list, table or code from a student's text."""
    refuse_what_acts(name, PAGES[name](PAYLOADS[payload]))


@settings(max_examples=30, deadline=None, database=None, derandomize=True)
@given(
    st.lists(st.sampled_from([*PAYLOADS.values(), *"\\`*_[]()<>|#-+=.1!~&\n "]), max_size=5).map("".join),
    st.sampled_from(list(PAGES)),
)
def test_no_mixture_changes_the_page(text: str, name: str) -> None:
    """Harmless pieces have no effect together either; a text of blanks may leave a place empty."""
    refuse_what_acts(name, PAGES[name](f"x{text}" if not sanitize(text).strip() else text))


@pytest.mark.parametrize("place", [place for place in PLACES if place not in ONLY_ON_THE_PAGE])
def test_every_place_is_shown(place: str) -> None:
    """A text in any of the places is visible on the page."""
    assert "qwertz" in student_markdown(put(graded("plain"), PLACES[place], "qwertz"))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_was_said_can_be_read(payload: str) -> None:
    """A reader sees the sanitized text, character by character."""
    text = PAYLOADS[payload]
    parts = inline(f"**fail**: {escape(text)}")[3:]

    assert "".join(part.content for part in parts).replace(MENTION, "@") == f": {sanitize(text, 2000).strip()}"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_bare_address_becomes_a_link(payload: str) -> None:
    """GitHub and GitLab make links of addresses, but not when a character of it is escaped."""
    assert not BARE_ADDRESS.search(escape(PAYLOADS[payload]))
