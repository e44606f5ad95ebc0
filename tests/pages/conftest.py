"""A real browser for the pages; whatever a page says on its console, or asks of a network, fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
HOW = "install Chromium (Debian: apt install chromium) or name a browser in GRADER_BROWSER"

Opens = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return Chromium, as the system or Playwright has it."""
    named = os.environ.get("GRADER_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=named)
        except Error:
            if named:
                raise
            pytest.skip(f"no browser was found; {HOW}")
        yield started
        started.close()


@dataclass(frozen=True, slots=True)
class Tab:
    """A page in the browser, and what it said that it should not have."""

    page: Page
    said: list[str]


@dataclass(frozen=True, slots=True)
class Tabs:
    """The pages that tests share, by their options: making one takes longer than most tests."""

    browser: Browser
    made: dict[str, Tab]

    def shared(self, options: Mapping[str, object], *, clock: bool) -> Tab:
        """Return the page of these options; its clock may be one that tests set."""
        name = repr((clock, sorted(options.items())))
        if name not in self.made:
            self.made[name] = self.new(options)
            if clock:
                self.made[name].page.clock.install()
        return self.made[name]

    def new(self, options: Mapping[str, object]) -> Tab:
        """Return a page that nobody has used."""
        page = self.browser.new_context(**options).new_page()  # type: ignore[arg-type] # handed on as they are
        tab = Tab(page, [])
        page.set_default_timeout(10_000)
        page.on("console", lambda message: tab.said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: tab.said.append(f"error: {error}"))
        page.on("request", lambda request: tab.said.append(request.url) if not _own(request.url) else None)
        return tab


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


def _own(url: str) -> bool:
    return url.startswith(("file:", "data:"))
