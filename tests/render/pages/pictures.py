"""
The pictures of the README, of a class and a terminal: ``python -m tests.render.pages.pictures FOLDER [STUDENT]``.

The terminal has 80 columns and 24 rows, and the colours of GitHub's two themes.
"""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, sync_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.fixture_folders import folder_called
from tests.render.pages.browser_tabs import browser_path

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1000, "height": 1120}
CLIP: FloatRect = {"x": 0, "y": 0, "width": 1000, "height": 1120}
SCALE = 0.8
"""A README is about 800 pixels wide."""
STUDENT = "student-05"
CHECKED = "winner-misses-anti-diagonal"
COLUMNS, ROWS = 80, 24
COMMAND = "grader check tictactoe.py"
DARK = TerminalTheme(
    (13, 17, 23),
    (230, 237, 243),
    [(72, 79, 88), (255, 123, 114), (63, 185, 80), (210, 153, 34), (121, 192, 255), (210, 168, 255), (86, 212, 221)],
)
LIGHT = TerminalTheme(
    (255, 255, 255),
    (31, 35, 40),
    [(36, 41, 47), (207, 34, 46), (17, 99, 41), (77, 45, 0), (9, 105, 218), (130, 80, 223), (27, 124, 131)],
)
SCREENS = {"screen-dark.png": DARK, "screen-light.png": LIGHT}
LARGEST = 120_000
"""Bytes that a picture in a repository may take."""


def taken(page: Page, file: Path, picture: Path, clip: FloatRect = CLIP) -> str:
    """Write the top of the page in `file` as `picture`, and return a line about it; SystemExit for one too large."""
    page.goto(file.as_uri())
    data = page.screenshot(path=picture, clip=clip, animations="disabled")
    if len(data) > LARGEST:
        sys.exit(f"{picture.name}: {len(data):,} bytes, at most {LARGEST:,} are wanted")
    return f"{picture.name}: {len(data):,} bytes\n"


def checked() -> list[Text]:
    """Return the lines that `grader check` shows on a terminal."""
    terminal = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
    file = folder_called(CHECKED) / "tictactoe.py"
    command = [sys.executable, "-m", "grader", "check", str(file)]
    shown = subprocess.run(command, env=terminal, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return [Text.from_ansi(line) for line in shown.stdout.decode().splitlines()]


def screens(browser: Browser, lines: list[Text]) -> None:
    """Write the pictures of a terminal."""
    for name, theme in SCREENS.items():
        console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="standard")
        for line in lines:
            console.print(line, highlight=False)
        drawing = console.export_svg(title=COMMAND, theme=theme)
        _, _, width, height = map(math.ceil, map(float, drawing.partition('viewBox="')[2].partition('"')[0].split()))
        page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=SCALE)
        with tempfile.TemporaryDirectory() as place:
            file = Path(place, "screen.svg")
            file.write_text(drawing, encoding="utf-8")
            sys.stdout.write(taken(page, file, PICTURES / name, {"x": 0, "y": 0, "width": width, "height": height}))


def main(folder: Path, student: str = STUDENT) -> None:
    """Write all pictures: a student's page and the class's, and what a student sees on a terminal."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    named = browser_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named)
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE, color_scheme="light")
        sys.stdout.write(taken(page, folder / student / "report.html", PICTURES / "student.png"))
        sys.stdout.write(taken(page, folder / "index.html", PICTURES / "class.png"))
        screens(browser, checked())
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.render.pages.pictures FOLDER [STUDENT]")
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:3])
