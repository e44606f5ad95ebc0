"""`grader play` serves a page until somebody ends it; what cannot be played is said first."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

import pytest

from grader.model.isolation import Level
from grader.play.game import Opponent
from grader.play.server import PlayServer
from tests.cli.commands import OfferIsolation, Run
from tests.fixture_folders import ROOT
from tests.sandbox.isolations import LEVELS

REFERENCE = ROOT / "reference" / "tictactoe.py"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{32}/")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser opens, where the page ends the server at once and every file is imported."""
    addresses: list[str] = []

    def browse(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(PlayServer, "serve_forever", lambda _self, poll_interval: poll_interval)
    monkeypatch.setattr(Opponent, "import_problem", lambda _self: "")
    monkeypatch.setattr(Opponent, "missing_modules", lambda _self: ())
    monkeypatch.setattr(webbrowser, "open", browse)
    return addresses


@pytest.mark.parametrize("option", [[], ["--no-browser"]])
def test_the_address_is_printed_and_opened(option: list[str], run: Run, opened: list[str]) -> None:
    """Unless one wants to open it elsewhere."""
    ended = run("play", REFERENCE, *option)

    (address,) = ADDRESS.findall(ended.out)
    assert (0, "") == (ended.code, ended.err)
    assert opened == [address] * (not option)
    assert ended.out == (
        f"play against minimax in {REFERENCE}: {address}\nCtrl-C ends this, and so does the button on the page.\n"
    )


def test_one_ends_it_with_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is no error, so the exit status is 0; nothing is served any more."""
    addresses: list[str] = []

    def interrupted(address: str) -> bool:
        with urllib.request.urlopen(address, timeout=5) as page:  # noqa: S310 - our own
            assert b"<!doctype html>" in page.read()
        addresses.append(address)
        raise KeyboardInterrupt

    monkeypatch.setattr(Opponent, "import_problem", lambda _self: "")
    monkeypatch.setattr(Opponent, "missing_modules", lambda _self: ())
    monkeypatch.setattr(webbrowser, "open", interrupted)
    ended = run("play", REFERENCE)

    assert (0, "") == (ended.code, ended.err)
    with pytest.raises(urllib.error.URLError, match="refused"):
        urllib.request.urlopen(addresses[0], timeout=5)  # noqa: S310


def test_the_lab_is_played_against_its_own_ai(run: Run, opened: list[str]) -> None:
    """The rubric says which assignment the file is for."""
    assert "play against best_move in" in run("play", ROOT / "reference" / "ai_game.py", "--rubric", "lab4").out
    assert 1 == len(opened)


@pytest.mark.usefixtures("opened")
def test_without_a_browser_the_address_is_to_be_opened_by_hand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a server; the page is served all the same."""
    monkeypatch.setattr(webbrowser, "open", lambda _address: False)
    ended = run("play", REFERENCE)

    assert (0, "no browser was found; open the address above in one\n") == (ended.code, ended.err)


def test_a_file_without_an_ai_is_said_and_not_served(
    run: Run, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit status 1: the student's code is what is wrong."""
    monkeypatch.setattr(Opponent, "import_problem", lambda _self: "The file has no function minimax")
    ended = run("play", REFERENCE)

    assert (1, "", f"{REFERENCE}: The file has no function minimax\n") == (ended.code, ended.out, ended.err)
    assert [] == opened


@pytest.mark.usefixtures("opened")
def test_modules_that_are_not_here_are_named_before_one_plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is served, because perhaps no move uses them."""
    monkeypatch.setattr(Opponent, "missing_modules", lambda _self: ("numpy", "rules"))
    ended = run("play", REFERENCE)

    text = "imports 'numpy' and 'rules', not available here: a move that uses it fails"
    assert (0, f"{REFERENCE}: {text}\n") == (ended.code, ended.err)


def test_less_isolation_than_required_is_refused(run: Run, opened: list[str], offer: OfferIsolation) -> None:
    """As in `check`: in CI it may be other people's code, and nothing of it is run."""
    machines = offer(LEVELS[Level.PARTIAL], ci="true")
    ended = run("play", REFERENCE)

    assert (4, "") == (ended.code, ended.out)
    assert ended.err.splitlines()[-1].endswith(" add --require-isolation partial")
    assert ([], [1]) == (opened, [machine.closed for machine in machines])


def test_a_real_game_is_served_and_ended_by_the_page(tmp_path: Path) -> None:
    """With real processes: started, asked for a move, ended."""
    command = [sys.executable, "-m", "grader", "play", str(REFERENCE), "--no-browser"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        (address,) = ADDRESS.findall(process.stdout.readline())

        def post(action: str, **body: object) -> dict[str, object]:
            headers = {"Origin": address[: address.index("/", 8)], "Content-Type": "application/json"}
            request = urllib.request.Request(address + action, json.dumps(body).encode(), headers)  # noqa: S310 - our own
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                found: dict[str, object] = json.load(answer)
            return found

        assert {"game": 1} == post("start")
        assert {"cell": 4, "taken": None, "facts": []} == post("ask", game=1, board="." * 9)
        assert {} == post("bye")
        assert 0 == process.wait(10)
