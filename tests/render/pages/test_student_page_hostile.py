"""On a student's page hostile text is text: the page has the elements we gave it, and runs nothing but our script."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.model.result import Result
from tests.render.pages.accessibility import PHONE
from tests.render.pages.browser_tabs import Opens
from tests.render.payloads import PAYLOADS, PLACES, TRIED, faulty, graded, put, unsafe
from tests.render.rendering import student_page
from tests.render.samples import SAMPLES

LARGEST = 600_000
"""Bytes that a page of hostile text may take."""


def parsed(page: bytes) -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page, each with the names of its attributes."""
    found: list[tuple[str, tuple[str, ...]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, tuple(sorted(name for name, _ in attrs))))

    Reader().feed(page.decode())
    return found


HARMLESS = [*(make() for make in SAMPLES.values()), graded("plain"), faulty("plain")]


@pytest.mark.parametrize("make", [graded, faulty])
def test_hostile_text_makes_no_element(make: Callable[[str], Result]) -> None:
    """Every element and every attribute is one that harmless results have too; there is one script."""
    allowed = {element for one in HARMLESS for element in parsed(student_page(one))}
    for payload, text in TRIED.items():
        page = student_page(make(text))
        found = parsed(page)

        assert set(found) - allowed == set(), payload
        assert found.count(("script", ())) == 1, payload
        assert unsafe(page.decode()) == set(), payload
        assert len(page) < LARGEST, payload


def test_hostile_text_is_shown_as_text(opens: Opens, tmp_path: Path) -> None:
    """In every place at once: a browser makes nothing of it, runs none of it and keeps to the width of a phone."""
    page = opens(b"", viewport=PHONE)
    for name in ("script", "image that fails", "details", "entity", "long word", "wide", "marks"):
        file = tmp_path / f"{name}.html"
        file.write_bytes(student_page(graded(PAYLOADS[name])))
        page.goto(file.as_uri())
        made = page.evaluate("document.querySelectorAll('img, iframe, object, [onerror], [ontoggle]').length")
        scripts = page.evaluate("document.querySelectorAll('script').length")

        assert (name, made, scripts) == (name, 0, 1)
        assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, 360)
        if name in {"script", "entity"}:
            assert page.locator(".who").inner_text().startswith(PAYLOADS[name][:20])


def test_each_place_shows_what_stands_in_it() -> None:
    """Escaped, once at least."""
    pages = {place: student_page(put(graded("plain"), path, "<i>here")) for place, path in PLACES.items()}

    assert [] == [place for place, page in pages.items() if b"&lt;i&gt;here" not in page]
