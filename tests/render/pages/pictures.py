"""The pictures of the README, taken of a graded class: ``python -m tests.render.pages.pictures FOLDER [STUDENT]``."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import FloatRect, Page, ViewportSize, sync_playwright

from tests.render.pages.browser_tabs import browser_path

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1000, "height": 1120}
CLIP: FloatRect = {"x": 0, "y": 0, "width": 1000, "height": 1120}
SCALE = 0.8
"""A README is about 800 pixels wide."""
STUDENT = "student-05"
LARGEST = 120_000
"""Bytes that a picture in a repository may take."""


def taken(page: Page, file: Path, picture: Path) -> str:
    """Write the top of the page in `file` as `picture`, and return a line about it; SystemExit for one too large."""
    page.goto(file.as_uri())
    data = page.screenshot(path=picture, clip=CLIP, animations="disabled")
    if len(data) > LARGEST:
        sys.exit(f"{picture.name}: {len(data):,} bytes, at most {LARGEST:,} are wanted")
    return f"{picture.name}: {len(data):,} bytes\n"


def main(folder: Path, student: str = STUDENT) -> None:
    """Write both pictures: a student's page and the class's."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    named = browser_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named)
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE, color_scheme="light")
        sys.stdout.write(taken(page, folder / student / "report.html", PICTURES / "student.png"))
        sys.stdout.write(taken(page, folder / "index.html", PICTURES / "class.png"))
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.render.pages.pictures FOLDER [STUDENT]")
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:3])
