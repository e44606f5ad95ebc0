"""A real browser for the pages; whatever a page says on its console, or asks of a network, fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
HOW = "install Chromium (Debian: apt install chromium) or name a browser in GRADER_BROWSER"
PHONE = {"width": 360, "height": 740}

Opens = Callable[..., Page]


@pytest.fixture(scope="session")
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


@pytest.fixture
def opens(browser: Browser, tmp_path: Path) -> Iterator[Opens]:
    """Return what opens a page (its bytes, or a file) in a browser of its own: ``opens(data, color_scheme="dark")``."""
    said: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(what: bytes | Path, **options: object) -> Page:
        file = what
        if isinstance(what, bytes):
            file = tmp_path / f"page-{len(contexts)}.html"
            file.write_bytes(what)
        assert isinstance(file, Path)
        context = browser.new_context(**options)  # type: ignore[arg-type] # handed on as they are
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda request: said.append(request.url) if not _own(request.url) else None)
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


def _own(url: str) -> bool:
    return url.startswith(("file:", "data:"))
