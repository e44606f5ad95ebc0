"""On the page of `grader play` one plays the student's AI live: whole games, and AIs that fail in every way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from grader.errors import UserError
from grader.game.tree import table
from grader.play.game import Opponent, PlayRoom
from grader.play.server import PlayServer, play_page
from grader.sandbox.launching.launcher import Launcher, launcher
from tests.fixture_folders import SLOW
from tests.play.playable_files import LAB, REFERENCE, TROUBLE, rubric, submission
from tests.render.pages.accessibility import unreadable
from tests.render.pages.browser_tabs import Tabs

DESK: ViewportSize = {"width": 1000, "height": 900}
GONE = "console: Failed to load resource: net::ERR_CONNECTION_REFUSED"
ENDLESS = "X, O, EMPTY = 'X', 'O', None\ndef minimax(board):\n    while True:\n        pass\n"


class Plays(Protocol):
    """Opens the page for the AI in a file, which may be changed while one plays."""

    def __call__(self, file: Path, assignment: str = "tictactoe", sides: str = "XO", seconds: float = 10) -> Page:
        """Return the page, as soon as it shows a board."""


@pytest.fixture(scope="module")
def processes() -> Iterator[Launcher]:
    """Return one launcher for all pages."""
    with closing(launcher()) as made:
        yield made


@pytest.fixture
def plays(processes: Launcher, tabs: Tabs) -> Iterator[Plays]:
    """Return what serves and opens a page; a message on its console or a request to elsewhere fails the test."""
    with ExitStack() as opened:

        def play(file: Path, assignment: str = "tictactoe", sides: str = "XO", seconds: float = 10) -> Page:
            limits = rubric(assignment, seconds)

            def opponent() -> Opponent:
                if not file.exists():
                    raise UserError(f"{file.name}: no such file; check the path")
                return Opponent(submission(file.read_text(encoding="utf-8")), limits, processes)

            room = opened.enter_context(closing(PlayRoom(opponent)))
            page = play_page(file.name, "minimax", sides, seconds, processes.isolation)
            server = opened.enter_context(PlayServer(room, page, sides))
            thread = threading.Thread(target=_serve, args=[server])
            thread.start()
            opened.callback(thread.join)
            opened.callback(server.shutdown)
            tab.page.goto(server.url)
            urls.append(server.url)
            return tab.page

        tab, urls = tabs.shared({"color_scheme": "light", "locale": "en-GB"}, clock=False), [""]
        yield play
        said = [text for text in tab.said if not text.startswith((urls[-1], GONE))]
        tab.said.clear()
        tab.page.goto("about:blank")
        tab.page.set_viewport_size(DESK)
    assert [] == said


def _serve(server: PlayServer) -> None:
    """Serve until somebody ends it, and then as little as after the end of the command."""
    server.serve_forever(poll_interval=0.01)
    server.server_close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the student's file, which plays well."""
    path = tmp_path / "tictactoe.py"
    path.write_text(REFERENCE, encoding="utf-8")
    return path


def board_on(page: Page) -> str:
    """Return the nine characters of the board that is shown."""
    return str(page.evaluate("[...document.querySelectorAll('.square')].map((one) => one.dataset.symbol).join('')"))


def says(page: Page, text: str) -> None:
    """Wait until the page says this."""
    expect(page.locator("#says")).to_contain_text(text)


def take(page: Page, cell: int) -> None:
    """Play a cell."""
    page.locator(f"[data-cell='{cell}']").click()


def facts(page: Page) -> str:
    """Return what is said about the AI's answer, in one line."""
    return " ".join(page.locator("#facts").inner_text().split())


@pytest.mark.parametrize("side", ["X", pytest.param("O", marks=SLOW)])
def test_a_whole_game_is_played(side: str, file: Path, plays: Plays) -> None:
    """By the last best move each time: the model answer ties, and every move of it was one of the best."""
    page = plays(file)
    page.locator(f"[data-ai='{side}']").click()
    for _ in range(5):
        expect(page.locator("#thinking")).to_be_hidden()
        position = table()[board_on(page)]
        if position.over:
            break
        take(page, position.best[-1])
        expect(page.locator(f"[data-cell='{position.best[-1]}']")).to_have_attribute("data-symbol", position.turn)

    says(page, "A tie.")
    expect(page.locator("#moves tr")).to_have_count(9)
    expect(page.locator("#moves .fail")).to_have_count(0)
    expect(page.locator("#facts")).to_be_hidden()


@SLOW
def test_a_move_is_judged_and_what_is_wrong_with_it_is_explained(file: Path, plays: Plays) -> None:
    """Whatever the file does, the game goes on with a move that the person chooses for it; no text is HTML."""
    file.write_text(TROUBLE, encoding="utf-8")
    page = plays(file, seconds=0.2)
    take(page, 4)
    says(page, "Your AI gives no legal move here. Best: (0,\u00a00)")
    says(page, "Choose a move for it, or start again.")
    asks = "Expected a tuple (row, column) of an empty cell"
    raised = f"Call minimax(board) Got raised ValueError: <b>no</b> idea {asks} Your line tictactoe.py:13"
    assert raised == facts(page)

    take(page, 0)
    says(page, "For your AI you (O) played (0, 0), one of the best moves.")
    expect(page.locator("#moves tr").nth(1)).to_contain_text("O, you for it")
    take(page, 8)
    says(page, "Your AI gives no legal move here.")
    assert f"Call minimax(board) Got (0, 0) {asks}" == facts(page)
    expect(page.locator("[data-cell='0']")).to_have_attribute("aria-label", "row 0, column 0, O, your AI's mistake")
    take(page, 1)
    take(page, 2)
    says(page, "Your AI gives no legal move here.")
    assert "Got None" in facts(page)
    take(page, 7)
    take(page, 3)
    says(page, "no legal move here")
    assert "Got no answer within 0.2 s of CPU time" in facts(page)

    page.locator("[data-ai='X']").click()
    says(page, "Your AI (X) played (1, 1)")
    assert f"Call minimax(board) Got [1, 1] {asks}" == facts(page)
    take(page, 0)
    says(page, "no legal move here")
    assert "Got ended the whole process" in facts(page)


@SLOW
def test_one_sees_how_long_it_thinks_and_need_not_wait(file: Path, plays: Plays) -> None:
    """Starting again reads the file again, which may have become another one; the old move is not waited for."""
    file.write_text(ENDLESS, encoding="utf-8")
    page = plays(file, seconds=60)
    page.locator("[data-ai='X']").click()
    says(page, "X, your AI, is thinking.")
    expect(page.locator("#thinking")).to_have_text("Thinking for 1 s.")  # rounded: after half a second
    assert "." * 9 == board_on(page)

    file.write_text(REFERENCE, encoding="utf-8")
    page.keyboard.press("r")

    says(page, "Your AI (X) played (1, 1).")
    expect(page.locator("#thinking")).to_be_hidden()


@SLOW
def test_a_file_that_broke_meanwhile_is_said(file: Path, plays: Plays) -> None:
    """On the page: the command that serves it is running already. A corrected file is played against."""
    page = plays(file)
    for source, problem in ((" x", "The file cannot be imported: IndentationError"), (None, "no such file; check")):
        file.write_text(source or "", encoding="utf-8")
        if source is None:
            file.unlink()
        page.locator("[data-ai='X']").click()
        says(page, problem)
        expect(page.locator("#facts")).to_be_hidden()
        take(page, 0) if page.locator("[data-cell='0'][aria-disabled='false']").count() else None
        assert "." * 9 == board_on(page)
    file.write_text(REFERENCE, encoding="utf-8")
    page.locator("#again").click()

    says(page, "Your AI (X) played (1, 1).")


@SLOW
def test_the_console_labs_ai_plays_one_side(file: Path, plays: Plays) -> None:
    """There is nothing to choose: the person begins."""
    file.write_text(LAB, encoding="utf-8")
    page = plays(file, "ai_game", "O")
    expect(page.get_by_text("Your AI plays O")).to_be_visible()
    take(page, 4)

    says(page, "Your AI (O) played")
    says(page, "one of the best moves.")


def test_the_page_ends_the_grader_and_says_when_it_is_gone(file: Path, plays: Plays) -> None:
    """It never waits for somebody who is not there."""
    page = plays(file)
    page.get_by_role("button", name="Stop the grader").click()
    expect(page.locator("#stopped")).to_have_text("The grader has stopped. You can close this page.")
    take(page, 4)

    says(page, "The grader has ended. Run the command again to go on.")


def test_everybody_can_read_it(file: Path, plays: Plays) -> None:
    """In light and in dark, on a phone, with an explanation on it."""
    file.write_text(TROUBLE, encoding="utf-8")
    page = plays(file)
    take(page, 4)
    says(page, "no legal move here")

    assert [] == unreadable(page)
