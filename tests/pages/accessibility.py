"""What axe-core finds on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = {"serious", "critical"}


def serious_violations(page: Page) -> list[str]:
    """Return a line for every serious or critical finding of axe-core, with the elements it is about."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:5]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]
