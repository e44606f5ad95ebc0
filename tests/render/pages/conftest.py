"""A real browser for the pages; a message on the console or a request to the network fails the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.render.pages.browser_tabs import Opens, Tab, Tabs, browser_path

HOW = "install Chromium (Debian: apt install chromium) or name a browser in GRADER_BROWSER"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return Chromium, as the system or Playwright has it."""
    named = browser_path()
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=named)
        except Error:
            if named:
                raise
            pytest.skip(f"no browser was found; {HOW}")
        yield started
        started.close()


@pytest.fixture(scope="package")
def tabs(browser: Browser) -> Iterator[Tabs]:
    """Return the pages that tests share."""
    every = Tabs(browser, {})
    yield every
    for tab in every.made.values():
        tab.page.context.close()


@pytest.fixture
def opens(tabs: Tabs, tmp_path: Path) -> Iterator[Opens]:
    """
    Return what opens a page (its bytes, or a file): ``opens(data, color_scheme="dark")``.

    The page is shared with other tests of the same options and the one opened before is gone, unless it is `alone`:
    a test that changes more than a new document undoes, such as the size of the window, needs its own. With `clock` it
    has a clock that the test sets.
    """
    used: list[Tab] = []

    def opened(what: bytes | Path, *, alone: bool = False, clock: bool = False, **options: object) -> Page:
        file = what
        if isinstance(what, bytes):
            file = tmp_path / f"page-{len(used)}.html"
            file.write_bytes(what)
        assert isinstance(file, Path)
        tab = tabs.new(options) if alone else tabs.shared(options, clock=clock)
        used.append(tab)
        tab.page.emulate_media(media="null")
        tab.page.goto(file.as_uri())
        return tab.page

    yield opened
    said = [text for tab in used for text in tab.said]
    for tab in used:
        tab.said.clear()
        if tab not in tabs.made.values():
            tab.page.context.close()
    assert said == []
