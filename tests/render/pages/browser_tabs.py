"""Pages of a browser that tests share, and which browser that is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

Opens = Callable[..., Page]


def browser_path() -> str | None:
    """Return the browser that GRADER_BROWSER names, or the first that is installed; None when there is none."""
    return os.environ.get("GRADER_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page in the browser, and what it printed or requested, which no page may do."""

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
        """Return a fresh page."""
        page = self.browser.new_context(**options).new_page()  # type: ignore[arg-type] # handed on as they are
        tab = Tab(page, [])
        page.set_default_timeout(10_000)
        page.on("console", lambda message: tab.said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: tab.said.append(f"error: {error}"))
        page.on("request", lambda request: tab.said.append(request.url) if not _is_local(request.url) else None)
        return tab


def _is_local(url: str) -> bool:
    return url.startswith(("file:", "data:"))
