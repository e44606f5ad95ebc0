"""What axe-core finds on a page."""

from __future__ import annotations

import os
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.fixture_folders import EVERY

SERIOUS = {"serious", "critical"}
PHONE: ViewportSize = {"width": 360, "height": 740}


LOOKS: dict[str, Callable[[Page], None]] = {
    "light": lambda page: page.emulate_media(color_scheme="light"),
    "dark": lambda page: page.emulate_media(color_scheme="dark"),
    "phone": lambda page: page.set_viewport_size(PHONE),
}
"""Every way that a page may look, one after the other; the first alone unless everything is tried."""


def unreadable(page: Page) -> list[str]:
    """Return the serious findings in every look; the page needs to be alone."""
    found = []
    for look, puts_on in [*LOOKS.items()][: None if EVERY in os.environ else 1]:
        puts_on(page)
        found += [f"{look}: {one}" for one in serious_violations(page)]
    return found


def serious_violations(page: Page) -> list[str]:
    """Return a line for every serious or critical finding of axe-core, with the elements it is about."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:5]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]
